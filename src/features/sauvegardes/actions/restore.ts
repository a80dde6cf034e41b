import { createWriteStream, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { type Base, baseAt, isKnownMigration, type SavedBase } from '../../../db/bases.ts'
import type { Db } from '../../../db/schema.ts'
import { randomToken } from '../../../lib/crypto.ts'
import { AppError } from '../../../lib/errors.ts'
import { alone } from '../../../lib/held-file.ts'
import { readJson, writeJson } from '../../../lib/json-file.ts'
import { actorWithout, record } from '../../journal/actions.ts'
import { inMaintenance } from '../../presence/maintenance.ts'
import { FILES, type OpenArchive, openArchive, refusingDamage } from '../rules/archive.ts'
import { restorationLock } from '../rules/restoration-note.ts'
import { appFolder, replaceSiteFiles } from '../rules/site-files.ts'
import { BACKUP_TASK } from '../task-kind.ts'
import { type Backup, type BackupSite, makeBackup } from './backups.ts'

export interface Restored {
  /** The backup was made at this ISO instant. */
  creeLe: string
  lignes: Record<string, number>
  /** The site as it was before; undefined where nothing was there, or nothing that could be read. */
  copie: Backup | undefined
  /** Where a database that could not be read any more was put aside. */
  abimee: string | undefined
}

export interface RestoreOptions {
  /** Goes on where what is there cannot be saved first. */
  force?: boolean
  /** Keeps no backup of what is there: it is kept already, or nobody could change it since the backup. */
  withoutCopy?: boolean
  /** Lets everybody stay signed in: nobody could sign out since the backup. */
  keepsSessions?: boolean
  /** Tables that a later version made: they go. */
  leaving?: readonly string[]
  /** Told in French what is being done. */
  say?: (text: string) => void
}

const BUSY = 'Une restauration est déjà en cours.'

/** A restoration writes down its intention once it has to be ended: a start finds it and goes on. */
const Intent = z.object({ jeton: z.string(), dossier: z.string() })
const intentFile = (storage: string): string => join(storage, 'restauration.json')

const pendingIntent = (storage: string) => Intent.safeParse(readJson(intentFile(storage))).data

/** The restored database says so itself, in its journal. */
async function isRestored(db: Db, jeton: string): Promise<boolean> {
  const rows = await db.selectFrom('journal').select('detail').where('action', '=', 'restauration').execute()
  return rows.some(({ detail }) => detail.jeton === jeton)
}

function endIntent(storage: string, dossier: string): void {
  rmSync(intentFile(storage), { force: true })
  rmSync(dossier, { recursive: true, force: true })
}

/**
 * Ends a restoration that a kill interrupted: where the database had been replaced its files follow, otherwise nothing had
 * changed. Called at each start, before the settings are read.
 */
export async function endRestoration(storage: string, db: Db): Promise<void> {
  const intent = pendingIntent(storage)
  if (!intent) return
  if (existsSync(intent.dossier) && (await isRestored(db, intent.jeton))) replaceSiteFiles(storage, intent.dossier)
  endIntent(storage, intent.dossier)
}

function checkFit({ manifest }: OpenArchive, base: Base): void {
  const { version, moteur } = manifest
  const { forme, migrations } = manifest.base
  if (!base.forms.includes(forme))
    throw new AppError(
      'conflit',
      `Cette sauvegarde vient d’une base ${moteur}, et ce site est sur ${base.label}. Restaurez-la sur ${moteur}, puis changez de moteur avec « releve db:transfer ».`,
    )
  if (!migrations.every(isKnownMigration))
    throw new AppError(
      'conflit',
      `Cette sauvegarde vient d’une version plus récente de Relevés (${version}). Mettez d’abord Relevés à jour.`,
    )
}

const tmpFolder = (storage: string): string => join(appFolder(storage), 'tmp')
const PREPARED = 'restauration-'

/** Removes what a restoration made ready that was killed before anything had changed. Call it while no other is under way. */
function removeLeftovers(storage: string): void {
  const folder = tmpFolder(storage)
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (name.startsWith(PREPARED)) rmSync(join(folder, name), { recursive: true, force: true })
}

/** Puts the settings and the logo of the backup where they can be moved into place from. */
async function prepareFiles(archive: OpenArchive, dossier: string): Promise<void> {
  mkdirSync(join(dossier, 'nouveaux'), { recursive: true, mode: 0o750 })
  for (const name of archive.names.filter((one) => one.startsWith(FILES))) {
    const path = join(dossier, 'nouveaux', name.slice(FILES.length))
    mkdirSync(dirname(path), { recursive: true, mode: 0o750 })
    await pipeline(archive.read(name), createWriteStream(path, { mode: 0o600, flush: true }))
  }
}

/**
 * Takes out what must not come back with the rest: sessions, codes and links that were ended since, and the very backup as a task under
 * way. The journal keeps who restored what.
 */
async function settle(db: Db, jeton: string, creeLe: string, now: Date, keepsSessions: boolean): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!keepsSessions)
      for (const table of ['sessions', 'connexions', 'defis_cles', 'jetons'] as const)
        await trx.deleteFrom(table).execute()
    await trx.updateTable('taches').set({ etat: 'faite', bail: null }).where('kind', '=', BACKUP_TASK).execute()
    const detail = { cause: 'commande', jeton, du: creeLe }
    await record(trx, actorWithout(null), { action: 'restauration', detail }, now.toISOString())
  })
}

type Kept = Pick<Restored, 'copie' | 'abimee'>
const NOTHING_KEPT: Kept = { copie: undefined, abimee: undefined }

async function keepWhatIsThere(site: BackupSite, base: Base, force: boolean): Promise<Kept> {
  if ((await base.room()) === 0) return NOTHING_KEPT
  try {
    return { copie: await makeBackup(site, 'restauration'), abimee: undefined }
  } catch (error) {
    if (force) return { copie: undefined, abimee: await base.setAside() }
    const reason = error instanceof AppError ? ` (${error.message})` : ''
    throw new AppError(
      'conflit',
      `Ce qui est en place n’a pas pu être sauvegardé${reason}, et rien n’a été changé. Pour restaurer tout de même\u00a0: --force.`,
      { cause: error },
    )
  }
}

async function replace(site: BackupSite, archive: OpenArchive, options: RestoreOptions): Promise<Kept> {
  const { storage, clock } = site
  const { force = false, withoutCopy = false, keepsSessions = false, leaving = [], say } = options
  const base = baseAt(site.address)
  const jeton = randomToken()
  const dossier = join(tmpFolder(storage), PREPARED + jeton)
  say?.('Base de la sauvegarde\u00a0: ouverture et comptage…')
  const saved = archive.manifest.base as SavedBase
  const arrival = await refusingDamage(() => base.arriveWith(saved, archive.read(saved.fichier.name)))
  try {
    await prepareFiles(archive, dossier)
    await settle(arrival.db, jeton, archive.manifest.cree_le, clock(), keepsSessions)
    return await inMaintenance(storage, async () => {
      if (!withoutCopy) say?.('Copie de sécurité de ce qui est en place…')
      const kept = withoutCopy ? NOTHING_KEPT : await keepWhatIsThere(site, base, force)
      say?.('Mise en place…')
      writeJson(intentFile(storage), { jeton, dossier })
      await arrival.install((db) => isRestored(db, jeton), leaving)
      replaceSiteFiles(storage, dossier)
      endIntent(storage, dossier)
      return kept
    })
  } catch (error) {
    await arrival.discard()
    // With the intent written, the next start asks the database which of the two it is.
    if (!existsSync(intentFile(storage))) rmSync(dossier, { recursive: true, force: true })
    throw error
  }
}

/**
 * Restores a backup: checked and counted first, what is there kept as a backup, then all or nothing. The site may be serving;
 * it can only be read meanwhile. AppError `invalide` for a damaged file, `conflit` where it does not suit this site: nothing is
 * changed then.
 */
export function restoreBackup(site: BackupSite, path: string, options: RestoreOptions = {}): Promise<Restored> {
  return alone(restorationLock(site.storage), BUSY, async () => {
    options.say?.('Vérification du fichier…')
    const archive = await openArchive(path)
    const base = baseAt(site.address)
    checkFit(archive, base)
    if (pendingIntent(site.storage)) await endPending(site.storage, base)
    removeLeftovers(site.storage)
    const kept = await replace(site, archive, options)
    const { tables } = archive.manifest.base
    const lignes = Object.fromEntries(Object.entries(tables).map(([name, tally]) => [name, tally.lignes]))
    return { creeLe: archive.manifest.cree_le, lignes, ...kept }
  })
}

async function endPending(storage: string, base: Base): Promise<void> {
  const db = base.open()
  try {
    await endRestoration(storage, db)
  } finally {
    await db.destroy()
  }
}
