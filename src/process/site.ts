import { type Config, readConfig } from '../config.ts'
import { type Base, baseAt } from '../db/bases.ts'
import { openDatabase, schemeOf } from '../db/open.ts'
import type { Db } from '../db/schema.ts'
import { settingsStore } from '../features/parametres/store.ts'
import { databaseAddress, hasMarker, isMissingFile, readSiteConfig } from '../features/presence/installation.ts'
import { servers } from '../features/presence/servers-queries.ts'
import type { BackupSite } from '../features/sauvegardes/actions/backups.ts'
import { AppError } from '../lib/errors.ts'
import { silentLog } from '../lib/log.ts'
import type { Settings } from '../web/env.ts'
import { readVersion, systemClock } from './deps.ts'
import { filesOf, shareFiles } from './shared-files.ts'

export const NO_BASE = 'Relevés n’est pas installé dans ce dossier de données, ou sa base manque.'

/** Address of the database, given or configured; undefined where neither says one. */
export function givenAddress({ storage, databaseUrl }: Config): string | undefined {
  const stored = readSiteConfig(storage)
  if (stored === 'illisible') throw new AppError('conflit', 'Le fichier storage/config.json ne peut pas être lu.')
  const url = databaseUrl ?? stored?.database
  return url && databaseAddress(storage, url)
}

export const isInstalled = ({ storage }: Config): boolean => hasMarker(storage) || readSiteConfig(storage) !== undefined

/** Address of a database that is there. */
export function presentAddress(config: Config): string {
  const address = givenAddress(config)
  if (!address || isMissingFile(address)) throw new AppError('interdit', NO_BASE)
  return address
}

export const backupSite = (config: Config, address: string): BackupSite => ({
  storage: config.storage,
  address,
  version: readVersion(config),
  keep: config.backupsToKeep,
  nightly: config.nightsToKeep,
  clock: systemClock,
})

/** The secret of the site in this folder; '' where there is none. */
export function secretOf({ storage, secret }: Config): string {
  const stored = readSiteConfig(storage)
  return secret ?? (typeof stored === 'object' ? stored.secret : '')
}

/** The settings of the site, for commands. */
export const settingsOf = (config: Config): Settings =>
  settingsStore(config.storage, silentLog, secretOf(config)).read()

export interface InstalledSite {
  db: Db
  config: Config
  /** The address of the database. */
  address: string
  /** The application's secret; '' where the environment alone knows the site. */
  secret: string
}

const AWAY =
  'La base de données ne répond pas. Vérifiez que son serveur est démarré, ou qu’aucun autre programme ne tient son fichier, puis recommencez.'
const FULL = 'Le disque de la base de données est plein. Faites de la place, puis recommencez.'

/** Rejects with an AppError `conflit` where the database is away or has no room left: both are mended outside of Relevés. */
export async function answering<T>({ dialect }: Base, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (dialect.errors.isDiskFull(error)) throw new AppError('conflit', FULL)
    if (dialect.errors.isUnavailable(error)) throw new AppError('conflit', AWAY)
    throw error
  }
}

const NO_STORE =
  'Les serveurs de ce site ont un stockage en commun\u00a0: donnez à cette commande les mêmes variables qu’à leur service (FICHIERS_ADRESSE…, SITE_SECRET).'

/** AppError `conflit` where a command would leave alone on this server what all of them are to have. */
async function refuseWithoutStore(config: Config, address: string, db: Db): Promise<void> {
  if (schemeOf(address) === 'sqlite' || config.fichiers) return
  // A base of before this table has no such servers.
  if ((await servers(db, systemClock()).catch(() => [])).length > 0) throw new AppError('conflit', NO_STORE)
}

/** Works on the database of the installed site, and closes it. AppError `interdit` where there is none. */
export async function onSite<T>(work: (site: InstalledSite) => Promise<T>): Promise<T> {
  const config = readConfig()
  const address = presentAddress(config)
  const db = openDatabase(address)
  try {
    await refuseWithoutStore(config, address, db)
    shareFiles(config.storage, filesOf(config, address), { db, clock: systemClock, log: silentLog })
    return await answering(baseAt(address), () => work({ db, config, address, secret: secretOf(config) }))
  } finally {
    await db.destroy()
  }
}
