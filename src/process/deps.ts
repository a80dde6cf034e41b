import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { openDatabase, schemeOf } from '../db/open.ts'
import { isInMaintenance } from '../features/presence/maintenance.ts'
import { AppError } from '../lib/errors.ts'
import { jsonLog, type Log } from '../lib/log.ts'
import type { AssetManifest, Deps } from '../web/env.ts'
import { Traffic } from '../web/traffic.ts'
import { runCommand } from './run-command.ts'
import { filesOf, settingsOf, shareFiles } from './shared-files.ts'

export const stdoutLog = (): Log => jsonLog((line) => process.stdout.write(line))

export const systemClock = (): Date => new Date(Date.now())

/** The folder where bin/assets puts what browsers load. */
export const assetsFolder = (config: Config): string => join(config.root, 'dist', 'assets')

export function readManifest(config: Config): AssetManifest {
  const path = join(assetsFolder(config), 'manifest.json')
  if (!existsSync(path))
    throw new AppError('conflit', 'Les fichiers du navigateur ne sont pas construits : lancez « npm start ».')
  return JSON.parse(readFileSync(path, 'utf8')) as AssetManifest
}

export const readVersion = (config: Config): string => readFileSync(join(config.root, 'VERSION'), 'utf8').trim()

/** All that a site needs beside its database and its settings, as its configuration and its code say it. */
export const configuredDeps = (config: Config) => ({
  clock: systemClock,
  assets: readManifest(config),
  assetsFolder: assetsFolder(config),
  storage: config.storage,
  appUrl: config.appUrl,
  trustProxy: config.trustProxy,
  updateServer: config.update.server,
  isImage: config.update.isImage,
  version: readVersion(config),
  traffic: new Traffic(),
  runCommand: (args: string[]) => runCommand(config, args, stdoutLog()),
  isAccessLogged: config.isAccessLogged,
})

/** Everything an installed site needs. The caller closes `db`. */
export function buildDeps(config: Config, database: { url: string; secret: string }, log: Log): Deps {
  if (config.copies.length > 0 && schemeOf(database.url) === 'sqlite')
    log.warn('DATABASE_READ_URLS ne sert à rien : la base de ce site est un fichier SQLite, que rien ne suit.')
  const db = openDatabase(database.url, {
    isHeld: () => isInMaintenance(config.storage),
    onError: (error) => log.error('database connection lost', { error }),
    isWatched: true,
    copies: config.copies,
    onCopy: (place, isUsed, error) => {
      if (isUsed) log.info('database copy read', { place })
      else log.warn('database copy left', { place, error })
    },
  })
  if (config.fichiers && schemeOf(database.url) === 'sqlite')
    log.warn(
      'FICHIERS_ADRESSE ne sert à rien : la base de ce site est un fichier SQLite, dans le même dossier que ses fichiers.',
    )
  shareFiles(config.storage, filesOf(config, database.url), { db, clock: systemClock, log })
  return {
    db,
    ...configuredDeps(config),
    log,
    settings: settingsOf(config, { address: database.url, secret: database.secret, db }, log),
    secret: database.secret,
  }
}
