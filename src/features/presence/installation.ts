import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { z } from 'zod'
import { createFile, readJson, writeJson } from '../../lib/json-file.ts'

/** Everything the set-up keeps in the storage folder. */
export const pathsOf = (storage: string) => ({
  marker: join(storage, 'installed'),
  config: join(storage, 'config.json'),
  code: join(storage, 'setup-code'),
  progress: join(storage, 'setup-progress.json'),
  logo: join(storage, 'setup-logo'),
  lock: join(storage, 'setup.lock'),
})

/** storage/config.json (0600). `database` is missing where DATABASE_URL names it. */
const SiteConfig = z.object({
  database: z.string().optional(),
  /** 256 bits in hexadecimal: keys the form tokens and the flash cookie. */
  secret: z.string().min(32),
  app_url: z.string().optional(),
})
export type SiteConfig = z.infer<typeof SiteConfig>

export const newSecret = (): string => randomBytes(32).toString('hex')

/** undefined where there is none; 'illisible' where it is there and cannot be used. */
export function readSiteConfig(storage: string): SiteConfig | undefined | 'illisible' {
  try {
    const stored = readJson(pathsOf(storage).config)
    if (stored === undefined) return undefined
    const parsed = SiteConfig.safeParse(stored)
    return parsed.success ? parsed.data : 'illisible'
  } catch (error) {
    // Broken, or not ours to read: never taken for « not there », which would open the wizard.
    if (!(error instanceof SyntaxError) && (error as NodeJS.ErrnoException).code === undefined) throw error
    return 'illisible'
  }
}

export function writeSiteConfig(storage: string, config: SiteConfig): void {
  writeJson(pathsOf(storage).config, config)
}

export const hasMarker = (storage: string): boolean => existsSync(pathsOf(storage).marker)

/** Creates the marker; false where another process was first. */
export const writeMarker = (storage: string, version: string, installedAt: string): boolean =>
  createFile(
    pathsOf(storage).marker,
    `${version} ${installedAt}
`,
    { mode: 0o640, flush: true },
  )

/** A finished installation has no more use for them, and one may hold a password. */
export function removeSetupFiles(storage: string): void {
  const { code, progress, logo } = pathsOf(storage)
  for (const path of [code, progress, logo]) rmSync(path, { force: true })
}

/** The address to open: the path of a SQLite file counts from the storage folder, so that the folder can be moved whole. */
export function databaseAddress(storage: string, url: string): string {
  return url.startsWith('sqlite:') ? `sqlite:${resolve(storage, url.slice('sqlite:'.length))}` : url
}

/** The address to write down, the other way round. */
export function storedAddress(storage: string, url: string): string {
  if (!url.startsWith('sqlite:')) return url
  const inside = relative(storage, resolve(storage, url.slice('sqlite:'.length)))
  return inside.startsWith('..') || isAbsolute(inside) ? url : `sqlite:${inside}`
}

/** A SQLite file that the site needs and that is not there: opening it would make an empty one. */
export const isMissingFile = (address: string): boolean =>
  address.startsWith('sqlite:') && !existsSync(address.slice('sqlite:'.length))
