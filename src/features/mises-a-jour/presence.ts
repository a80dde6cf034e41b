import { readdirSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { sha256Hex } from '../../lib/crypto.ts'
import { hold, isHeld } from '../../lib/held-file.ts'

/** One for each process, on each machine, that serves the site from this folder. */
const PREFIX = 'en-service.'
const NAMED = 8

/** Begins the names of those that have the code of one installation: several may serve a site, on one machine too. */
const prefixOf = (home: string): string => `${PREFIX}${hostname()}.${sha256Hex(home).slice(0, NAMED)}.`

const files = (storage: string): string[] =>
  readdirSync(storage)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => join(storage, name))

/** Says that this process serves the site with the code of that installation, until the result is called. */
export function beginService(storage: string, home: string): () => void {
  // Left by processes that were killed.
  for (const path of files(storage)) if (!isHeld(path)) rmSync(path, { force: true })
  return hold(join(storage, `${prefixOf(home)}${process.pid}`)) ?? (() => undefined)
}

/** Does any process, on any machine that shares the folder, serve the site? */
export const isServed = (storage: string): boolean => files(storage).some(isHeld)

/** Does any process serve the site with the code of another installation? */
export const isServedElsewhere = (storage: string, home: string): boolean =>
  files(storage).some((path) => !basename(path).startsWith(prefixOf(home)) && isHeld(path))

/** How often a process that serves looks whether its site has another database (host.ts). */
export const LOOK_MS = 2000
/** In that time each of them has seen it, opened the new database and answered by the old one what had begun. */
const HANDOVER_MS = 12_000

/** Returns once no process reads the database any more that the site had before its configuration was changed. */
export async function handedOver(storage: string): Promise<void> {
  if (isServed(storage)) await new Promise((resolve) => setTimeout(resolve, HANDOVER_MS))
}
