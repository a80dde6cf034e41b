import { seedDemo } from '../../db/seeds/demo.ts'
import { createApp } from '../app.tsx'
import type { Config } from '../config.ts'
import { migrateBase } from '../db/bases.ts'
import { dialectOf } from '../db/dialect/index.ts'
import { ageOf } from '../db/migrate.ts'
import type { Db } from '../db/schema.ts'
import { DEFAULT_SETTINGS } from '../features/parametres/store.ts'
import {
  databaseAddress,
  hasMarker,
  isMissingFile,
  newSecret,
  readSiteConfig,
  removeSetupFiles,
  type SiteConfig,
  writeMarker,
  writeSiteConfig,
} from '../features/presence/installation.ts'
import { isServedElsewhere } from '../features/presence/presence.ts'
import { endRestoration } from '../features/sauvegardes/actions/restore.ts'
import { finish, isComplete, type SetupSite } from '../features/setup/actions/finish.ts'
import { siteBehind } from '../features/setup/database.ts'
import { setupCode } from '../features/setup/rules/code.ts'
import { noDatabase } from '../features/setup/rules/no-database.ts'
import { leftOver, progressStore } from '../features/setup/rules/progress.ts'
import { AppError } from '../lib/errors.ts'
import type { Log } from '../lib/log.ts'
import { createDamagedApp, createSetupApp } from '../setup-app.tsx'
import type { Deps } from '../web/env.ts'
import { buildDeps, configuredDeps, readVersion, systemClock } from './deps.ts'
import { runSchedule } from './schedule.ts'
import { beginSharing, othersServe } from './servers.ts'
import { filesOf } from './shared-files.ts'
import { startTasks } from './tasks.ts'
import { IN_IMAGE, TROUBLES } from './troubles.ts'
import { backUpBefore } from './way-back.ts'

type Fetch = (request: Request, env?: unknown) => Response | Promise<Response>

/** One of three faces of the site, and what it takes to answer by it. */
export interface Served {
  stage: 'application' | 'installation' | 'indisponible'
  fetch: Fetch
  /** Where to begin: the wizard's ready address, the home page. */
  path: string
  db: Db | undefined
  /** The address of that database, absolute. */
  address?: string
  /** The database is of a newer version than this code: an update will do. */
  isOvertaken?: boolean
  /** Takes over what other servers changed that share no folder; absent where there are none. */
  follow?: () => Promise<void>
  /** Begins what is due; absent where nothing ever is. */
  tick?: (now: Date) => Promise<void>
  /** Begins what works in the background; absent where nothing does. The result of it ends that. */
  startTasks?: () => () => Promise<void>
}

/** Every stage but the application runs without a database. */
function depsWithout(config: Config, log: Log, site: { site_name: string; secret: string }): Deps {
  return {
    db: noDatabase(),
    ...configuredDeps(config),
    log,
    settings: {
      read: () => ({ ...DEFAULT_SETTINGS, site_name: site.site_name }),
      write: () => undefined,
      save: async () => undefined,
    },
    secret: site.secret,
  }
}

function damaged(config: Config, log: Log, trouble: keyof typeof TROUBLES): Served {
  const [title, usual] = TROUBLES[trouble]
  const message = (config.update.isImage && IN_IMAGE[trouble]) || usual
  const deps = depsWithout(config, log, { site_name: DEFAULT_SETTINGS.site_name, secret: newSecret() })
  const isOvertaken = trouble === 'depassee'
  const statut = isOvertaken || trouble === 'devancee' ? 'autre-version' : 'indisponible'
  const { fetch } = createDamagedApp(deps, { title, message, statut })
  return { stage: 'indisponible', fetch, path: '/', db: undefined, isOvertaken }
}

export const siteToInstall = (config: Config, log: Log): SetupSite => ({
  storage: config.storage,
  version: readVersion(config),
  databaseUrl: config.databaseUrl,
  secret: config.secret,
  clock: systemClock,
  log,
  seedDemo,
})

function wizard(config: Config, log: Log, onInstalled: () => Promise<void>): Served {
  const code = setupCode(config.storage, config.setupCode)
  const progress = progressStore(config.storage)
  const deps = depsWithout(config, log, { site_name: DEFAULT_SETTINGS.site_name, secret: progress.read().secret })
  const app = createSetupApp(deps, { ...siteToInstall(config, log), code, appUrl: config.appUrl, onInstalled })
  const path = `/setup?code=${encodeURIComponent(code)}`
  return { stage: 'installation', fetch: app.fetch, path, db: undefined }
}

/**
 * The database migrated and with accounts, or what is wrong with it. It is not taken from under the hands of servers that still have
 * older code.
 */
async function prepare(
  config: Config,
  address: string,
  db: Db,
  log: Log,
): Promise<'comptes' | 'depassee' | 'devancee' | 'sauvegarde' | undefined> {
  const age = await ageOf(db)
  if (age === 'newer') return 'depassee'
  if (age === 'older') {
    if (isServedElsewhere(config.storage, config.home) || (await othersServe(config, address, db))) return 'devancee'
    if (!(await backUpBefore(config, address, db, log))) return 'sauvegarde'
    await migrateBase(address)
  }
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) ? undefined : 'comptes'
}

async function openSite(config: Config, log: Log, address: string, stored: SiteConfig): Promise<Served> {
  const site = { ...config, appUrl: config.appUrl ?? stored.app_url }
  let db: Db | undefined
  try {
    const deps = buildDeps(site, { url: address, secret: stored.secret }, log)
    db = deps.db
    await endRestoration(config.storage, db)
    const trouble = await prepare(config, address, db, log)
    for (const concern of await dialectOf(db).concerns(db)) log.warn(concern)
    const sharing = trouble ? undefined : await beginSharing(site, address, deps)
    const follow = typeof sharing === 'object' ? { follow: sharing.follow } : {}
    if (!trouble && sharing !== 'cle')
      return {
        ...follow,
        stage: 'application',
        fetch: createApp(deps).fetch,
        path: '/',
        db,
        address,
        // Every minute: an import beside it would write half as many lines a second half of the time.
        tick: (now) => dialectOf(deps.db).locks.unhurried(deps.db, () => runSchedule(site, deps, now)),
        startTasks: () => startTasks(deps, address, filesOf(config, address)),
      }
    await db.destroy()
    return damaged(config, log, trouble ?? 'cle')
  } catch (error) {
    log.error('the database cannot be opened or migrated', { error })
    const isAway = db !== undefined && dialectOf(db).errors.isUnavailable(error)
    await db?.destroy()
    return damaged(config, log, isAway ? 'muette' : 'base')
  }
}

/** With the marker in place: the site, or what keeps it from serving. Never the wizard. */
function openInstalled(config: Config, log: Log, stored: SiteConfig | undefined): Promise<Served> | Served {
  const { storage, databaseUrl } = config
  if (!stored && !databaseUrl) return damaged(config, log, 'config')
  const url = databaseUrl ?? stored?.database
  if (!url) return damaged(config, log, 'adresse')
  const address = databaseAddress(storage, url)
  if (isMissingFile(address)) return damaged(config, log, 'fichier')
  // The lost file held a key of form tokens: a new one only makes open forms expire.
  const known = { ...stored, secret: config.secret ?? stored?.secret ?? newSecret() }
  if (!stored) writeSiteConfig(storage, known)
  removeSetupFiles(storage)
  return openSite(config, log, address, known)
}

/** Goes on with an installation that a kill interrupted; what is wrong where it cannot. */
async function resume(config: Config, log: Log): Promise<'reprise' | undefined> {
  const left = hasMarker(config.storage) ? undefined : leftOver(config.storage)
  if (!left?.finition || !isComplete(left)) return undefined
  try {
    await finish(siteToInstall(config, log))
    log.info('interrupted installation resumed')
    return undefined
  } catch (error) {
    log.error('interrupted installation cannot be resumed', { error })
    // Taken database: nothing of this site exists, the wizard may ask again.
    return error instanceof AppError && !leftOver(config.storage)?.finition ? undefined : 'reprise'
  }
}

/** Is this one more server of a site, whose folder is new and whose environment says all that it needs? */
const isOneMore = ({ fichiers, secret }: Config): boolean => fichiers !== undefined && secret !== undefined

function openMore(config: Config, log: Log): Promise<Served> | Served {
  writeMarker(config.storage, readVersion(config), systemClock().toISOString())
  log.info('one more server of the site')
  return openInstalled(config, log, undefined)
}

/**
 * Opens what this storage folder and environment call for: the site, the wizard where nothing was ever installed, or a page that
 * says what is wrong. Installed = marker, or configuration, or accounts behind DATABASE_URL (reliability.md T1).
 */
export async function openStage(config: Config, log: Log, onInstalled: () => Promise<void>): Promise<Served> {
  const trouble = await resume(config, log)
  if (trouble) return damaged(config, log, trouble)
  const stored = readSiteConfig(config.storage)
  if (stored === 'illisible') return damaged(config, log, 'config')
  if (hasMarker(config.storage)) return openInstalled(config, log, stored)
  if (stored) return damaged(config, log, 'temoin')
  if (!config.databaseUrl) return wizard(config, log, onInstalled)
  const behind = await siteBehind(config.storage, config.databaseUrl)
  if (behind === 'aucun') return wizard(config, log, onInstalled)
  if (behind === 'present') return isOneMore(config) ? openMore(config, log) : damaged(config, log, 'temoin')
  log.error('DATABASE_URL does not lead to a usable database', { reason: behind.inconnu })
  return damaged(config, log, 'muette')
}
