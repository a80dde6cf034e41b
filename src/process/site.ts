import { statSync } from 'node:fs'
import { type Config, readConfig } from '../config.ts'
import { openDatabase } from '../db/open.ts'
import type { Db } from '../db/schema.ts'
import { databaseAddress, hasMarker, isMissingFile, readSiteConfig } from '../features/presence/installation.ts'
import type { BackupSite } from '../features/sauvegardes/backups.ts'
import { AppError } from '../lib/errors.ts'
import { readVersion, systemClock } from './deps.ts'

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

export interface InstalledSite {
  db: Db
  config: Config
  /** The application's secret; '' where the environment alone knows the site. */
  secret: string
}

/** Works on the database of the installed site, and closes it. AppError `interdit` where there is none. */
export async function onSite(work: (site: InstalledSite) => Promise<number>): Promise<number> {
  const config = readConfig()
  const db = openDatabase(presentAddress(config))
  const stored = readSiteConfig(config.storage)
  try {
    return await work({ db, config, secret: typeof stored === 'object' ? stored.secret : '' })
  } finally {
    await db.destroy()
  }
}

/** Bytes of a database that is a file; undefined for one of a server. */
export function baseSize(address: string): number | undefined {
  const path = address.startsWith('sqlite:') ? address.slice('sqlite:'.length) : undefined
  return path === undefined ? undefined : statSync(path).size
}
