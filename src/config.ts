import { accessSync, constants, existsSync, mkdirSync, opendirSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import type { Elsewhere } from './lib/elsewhere.ts'
import { AppError } from './lib/errors.ts'
import { readJson } from './lib/json-file.ts'
import { noProxies, type TrustedProxies, trustedProxies } from './lib/network.ts'
import { sharedPlace } from './lib/shared-place.ts'

const DEFAULT_STORAGE = 'storage'

/** Where things are and how the process listens. Everything else is settings (storage/app/settings.json). */
export interface Config {
  /** Folder of the code that runs. */
  root: string
  /** Folder of the installation, which holds `storage`, `releases` and the link `current`: `root` until the first update. */
  home: string
  storage: string
  port: number
  host: string
  /** Public address without a final slash, where it is known; cookies and redirects follow it. */
  appUrl: string | undefined
  /** Set by the environment; otherwise storage/config.json says it. */
  databaseUrl: string | undefined
  /** Servers that follow that of the database, to be read from (DATABASE_READ_URLS). */
  copies: readonly string[]
  /** Whose word is taken about who asks and under which name. */
  trustProxy: TrustedProxies
  setupCode: string | undefined
  /** The log has a line for every request. */
  isAccessLogged: boolean
  /** How many processes serve; undefined: as the database calls for. */
  processes: number | undefined
  /** How many backups of each origin stay, those of the nights apart. */
  backupsToKeep: number
  /** How many days, weeks and months keep one of the nights. */
  nightsToKeep: { jours: number; semaines: number; mois: number }
  update: UpdateConfig
  /** Where copies of the backups are, by the names of its fields, as far as the environment tells (COPIE_SORTE…). */
  copie: Record<string, string>
  /** The storage that servers without a common folder share (FICHIERS_ADRESSE…); undefined where the folder holds all there is. */
  fichiers: Elsewhere | undefined
  /** The secret of a site that is served by several such servers (SITE_SECRET); undefined where storage/config.json alone has it. */
  secret: string | undefined
}

export interface UpdateConfig {
  /** Address of the folder of releases, with a final slash; undefined where none is asked. */
  server: string | undefined
  /** Public keys of those who publish releases, in base 64. */
  keys: string
  /** A newer release is put in place as soon as it is found. */
  auto: boolean
  /** The code is that of an image of a container: it never changes itself, another image takes its place. */
  isImage: boolean
}

type Environment = Record<string, string | undefined>

function portOf(text: string | undefined): number {
  const port = Number(text ?? 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new AppError('invalide', `PORT doit être un nombre de 0 à 65535, pas « ${text} ».`)
  return port
}

function backupsToKeepOf(text: string | undefined): number {
  const count = Number(text ?? 5)
  if (!Number.isInteger(count) || count < 1)
    throw new AppError('invalide', `UPDATE_BACKUPS_TO_KEEP doit être un nombre, au moins 1, pas « ${text} ».`)
  return count
}

const MOST_NIGHTS = 1000

function nightsToKeepOf(text: string): Config['nightsToKeep'] {
  const counts = text.split(',').map(Number)
  const [jours = 0, semaines = 0, mois = 0] = counts
  const isRight = counts.length === 3 && counts.every((n) => Number.isInteger(n) && n >= 0 && n <= MOST_NIGHTS)
  if (!isRight || jours < 1)
    throw new AppError(
      'invalide',
      `NIGHTLY_BACKUPS_TO_KEEP doit donner des jours (au moins 1), des semaines et des mois, comme « 7,4,6 », pas « ${text} ».`,
    )
  return { jours, semaines, mois }
}

const isYes = (text: string | undefined): boolean => ['1', 'true', 'oui'].includes((text ?? '').toLowerCase())

function proxiesOf(text: string | undefined): TrustedProxies {
  if (['', '0', 'false', 'non'].includes((text ?? '').trim().toLowerCase())) return noProxies
  const proxies = trustedProxies(text ?? '')
  if (!proxies)
    throw new AppError(
      'invalide',
      `TRUST_PROXY doit être 1 (mandataire sur cette machine ou dans un réseau privé), ou une liste d’adresses ou de réseaux (192.0.2.7, 10.0.0.0/8), pas « ${text} ».`,
    )
  return proxies
}

/** An answer on its way may be changed by anybody on a plain line; the signature would tell, but only after the download. */
function serverOf(text: string): string {
  const url = new URL(text.endsWith('/') ? text : `${text}/`)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:'))
    throw new AppError('invalide', 'UPDATE_SERVER_URL doit commencer par https://.')
  return url.href
}

/** The environment goes before the release itself (update.json, written by bin/release). */
function updateOf(env: Environment, root: string): UpdateConfig {
  const carried = (readJson(join(root, 'update.json')) ?? {}) as { serveur?: string; cle?: string }
  const server = env.UPDATE_SERVER_URL || carried.serveur
  const isImage = isYes(env.UPDATE_BY_IMAGE)
  return {
    server: server ? serverOf(server) : undefined,
    keys: env.UPDATE_PUBLIC_KEY || carried.cle || '',
    auto: isYes(env.AUTO_UPDATE) && !isImage,
    isImage,
  }
}

function processesOf(text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1 || count > 64)
    throw new AppError('invalide', `PROCESSES doit être un nombre de 1 à 64, pas « ${text} ».`)
  return count
}

function appUrlOf(text: string | undefined): string | undefined {
  if (!text) return undefined
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new AppError('invalide', `APP_URL doit commencer par http:// ou https://, pas « ${text} ».`)
  if (url.pathname !== '/')
    throw new AppError('invalide', `APP_URL ne peut pas finir par un chemin : donnez « ${url.origin} ».`)
  return url.origin
}

function readUrlsOf(text: string): string[] {
  const urls = text.split(/\s+/).filter((url) => url !== '')
  if (!urls.every((url) => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url)))
    throw new AppError(
      'invalide',
      'DATABASE_READ_URLS doit donner des adresses de serveurs PostgreSQL (postgres://…), séparées par des espaces.',
    )
  return urls
}

/** The variables whose names begin so, by the rest of their names. */
const namedBy = (env: Environment, prefix: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env)
      .filter(([name, value]) => name.startsWith(prefix) && value)
      .map(([name, value = '']) => [name.slice(prefix.length).toLowerCase(), value]),
  )

function secretOf(text: string | undefined): string | undefined {
  if (text !== undefined && !/^[\x21-\x7e]{32,200}$/.test(text))
    throw new AppError(
      'invalide',
      'SITE_SECRET doit avoir au moins 32 signes, sans espace ni accent\u00a0: celui du fichier storage/config.json.',
    )
  return text
}

/** The folder that holds package.json and VERSION: the parent of src/, or of dist/src/ once built. */
function rootFolder(): string {
  const here = import.meta.dirname
  return existsSync(join(here, '..', 'package.json')) ? resolve(here, '..') : resolve(here, '..', '..')
}

/** A release that an update brought is in the folder `releases` of the installation. */
const homeFolder = (root: string): string => (basename(dirname(root)) === 'releases' ? dirname(dirname(root)) : root)

/** Folder after folder: below /proc, `mkdirSync` with `recursive` never comes back. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o750 })
  } catch (error) {
    // Another process of the site may have made it just now.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Makes the folder of the data where it is not there yet. */
function openStorage(storage: string): void {
  try {
    makeFolder(storage)
    opendirSync(storage).closeSync()
    accessSync(storage, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new AppError('conflit', `Le dossier des données ${storage} ne peut pas être créé ou écrit (${code}).`)
  }
}

/** Reads the environment; nobody else does. Throws, in French, on a value that makes no sense. */
export function readConfig(env: Environment = process.env): Config {
  const root = rootFolder()
  const home = homeFolder(root)
  const given = env.STORAGE_DIR || DEFAULT_STORAGE
  const storage = isAbsolute(given) ? given : resolve(home, given)
  openStorage(storage)
  return {
    root,
    home,
    storage,
    port: portOf(env.PORT || undefined),
    host: env.HOST || '127.0.0.1',
    appUrl: appUrlOf(env.APP_URL),
    databaseUrl: env.DATABASE_URL || undefined,
    copies: readUrlsOf(env.DATABASE_READ_URLS ?? ''),
    trustProxy: proxiesOf(env.TRUST_PROXY),
    setupCode: env.SETUP_CODE || undefined,
    isAccessLogged: isYes(env.ACCESS_LOG),
    processes: env.PROCESSES ? processesOf(env.PROCESSES) : undefined,
    backupsToKeep: backupsToKeepOf(env.UPDATE_BACKUPS_TO_KEEP || undefined),
    nightsToKeep: nightsToKeepOf(env.NIGHTLY_BACKUPS_TO_KEEP || '7,4,6'),
    update: updateOf(env, root),
    copie: namedBy(env, 'COPIE_'),
    fichiers: sharedPlace(namedBy(env, 'FICHIERS_')),
    secret: secretOf(env.SITE_SECRET || undefined),
  }
}

/** As a shell reads it back, whatever the name holds. */
const shellWord = (text: string): string => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)

/** Typed in a shell, this serves the site: the variables say where it is, without what DATABASE_URL holds. */
export function startCommand({ home, storage, databaseUrl }: Config): string {
  const settings = [
    ...(storage === resolve(home, DEFAULT_STORAGE) ? [] : [`STORAGE_DIR=${shellWord(storage)}`]),
    ...(databaseUrl === undefined ? [] : ['DATABASE_URL=…']),
  ]
  return [...settings, 'npm start'].join(' ')
}
