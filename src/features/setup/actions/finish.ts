import { dialectOf } from '../../../db/dialect/index.ts'
import { migrateToLatest } from '../../../db/migrate.ts'
import { openDatabase } from '../../../db/open.ts'
import type { Db, UserRole } from '../../../db/schema.ts'
import { randomToken } from '../../../lib/crypto.ts'
import { AppError } from '../../../lib/errors.ts'
import { alone } from '../../../lib/held-file.ts'
import type { Log } from '../../../lib/log.ts'
import type { SmtpServer } from '../../../lib/mailer.ts'
import { saveLogo } from '../../parametres/rules/logo.ts'
import { messagerieOf } from '../../parametres/rules/messageries.ts'
import { DEFAULT_SETTINGS, settingsStore } from '../../parametres/store.ts'
import {
  hasMarker,
  pathsOf,
  removeSetupFiles,
  storedAddress,
  writeMarker,
  writeSiteConfig,
} from '../../presence/installation.ts'
import { installReadyTypes } from '../../types-sources/actions/models.ts'
import { createUser } from '../../users/actions/accounts.ts'
import { addressOf } from '../database.ts'
import { keptLogo } from '../rules/kept-logo.ts'
import { type DatabaseChoice, type Progress, progressStore } from '../rules/progress.ts'

export interface DemoUser {
  name: string
  password: string
  role: UserRole
}

/** The site to be installed, as the wizard, the command line and a start that goes on with one see it. */
export interface SetupSite {
  storage: string
  version: string
  /** DATABASE_URL. */
  databaseUrl: string | undefined
  /** SITE_SECRET. */
  secret?: string | undefined
  clock: () => Date
  log: Log
  seedDemo: (db: Db, now: string) => Promise<{ users: DemoUser[] }>
}

export interface Finished {
  /** ISO instant. */
  installedAt: string
  /** The public address that was answered; null where none was. */
  appUrl: string | null
  /** Accounts of the demonstration archive; 'echec' where it could not be loaded; undefined where nobody asked. */
  demo: DemoUser[] | 'echec' | undefined
}

const ALREADY = 'Relevés est déjà installé : l’assistant ne sert plus.'
export const BUSY = 'Une installation est déjà en cours. Attendez quelques instants, puis rechargez la page.'
const TAKEN = 'Cette base contient déjà des comptes : rien n’a été installé. Choisissez une base vide.'

interface Answers extends Progress {
  database: DatabaseChoice
  site: NonNullable<Progress['site']>
  admin: NonNullable<Progress['admin']>
}

/** Every question answered? */
export const isComplete = (progress: Progress): progress is Answers =>
  progress.database !== undefined && progress.site !== undefined && progress.admin !== undefined

/** The installations of this process by their lock: the button pressed twice has one result, demonstration accounts included. */
const underWay = new Map<string, Promise<Finished>>()

/** Is this process installing that site now? */
export const isFinishing = (storage: string): boolean => underWay.has(pathsOf(storage).lock)

/** The one administrator, made only where there is no account; the one of an interrupted installation is known by its hash. */
async function createAdmin(db: Db, admin: Answers['admin'], now: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await dialectOf(trx).locks.lock(trx, 'installation')
    const known = await trx.selectFrom('users').select('password_hash').orderBy('id').limit(1).executeTakeFirst()
    if (known && known.password_hash !== admin.password_hash) throw new AppError('conflit', TAKEN)
    if (!known) {
      const { name, email, password_hash } = admin
      const account = { name, email, role: 'admin', must_change_password: false, now } as const
      // The password itself was never kept: the account takes the hash made when it was chosen.
      const id = await createUser(trx, { ...account, password: randomToken() })
      await trx.updateTable('users').set({ password_hash }).where('id', '=', id).execute()
    }
    await installReadyTypes(trx)
  })
}

/** DATABASE_URL is not copied into a file: it may hold a password, and whoever sets it will set it again. */
function storedDatabase(site: SetupSite, database: DatabaseChoice): { database?: string } {
  if (site.databaseUrl) return {}
  return { database: storedAddress(site.storage, addressOf(site.storage, database, undefined)) }
}

/** The server of the chosen provider with the account that was given; null where mail waits for the settings. */
function mailServerOf({ courriel, site }: Answers): SmtpServer | null {
  const chosen = courriel && messagerieOf(courriel.messagerie)
  if (!chosen) return null
  const { host, port, encryption } = chosen
  const account = { username: courriel.adresse, password: courriel.mot_de_passe, sender_address: courriel.adresse }
  return { host, port, encryption, ...account, sender_name: site.site_name }
}

/** Files in the order in which an interruption between any two can be told from a finished installation. */
async function writeFiles(site: SetupSite, answers: Answers, installedAt: string): Promise<void> {
  const { site_name, app_url } = answers.site
  const secret = site.secret ?? answers.secret
  const settings = settingsStore(site.storage, site.log, secret)
  settings.write({ ...DEFAULT_SETTINGS, site_name, installed_at: installedAt, smtp: mailServerOf(answers) })
  const image = keptLogo(site.storage, answers)
  if (image) await saveLogo(settings, site.storage, image)
  const address = app_url === null ? {} : { app_url }
  writeSiteConfig(site.storage, { ...storedDatabase(site, answers.database), secret, ...address })
  if (!writeMarker(site.storage, site.version, installedAt)) throw new AppError('interdit', ALREADY)
  removeSetupFiles(site.storage)
}

async function loadDemo(site: SetupSite, db: Db): Promise<DemoUser[] | 'echec'> {
  try {
    const { users } = await site.seedDemo(db, site.clock().toISOString())
    return users
  } catch (error) {
    // The site is installed all the same; its administrator is told that it is empty.
    site.log.error('demonstration data could not be loaded', { error })
    return 'echec'
  }
}

/** The database of the answers, migrated, with its administrator. Closed again where that fails. */
async function prepareDatabase(site: SetupSite, answers: Answers, installedAt: string): Promise<Db> {
  const db = openDatabase(addressOf(site.storage, answers.database, site.databaseUrl), {
    onError: (error) => site.log.error('database connection lost during the installation', { error }),
  })
  try {
    await dialectOf(db).settle(db)
    await migrateToLatest(db)
    await createAdmin(db, answers.admin, installedAt)
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/**
 * Did this try leave nothing behind? Then the answers can still be changed. A try that goes on with a killed one knows it only
 * of a base that is another site's: where the base is away, its administrator may already be there.
 */
const leftNothing = (answers: Answers, error: unknown): boolean =>
  answers.finition === undefined || (error instanceof AppError && error.code === 'conflit')

async function install(site: SetupSite, answers: Answers, demo: boolean): Promise<Finished> {
  const store = progressStore(site.storage)
  const installedAt = answers.finition ?? site.clock().toISOString()
  store.write({ finition: installedAt })
  const db = await prepareDatabase(site, answers, installedAt).catch((error: unknown) => {
    if (leftNothing(answers, error)) store.clear('finition')
    throw error
  })
  try {
    await writeFiles(site, answers, installedAt)
    return { installedAt, appUrl: answers.site.app_url, demo: demo ? await loadDemo(site, db) : undefined }
  } finally {
    await db.destroy()
  }
}

/**
 * Installs from the answers that storage/setup-progress.json holds, or goes on with an installation that was interrupted:
 * database migrated, administrator and ready types, settings, configuration, marker. AppError `interdit` where the site is
 * installed, `conflit` where another process installs it or the database has accounts, `invalide` where answers are missing.
 * Where this process is already at it, its result is that of the call that came first, and so is its `demo`.
 */
export function finish(site: SetupSite, { demo = false } = {}): Promise<Finished> {
  const { lock } = pathsOf(site.storage)
  const known = underWay.get(lock)
  if (known) return known
  const finishing = alone(lock, BUSY, async () => {
    if (hasMarker(site.storage)) throw new AppError('interdit', ALREADY)
    const answers = progressStore(site.storage).read()
    if (!isComplete(answers)) throw new AppError('invalide', 'Il manque des réponses : reprenez l’installation.')
    return install(site, answers, demo)
  }).finally(() => underWay.delete(lock))
  underWay.set(lock, finishing)
  return finishing
}
