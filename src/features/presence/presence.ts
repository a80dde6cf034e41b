import { readdirSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { sha256Hex } from '../../lib/crypto.ts'
import { hold, isHeld, readWord, writeWord } from '../../lib/held-file.ts'
import { storedAddress } from './installation.ts'

/** One for each process, on each machine, that serves the site from this folder. */
const PREFIX = 'en-service.'
const NAMED = 8

/** Begins the names of those that have the code of one installation: several may serve a site, on one machine too. */
const prefixOf = (home: string): string => `${PREFIX}${hostname()}.${sha256Hex(home).slice(0, NAMED)}.`

const files = (storage: string): string[] =>
  readdirSync(storage)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => join(storage, name))

export interface Presence {
  /** Tells that it has no other database open than this one. */
  uses(address: string | undefined): void
  end(): void
}

/** Tells one address from another, and nothing of what is in it. */
const markOf = (storage: string, address: string): string => sha256Hex(storedAddress(storage, address)).slice(0, 20)

/** Says that this process serves the site with the code of that installation, until it ends. */
export function beginService(storage: string, home: string, address: string | undefined): Presence {
  // Left by processes that were killed.
  for (const path of files(storage)) if (!isHeld(path)) rmSync(path, { force: true })
  const path = join(storage, `${prefixOf(home)}${process.pid}`)
  const end = hold(path) ?? (() => undefined)
  const uses: Presence['uses'] = (now) => writeWord(path, now === undefined ? '' : markOf(storage, now))
  uses(address)
  return { uses, end }
}

/** Numbers of the processes of this machine that serve the site from this folder. */
export const servingPids = (storage: string): number[] =>
  files(storage)
    .filter((path) => basename(path).startsWith(`${PREFIX}${hostname()}.`) && isHeld(path))
    .map((path) => Number(path.slice(path.lastIndexOf('.') + 1)))

/** Does any process, on any machine that shares the folder, serve the site? */
export const isServed = (storage: string): boolean => files(storage).some(isHeld)

/** Does any process serve the site with the code of another installation? */
export const isServedElsewhere = (storage: string, home: string): boolean =>
  files(storage).some((path) => !basename(path).startsWith(prefixOf(home)) && isHeld(path))

/** How often a process that serves looks whether its site has another database (host.ts). */
export const LOOK_MS = 2000
const ASK_MS = 200
/** Each of them sees it, opens the new database, and answers by the old one what had begun: some fifteen seconds. */
const HANDOVER_MS = 120_000

/**
 * Waits until every process that serves has gone over to this database, the one that its configuration has, and has closed the
 * one before. False where one of them does not.
 */
export async function handedOver(storage: string, address: string, limitMs = HANDOVER_MS): Promise<boolean> {
  const mark = markOf(storage, address)
  const deadline = performance.now() + limitMs
  while (files(storage).some((path) => isHeld(path) && readWord(path) !== mark)) {
    if (performance.now() > deadline) return false
    await new Promise((resolve) => setTimeout(resolve, ASK_MS))
  }
  return true
}
