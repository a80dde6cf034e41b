import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../../db/schema.ts'
import { isNearlyFull } from '../../../lib/disk.ts'
import { DAY_MS, HOUR_MS } from '../../../lib/durations.ts'
import type { Deps } from '../../../web/env.ts'
import { lostFiles } from '../../fichiers/queries.ts'
import { sharedOf, shelfOf } from '../../fichiers/rules/shelves.ts'
import { BIN, hashOfName, imagesFolder, statOf, toBin } from '../rules/photo-files.ts'
import { dropUnused, lockPhotos } from './photo-rows.ts'

/** No upload lasts as long: an older file without a row was left by a process that was killed. */
const LEFT_MS = HOUR_MS
/** As long as deleted sources are kept; a backup of those days finds its photos. */
const BIN_MS = 30 * DAY_MS
const CACHED_MS = 30 * DAY_MS
/** More than that waits for the next hour. */
const LOST_AT_ONCE = 1000

const foldersIn = async (folder: string): Promise<string[]> =>
  existsSync(folder) ? (await readdir(folder)).filter((name) => /^[0-9a-f]{2}$/.test(name)) : []

const isOlder = async (path: string, ms: number, now: Date): Promise<boolean> => {
  const stat = await statOf(path)
  return stat !== undefined && now.getTime() - stat.mtimeMs > ms
}

/** Those of these names that no row of a photo stands for. */
async function withoutRow(db: Db, names: readonly string[]): Promise<string[]> {
  const hashes = [...new Set(names.flatMap((name) => hashOfName(name)?.sha256 ?? []))]
  const known = new Set<string>()
  for (let at = 0; at < hashes.length; at += 500) {
    const some = hashes.slice(at, at + 500)
    const rows = await db.selectFrom('images').select('sha256').where('sha256', 'in', some).execute()
    for (const { sha256 } of rows) known.add(sha256)
  }
  return names.filter((name) => !known.has(hashOfName(name)?.sha256 ?? ''))
}

/** Files that were written for a row which never came go to the bin; halves of files go for good. */
async function sweepFolder(db: Db, folder: string, part: string, now: Date): Promise<void> {
  const names = (await readdir(join(folder, part))).map((name) => `${part}/${name}`)
  const old: string[] = []
  for (const name of names) if (await isOlder(join(folder, name), LEFT_MS, now)) old.push(name)
  for (const name of old.filter((one) => one.endsWith('.tmp'))) await rm(join(folder, name), { force: true })
  const files = old.filter((name) => hashOfName(name) !== undefined)
  if ((await withoutRow(db, files)).length === 0) return
  await db.transaction().execute(async (trx) => {
    await lockPhotos(trx)
    await toBin(trx, folder, await withoutRow(trx, files), now)
  })
}

/** Empties the bin of what is older than that; wholly where the disk is nearly full. */
async function emptyBin(folder: string, now: Date): Promise<void> {
  const bin = join(folder, BIN)
  const parts = await foldersIn(bin)
  if (parts.length === 0) return
  const most = isNearlyFull(folder) ? 0 : BIN_MS
  for (const part of parts)
    for (const name of await readdir(join(bin, part)))
      if (await isOlder(join(bin, part, name), most, now)) await rm(join(bin, part, name), { force: true })
}

/** Photos that the servers have in common leave this one where nobody asked for them for a month, or where its disk is nearly full: they come back when they are asked for. */
async function dropCached(folder: string, part: string, now: Date): Promise<void> {
  const most = isNearlyFull(folder) ? LEFT_MS : CACHED_MS
  const old: string[] = []
  for (const name of (await readdir(join(folder, part))).filter((one) => hashOfName(`${part}/${one}`) !== undefined))
    if (await isOlder(join(folder, part, name), most, now)) old.push(join(folder, part, name))
  for (const path of await sharedOf(old)) await rm(path, { force: true })
}

/** Takes away what lies in the folder of one server: files without a row, and what has been in the bin for long. Hourly. */
export async function sweepFolders({ db, storage }: Pick<Deps, 'db' | 'storage'>, now: Date): Promise<void> {
  const folder = imagesFolder(storage)
  for (const part of await foldersIn(folder)) {
    await sweepFolder(db, folder, part, now)
    if (shelfOf(storage)) await dropCached(folder, part, now)
  }
  await emptyBin(folder, now)
}

const IMAGES = 'app/images/'

/** Takes photos from the storage of all servers that nobody has needed for long; a row that came back keeps its own. */
async function sweepShared(db: Db, storage: string, now: Date): Promise<void> {
  const shelf = shelfOf(storage)
  if (!shelf) return
  const names = await lostFiles(db, new Date(now.getTime() - BIN_MS).toISOString(), LOST_AT_ONCE)
  const gone = await db.transaction().execute(async (trx) => {
    await lockPhotos(trx)
    const photos = names.filter((name) => name.startsWith(IMAGES)).map((name) => name.slice(IMAGES.length))
    const without = new Set((await withoutRow(trx, photos)).map((name) => IMAGES + name))
    const isFree = (name: string) => !name.startsWith(IMAGES) || without.has(name)
    await shelf.keep(
      trx,
      names.filter((name) => !isFree(name)),
    )
    return names.filter(isFree)
  })
  await shelf.drop(gone)
}

/** Takes away rows of photos that nothing shows or keeps, and what the storage of all servers has of them. Hourly. */
export async function sweepPhotos({ db, storage }: Pick<Deps, 'db' | 'storage'>, now: Date): Promise<void> {
  await dropUnused(db, storage, now)
  await sweepFolders({ db, storage }, now)
  await sweepShared(db, storage, now)
}
