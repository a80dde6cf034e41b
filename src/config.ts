import { existsSync, mkdirSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'

const DEFAULT_STORAGE = 'storage'

/** Where things are and how the process listens. Everything else is settings (storage/app/settings.json). */
export interface Config {
  root: string
  storage: string
  port: number
  host: string
  /** Public address without a final slash, where it is known; cookies and redirects follow it. */
  appUrl: string | undefined
  /** Set by the environment; otherwise storage/config.json says it. */
  databaseUrl: string | undefined
  trustProxy: boolean
  setupCode: string | undefined
  /** How many backups of each origin stay. */
  backupsToKeep: number
}

type Environment = Record<string, string | undefined>

function portOf(text: string | undefined): number {
  const port = Number(text ?? 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Error(`PORT doit être un nombre de 0 à 65535, pas « ${text} ».`)
  return port
}

function backupsToKeepOf(text: string | undefined): number {
  const count = Number(text ?? 5)
  if (!Number.isInteger(count) || count < 1)
    throw new Error(`UPDATE_BACKUPS_TO_KEEP doit être un nombre, au moins 1, pas « ${text} ».`)
  return count
}

function appUrlOf(text: string | undefined): string | undefined {
  if (!text) return undefined
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol)) throw new Error('APP_URL doit commencer par http:// ou https://.')
  return url.origin
}

/** The folder that holds package.json and VERSION: the parent of src/, or of dist/src/ once built. */
function rootFolder(): string {
  const here = import.meta.dirname
  return existsSync(join(here, '..', 'package.json')) ? resolve(here, '..') : resolve(here, '..', '..')
}

/** Reads the environment; nobody else does. Throws, in French, on a value that makes no sense. */
export function readConfig(env: Environment = process.env): Config {
  const root = rootFolder()
  const given = env.STORAGE_DIR || DEFAULT_STORAGE
  const storage = isAbsolute(given) ? given : resolve(root, given)
  mkdirSync(storage, { recursive: true, mode: 0o750 })
  return {
    root,
    storage,
    port: portOf(env.PORT || undefined),
    host: env.HOST || '127.0.0.1',
    appUrl: appUrlOf(env.APP_URL),
    databaseUrl: env.DATABASE_URL || undefined,
    trustProxy: ['1', 'true', 'oui'].includes((env.TRUST_PROXY ?? '').toLowerCase()),
    setupCode: env.SETUP_CODE || undefined,
    backupsToKeep: backupsToKeepOf(env.UPDATE_BACKUPS_TO_KEEP || undefined),
  }
}

/** As a shell reads it back, whatever the name holds. */
const shellWord = (text: string): string => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)

/** What to type to serve this site: the variables that say where it is, without what DATABASE_URL holds. */
export function startCommand({ root, storage, databaseUrl }: Config): string {
  const settings = [
    ...(storage === resolve(root, DEFAULT_STORAGE) ? [] : [`STORAGE_DIR=${shellWord(storage)}`]),
    ...(databaseUrl === undefined ? [] : ['DATABASE_URL=…']),
  ]
  return [...settings, 'npm start'].join(' ')
}
