import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { baseAt, checkTallies, isKnownMigration, type SavedBase, type Watch } from '../../../db/bases.ts'
import { randomToken } from '../../../lib/crypto.ts'
import { freeBytes, refusingFullDisk } from '../../../lib/disk.ts'
import { AppError } from '../../../lib/errors.ts'
import { alone, hold, isHeld } from '../../../lib/held-file.ts'
import { readJson, syncFolderOf } from '../../../lib/json-file.ts'
import { type Added, type TarWriter, tarWriter } from '../../../lib/tar.ts'
import { formatSize } from '../../../lib/text.ts'
import { updateUnderWay } from '../../presence/update-note.ts'
import { FILES, newManifest, openArchive, peekArchive, refusingDamage, writeEnd } from '../rules/archive.ts'
import { backupName, type Origin, readName } from '../rules/names.ts'
import { ofThePast, outlived, type Rhythm } from '../rules/retention.ts'
import { appFolder, siteFiles } from '../rules/site-files.ts'

/** The site as its backups see it. */
export interface BackupSite {
  storage: string
  /** The address of the database, absolute. */
  address: string
  /** The version of Relevés that makes the backup. */
  version: string
  /** How many backups of each origin stay, those of the nights apart. */
  keep: number
  /** Which of the nights stay. */
  nightly: Rhythm
  clock: () => Date
}

export interface Backup {
  name: string
  /** ISO instant. */
  at: string
  origine: Origin
  /** Bytes. */
  taille: number
}

export const backupsFolder = (storage: string): string => join(appFolder(storage), 'backups')

const lockOf = (storage: string): string => join(backupsFolder(storage), '.verrou')

/** Is a backup being made, by whomever? */
export const isBackingUp = (storage: string): boolean => isHeld(lockOf(storage))

const PARTIAL = '.partiel-'
const BUSY = 'Une sauvegarde est déjà en cours. Attendez qu’elle soit finie.'
const FULL =
  'Le disque du serveur est plein\u00a0: la sauvegarde n’a pas été faite. Faites de la place, puis recommencez.'
const FULL_FOR_COMING =
  'Il n’y a pas assez de place sur le disque du serveur pour cette copie\u00a0: rien n’a été rapporté. Faites de la place, puis recommencez.'
/** It would name this version as the one that leads back to it, and that cannot. */
const NEWER =
  'La base est d’une version plus récente que ce code\u00a0: la sauvegarde n’a pas été faite. Lancez-la avec la version du site.'
/** For what is smaller than the database. */
const SPARE_BYTES = 8 * 1024 * 1024
/** Making takes longer than reading again. */
const SAVED_PERCENT = 0.75

/** The backups that are there, the newest first. */
export function listBackups(storage: string): Backup[] {
  const folder = backupsFolder(storage)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .flatMap((name) => {
      const known = readName(name)
      const stat = known && statSync(join(folder, name), { throwIfNoEntry: false })
      return known && stat?.isFile() ? [{ name, ...known, taille: stat.size }] : []
    })
    .sort((a, b) => b.name.localeCompare(a.name))
}

/** The newest backups of these origins stay, up to a number; those of the nights have their own rule. */
const COUNTED: readonly Origin[] = ['manuelle', 'mise-a-jour', 'restauration']

/** All that the nights may take: half of what the disk would have free without them. */
const NIGHTLY_SHARE = 0.5

/** Names of the backups of the nights that may go. */
function pastNights({ storage, nightly, clock }: BackupSite, nights: readonly Backup[]): string[] {
  const taken = nights.reduce((sum, { taille }) => sum + taille, 0)
  return outlived(nights, nightly, NIGHTLY_SHARE * (taken + freeBytes(backupsFolder(storage))), clock())
}

/** Removes what passes the numbers that stay, but never what was just made, nor the way back of an update that is under way. */
function purgeBackups(site: BackupSite, made: string): void {
  const folder = backupsFolder(site.storage)
  const wayBack = updateUnderWay(site.storage)?.sauvegarde
  const all = listBackups(site.storage)
  const of = (origine: Origin) => all.filter((one) => one.origine === origine)
  const past = COUNTED.flatMap((origine) =>
    ofThePast(of(origine), site.clock())
      .slice(site.keep)
      .map(({ name }) => name),
  )
  for (const name of [...pastNights(site, of('quotidienne')), ...past])
    if (name !== made && join(folder, name) !== wayBack) rmSync(join(folder, name), { force: true })
}

function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder))
    if (name.startsWith(PARTIAL)) rmSync(join(folder, name), { recursive: true, force: true })
}

/** Removes what backups that were killed have left, unless one is being made. */
export function dropPartialBackups(storage: string): void {
  const folder = backupsFolder(storage)
  const release = existsSync(folder) ? hold(lockOf(storage)) : undefined
  if (!release) return
  try {
    removeLeftovers(folder)
  } finally {
    release()
  }
}

async function checkRoom(site: BackupSite, folder: string): Promise<void> {
  const needed = (await baseAt(site.address).room()) + SPARE_BYTES
  const free = freeBytes(folder)
  if (free >= needed) return
  const message = `Il reste ${formatSize(free)} sur le disque du serveur, et une sauvegarde peut en demander ${formatSize(needed)}\u00a0: elle n’a pas été commencée.`
  throw new AppError('conflit', message)
}

async function addFiles(writer: TarWriter, storage: string): Promise<Added[]> {
  const added: Added[] = []
  for (const name of siteFiles(storage))
    added.push(await writer.add(FILES + name, [await readFile(join(appFolder(storage), name))]))
  return added
}

function siteName(storage: string): string {
  const stored = readJson(join(appFolder(storage), 'settings.json'))
  const name = (stored as { site_name?: unknown } | undefined)?.site_name
  return typeof name === 'string' ? name : ''
}

async function write(site: BackupSite, origine: Origin, folder: string, watch: Watch): Promise<string> {
  const { storage, version, clock } = site
  const base = baseAt(site.address)
  const path = join(folder, 'archive.tar')
  const at = clock()
  const writer = await tarWriter(path, at)
  try {
    const saved: SavedBase = await base.save({ folder, add: writer.add }, watch)
    if (!saved.migrations.every(isKnownMigration)) throw new AppError('conflit', NEWER)
    const files = await addFiles(writer, storage)
    const rest = { version, cree_le: at.toISOString(), origine, site: siteName(storage), moteur: base.label }
    await writeEnd(writer, newManifest({ ...rest, base: saved }), [saved.fichier, ...files])
    return path
  } catch (error) {
    await writer.close()
    throw error
  }
}

/** Reads the backup again, to its last row: only then it is called one. */
async function check(site: BackupSite, path: string): Promise<void> {
  await refusingDamage(async () => {
    const { manifest, read } = await openArchive(path)
    const saved = manifest.base as SavedBase
    const found = await baseAt(site.address).inspect(saved, read(saved.fichier.name))
    checkTallies(saved.tables, found.tables)
    if (found.contenu !== saved.contenu) throw new Error('the database in the backup is not the one that was copied')
  })
}

/** A name that is still free: two backups of one second keep both. */
function freeName(folder: string, at: Date, origine: Origin): string {
  for (let later = at; ; later = new Date(later.getTime() + 1000)) {
    const name = backupName(later, origine)
    if (!existsSync(join(folder, name))) return name
  }
}

/** Makes it in a folder of its own, and puts it among the others once it was read again. */
async function makeIn(work: string, site: BackupSite, origine: Origin, { progress, signal }: Watch): Promise<Backup> {
  const folder = backupsFolder(site.storage)
  const part = (percent: number) => progress?.(Math.floor(percent * SAVED_PERCENT))
  const path = await write(site, origine, work, { signal, progress: part })
  await check(site, path)
  signal?.throwIfAborted()
  const name = freeName(folder, site.clock(), origine)
  renameSync(path, join(folder, name))
  syncFolderOf(join(folder, name))
  purgeBackups(site, name)
  return { name, at: readName(name)?.at ?? '', origine, taille: statSync(join(folder, name)).size }
}

/**
 * Makes a backup of database, settings and files in the backups folder, while the site serves; the oldest of the same origin go.
 * AppError `conflit` where another is being made or the disk has no room. Whatever fails or is killed leaves no backup.
 */
export async function makeBackup(site: BackupSite, origine: Origin, watch: Watch = {}): Promise<Backup> {
  const folder = backupsFolder(site.storage)
  // The lock is a file too.
  return refusingFullDisk(FULL, async () => {
    mkdirSync(folder, { recursive: true, mode: 0o750 })
    return alone(lockOf(site.storage), BUSY, async () => {
      removeLeftovers(folder)
      await checkRoom(site, folder)
      const work = join(folder, PARTIAL + randomToken())
      mkdirSync(work, { mode: 0o700 })
      try {
        return await makeIn(work, site, origine, watch)
      } finally {
        rmSync(work, { recursive: true, force: true })
      }
    })
  })
}

/**
 * Puts a backup that comes from elsewhere among the others, once `write` has written it to the path that it is given. AppError `conflit`
 * where another is being made or the disk has no room for `taille` bytes. Whatever fails or is killed leaves no backup.
 */
export async function receiveBackup(
  storage: string,
  name: string,
  taille: number,
  write: (path: string) => Promise<void>,
): Promise<void> {
  const folder = backupsFolder(storage)
  return refusingFullDisk(FULL_FOR_COMING, async () => {
    mkdirSync(folder, { recursive: true, mode: 0o750 })
    return alone(lockOf(storage), BUSY, async () => {
      removeLeftovers(folder)
      if (freeBytes(folder) < taille + SPARE_BYTES) throw new AppError('conflit', FULL_FOR_COMING)
      const path = join(folder, PARTIAL + randomToken())
      try {
        await write(path)
        renameSync(path, join(folder, name))
        syncFolderOf(join(folder, name))
      } finally {
        rmSync(path, { force: true })
      }
    })
  })
}

/** Rows of each table of a backup, and the steps of its database; undefined where it cannot be read. */
export async function contentOfBackup(storage: string, name: string) {
  try {
    const { base } = (await peekArchive(join(backupsFolder(storage), name))).manifest
    const lignes: Record<string, number | undefined> = Object.fromEntries(
      Object.entries(base.tables).map(([table, tally]) => [table, tally.lignes]),
    )
    return { lignes, migrations: base.migrations }
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
