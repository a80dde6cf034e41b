import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Db } from '../../../db/schema.ts'
import { randomToken } from '../../../lib/crypto.ts'
import { refusingFullDisk } from '../../../lib/disk.ts'
import { DAY_MS } from '../../../lib/durations.ts'
import { dropUnneeded } from '../../fichiers/actions/sweep.ts'
import { lastFile } from '../../fichiers/queries.ts'
import { share, shelfOf } from '../../fichiers/rules/shelves.ts'
import type { Leaving } from './files.ts'
import { writeArchive } from './write.ts'

/** Below `tmp`, which no backup takes: it holds the same as they do. */
const FOLDER = 'app/tmp/emporter'
const folderOf = (storage: string): string => join(storage, FOLDER)

const NAME = /^tout-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.zip$/
const KEPT_MS = 7 * DAY_MS
const FULL = 'Le disque du serveur est plein\u00a0: l’archive n’a pas été faite. Faites de la place, puis recommencez.'

export interface ArchiveFile {
  path: string
  /** ISO instant. */
  at: string
  taille: number
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])

/** The instant in a name; undefined where the name is none of ours. */
function atOf(name: string): string | undefined {
  const [, day, h, m, s] = NAME.exec(name) ?? []
  return day === undefined ? undefined : `${day}T${h}:${m}:${s}.000Z`
}

/** The archive that waits to be downloaded; undefined where there is none. */
export function lastArchive(storage: string): ArchiveFile | undefined {
  const folder = folderOf(storage)
  const name = namesIn(folder)
    .filter((one) => NAME.test(one))
    .sort()
    .at(-1)
  const at = name && atOf(name)
  const stat = name && statSync(join(folder, name), { throwIfNoEntry: false })
  return at && stat ? { path: join(folder, name), at, taille: stat.size } : undefined
}

/** Likewise, wherever it was made; its file is to be asked for by `present`. */
export async function archiveToTake(db: Db, storage: string): Promise<ArchiveFile | undefined> {
  if (!shelfOf(storage)) return lastArchive(storage)
  const found = await lastFile(db, FOLDER)
  const at = atOf(basename(found?.nom ?? ''))
  return found && at ? { path: join(storage, found.nom), at, taille: found.octets } : undefined
}

/** Makes the one archive that is kept; it has its name once it is whole. AppError `conflit` where the disk is full. */
export async function makeArchive(db: Db, storage: string, leaving: Leaving): Promise<void> {
  const folder = folderOf(storage)
  mkdirSync(folder, { recursive: true, mode: 0o750 })
  for (const left of namesIn(folder).filter((one) => !NAME.test(one))) rmSync(join(folder, left), { force: true })
  const partial = join(folder, `.partiel-${randomToken()}`)
  try {
    await refusingFullDisk(FULL, () => writeArchive(db, partial, leaving))
    const path = join(folder, `tout-${leaving.at.slice(0, 19).replaceAll(':', '-')}Z.zip`)
    await share(path, partial)
    for (const old of namesIn(folder).filter((one) => NAME.test(one))) rmSync(join(folder, old), { force: true })
    renameSync(partial, path)
    await dropUnneeded({ db, storage }, FOLDER, new Set([basename(path)]), new Date(Date.parse(leaving.at) + DAY_MS))
  } finally {
    rmSync(partial, { force: true })
  }
}

/** Throws an archive away after a week: it holds the addresses of all members. */
export async function purgeArchives(db: Db, storage: string, now: Date): Promise<void> {
  const archive = lastArchive(storage)
  if (archive && now.getTime() - Date.parse(archive.at) > KEPT_MS) rmSync(archive.path, { force: true })
  await dropUnneeded({ db, storage }, FOLDER, new Set(), new Date(now.getTime() - KEPT_MS))
}
