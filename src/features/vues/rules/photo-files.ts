import { existsSync, type Stats } from 'node:fs'
import { mkdir, open, rename, rm, stat, utimes } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Db } from '../../../db/schema.ts'
import type { ImageFormat } from '../../../db/schema-vues.ts'
import { randomToken } from '../../../lib/crypto.ts'
import { codeOf } from '../../../lib/errors.ts'
import { syncFolderOf } from '../../../lib/json-file.ts'
import { bring, keepShared, loseShared, share, sharedOf } from '../../fichiers/rules/shelves.ts'

/** Photos stand under the hash of what is kept of them, each with its copies. No backup takes this folder. */
export const imagesFolder = (storage: string): string => join(storage, 'app', 'images')

/** Photos that nobody asks for any more wait here, so that a backup that is put back finds its own. */
export const BIN = 'corbeille'

const EXTENSIONS: Record<ImageFormat, string> = { jpeg: 'jpg', png: 'png', webp: 'webp' }
export const MEDIA_TYPES: Record<ImageFormat, string> = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' }

export type CopySide = 2000 | 320

/** The name of a file below the folder of photos: `ab/cd….jpg`, `ab/cd…-320.jpg`. */
export function photoName(sha256: string, format: ImageFormat, side?: CopySide): string {
  const copy = side === undefined ? '' : `-${side}`
  return `${sha256.slice(0, 2)}/${sha256.slice(2)}${copy}.${EXTENSIONS[format]}`
}

const NAME = /^([0-9a-f]{2})\/([0-9a-f]{62})(?:-(2000|320))?\.(jpg|png|webp)$/

/** The hash that a name stands for, and whether it is of a copy; undefined where the name is none of ours. */
export function hashOfName(name: string): { sha256: string; isCopy: boolean } | undefined {
  const found = NAME.exec(name)
  return found ? { sha256: `${found[1]}${found[2]}`, isCopy: found[3] !== undefined } : undefined
}

export interface StoredImage {
  sha256: string
  format: ImageFormat
  copie_2000: ImageFormat | null
  copie_320: ImageFormat | null
}

/** Names of all files of a photo, its own first. */
export function namesOf({ sha256, format, copie_2000, copie_320 }: StoredImage): string[] {
  const names = [photoName(sha256, format)]
  if (copie_2000) names.push(photoName(sha256, copie_2000, 2000))
  if (copie_320) names.push(photoName(sha256, copie_320, 320))
  return names
}

export interface HashedImage extends StoredImage {
  sha256_2000: string | null
  sha256_320: string | null
}

/** The hash that a file of a photo must have; null where it came before the hashes of copies were kept. */
export function hashOfFile(image: HashedImage, name: string): string | null {
  if (hashOfName(name)?.isCopy === false) return image.sha256
  return name.includes('-2000.') ? image.sha256_2000 : image.sha256_320
}

/** A file that is on the disk whole, under a name of its own, and waits for its place. */
export interface Draft {
  path: string
  name: string
}

/** Writes the bytes to the disk beside the place that they will have. */
export async function writeDraft(folder: string, name: string, bytes: Buffer): Promise<Draft> {
  const path = `${join(folder, name)}.${randomToken(4)}.tmp`
  await mkdir(dirname(path), { recursive: true, mode: 0o750 })
  try {
    const file = await open(path, 'wx', 0o640)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return { path, name }
}

/** Sends drafts to the other servers: they are there before a row names them. StoreError. */
export async function shareDrafts(folder: string, drafts: readonly Draft[]): Promise<void> {
  for (const { path, name } of drafts) await share(join(folder, name), path)
}

/** Says, in the transaction whose row names them, that what was sent of drafts is needed. */
export const keepDrafts = (trx: Db, folder: string, drafts: readonly Draft[]): Promise<void> =>
  keepShared(
    trx,
    drafts.map(({ name }) => join(folder, name)),
  )

/** Gives drafts their places, to the disk. */
export async function placeDrafts(folder: string, drafts: readonly Draft[]): Promise<void> {
  for (const { path, name } of drafts) await rename(path, join(folder, name))
  const [first] = drafts
  if (first) syncFolderOf(join(folder, first.name))
}

export async function dropDrafts(drafts: readonly Draft[]): Promise<void> {
  for (const { path } of drafts) await rm(path, { force: true })
}

/** A file that may not be there: undefined then. */
export async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

const binned = (folder: string, name: string): string => join(folder, BIN, name)

/** Puts the files of a photo into the bin, from where they go after a while; in the transaction after which no row names them. */
export async function toBin(trx: Db, folder: string, names: readonly string[], now: Date): Promise<void> {
  await loseShared(
    trx,
    names.map((name) => join(folder, name)),
    now,
  )
  for (const name of names) {
    const path = join(folder, name)
    if (!existsSync(path)) continue
    const to = binned(folder, name)
    await mkdir(dirname(to), { recursive: true, mode: 0o750 })
    await utimes(path, now, now)
    await rename(path, to)
  }
}

/** Takes a file out of the bin; false where it does not lie there. */
async function outOfBin(folder: string, name: string): Promise<boolean> {
  const path = join(folder, name)
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o750 })
    await rename(binned(folder, name), path)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

/** The file of a photo, taken out of the bin where it lies there, or brought from another server; undefined where it is nowhere. StoreError. */
export async function foundFile(folder: string, name: string): Promise<{ path: string; size: number } | undefined> {
  const path = join(folder, name)
  const there = await statOf(path)
  if (there?.isFile()) return { path, size: there.size }
  if (!(await outOfBin(folder, name)) && !(await bring(path))) return undefined
  return { path, size: (await stat(path)).size }
}

/** Those of these files that are here, in the bin, or with the other servers; none is brought. */
export async function thereOf(folder: string, names: readonly string[]): Promise<Set<string>> {
  const there = new Set<string>()
  const others: string[] = []
  for (const name of names)
    if ((await statOf(join(folder, name))) ?? (await statOf(binned(folder, name)))) there.add(name)
    else others.push(name)
  const shared = await sharedOf(others.map((name) => join(folder, name)))
  for (const name of others) if (shared.has(join(folder, name))) there.add(name)
  return there
}

/** « AD35_0012.jpg » as the label of a view: the name without what a computer adds. */
export function labelOf(fileName: string): string | null {
  const plain = basename(fileName.replaceAll('\\', '/').normalize('NFC'))
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim()
  // A sign of two halves is not cut between them.
  return plain === '' ? null : plain.slice(0, 200).replace(/\p{Cs}$/u, '')
}
