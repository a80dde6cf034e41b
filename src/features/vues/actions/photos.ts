import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Trx } from '../../../db/schema.ts'
import type { ImageFormat } from '../../../db/schema-vues.ts'
import { freeBytesIfThere, isDiskFull } from '../../../lib/disk.ts'
import { MAX_PHOTO_BYTES, type Photo, readPhoto, TOO_HEAVY } from '../../../lib/images/photo.ts'
import type { Deps } from '../../../web/env.ts'
import { StoreError } from '../../fichiers/rules/store-error.ts'
import { roomOfSite, roomOfSource } from '../queries/photos.ts'
import { HIGHEST_VIEW } from '../rules/address.ts'
import { isCopyOf } from '../rules/copies.ts'
import {
  type CopySide,
  type Draft,
  dropDrafts,
  foundFile,
  imagesFolder,
  keepDrafts,
  labelOf,
  photoName,
  placeDrafts,
  shareDrafts,
  writeDraft,
} from '../rules/photo-files.ts'
import { GB, type Quota, refusedRoom } from '../rules/quota.ts'
import { lockPhotos } from './photo-rows.ts'
import { lockViews, TOO_MANY } from './views.ts'

/** A file of an upload, on the disk. */
export interface SentFile {
  path: string
  /** Bytes. */
  size: number
  /** SHA-256 in hexadecimal. */
  sha256: string
}

/** A photo as it was sent: itself, the copies that the browser made of it, or these alone. */
export interface SentPhoto {
  name: string
  original: SentFile | undefined
  copies: Partial<Record<CopySide, SentFile>>
  /** The browser says that the photo had this hash, where it sent no original. */
  sha256: string | undefined
  /** Is the photo kept as it was sent, where there is a readable copy of it? */
  keepsOriginal: boolean
}

export type Outcome =
  | { etat: 'ajoutee'; numero: number }
  | { etat: 'double'; numero: number }
  | { etat: 'refusee'; motif: string; plein?: true }

type Store = Pick<Deps, 'db' | 'storage' | 'settings' | 'clock'>

/** Counts the room that photos take now, beside what they may take. */
export async function quotaOf({ db, storage, settings }: Store, sourceId: number): Promise<Quota> {
  const { photos_site_go, photos_source_go } = settings.read()
  const [site, source] = [await roomOfSite(db), await roomOfSource(db, sourceId)]
  return {
    site: { octets: site.octets, most: photos_site_go * GB },
    source: { octets: source.octets, most: photos_source_go * GB },
    free: freeBytesIfThere(storage) ?? Number.POSITIVE_INFINITY,
  }
}

/** A photo that was read, and is ready to be kept. */
interface Ready {
  main: Photo
  sha256: string
  sha256Sent: string
  copies: Partial<Record<CopySide, Photo>>
}

class PhotoRefused extends Error {}

async function photoIn(file: SentFile): Promise<Photo> {
  if (file.size > MAX_PHOTO_BYTES) throw new PhotoRefused(TOO_HEAVY)
  const read = readPhoto(await readFile(file.path))
  if (!read.ok) throw new PhotoRefused(read.message)
  return read.photo
}

export const NO_PHOTO = 'Choisissez au moins une photo.'
const BAD_COPY =
  'La copie faite par le navigateur n’est pas celle de la photo. Rechargez la page, puis recommencez\u00a0; si cela se répète, cochez «\u00a0Garder l’original\u00a0».'

async function copyIn(file: SentFile | undefined, of: Photo, side: CopySide): Promise<Photo | undefined> {
  if (!file) return undefined
  const copy = await photoIn(file)
  if (!isCopyOf(copy, of, side)) throw new PhotoRefused(BAD_COPY)
  return copy
}

/** The photo that is kept: what was sent as the original, else the readable copy. */
async function mainOf({ original, copies }: SentPhoto): Promise<{ main: Photo; sent: SentFile }> {
  const sent = original ?? copies[2000]
  if (!sent) throw new PhotoRefused(NO_PHOTO)
  const main = await photoIn(sent)
  if (!original && Math.max(main.width, main.height) > 2000) throw new PhotoRefused(BAD_COPY)
  return { main, sent }
}

/** The copies stand for the photo that is kept: the readable one where it takes its place. */
async function ready(photo: SentPhoto): Promise<Ready> {
  const { main: whole, sent } = await mainOf(photo)
  const sha256Sent = photo.original ? sent.sha256 : (photo.sha256 ?? sent.sha256)
  const made = whole.asksTurning ? await turnedByBrowser(photo, whole) : await withCopies(photo, whole)
  return { ...made, sha256: hash('sha256', made.main.bytes), sha256Sent }
}

type Kept = Pick<Ready, 'main' | 'copies'>

async function withCopies(photo: SentPhoto, whole: Photo): Promise<Kept> {
  const readable = photo.original ? await copyIn(photo.copies[2000], whole, 2000) : undefined
  const small = await copyIn(photo.copies[320], whole, 320)
  const main = readable && !photo.keepsOriginal ? readable : whole
  return { main, copies: { ...(readable && main === whole && { 2000: readable }), ...(small && { 320: small }) } }
}

/** The readable copy stands as the browser saw the photo. Where the original is kept, it alone is: no two of them may stand differently. */
async function turnedByBrowser(photo: SentPhoto, whole: Photo): Promise<Kept> {
  const copy = photo.copies[2000]
  if (photo.keepsOriginal || !photo.original || !copy) return { main: whole, copies: {} }
  const readable = await photoIn(copy)
  if (Math.max(readable.width, readable.height) > 2000) throw new PhotoRefused(BAD_COPY)
  const small = await copyIn(photo.copies[320], readable, 320)
  return { main: readable, copies: { ...(small && { 320: small }) } }
}

const SIDES = [2000, 320] as const

const bytesOf = ({ main, copies }: Ready): number =>
  SIDES.reduce((sum, side) => sum + (copies[side]?.bytes.length ?? 0), main.bytes.length)

/** The files of a photo on the disk, under names of their own. */
async function draftsOf(folder: string, { main, sha256, copies }: Ready): Promise<Draft[]> {
  const drafts: Draft[] = []
  try {
    drafts.push(await writeDraft(folder, photoName(sha256, main.format), main.bytes))
    for (const side of SIDES) {
      const copy = copies[side]
      if (copy) drafts.push(await writeDraft(folder, photoName(sha256, copy.format, side), copy.bytes))
    }
    return drafts
  } catch (error) {
    await dropDrafts(drafts)
    throw error
  }
}

/** The row of a photo, and its file: those that are there, or new ones. The file comes before the row. */
async function storedImage(trx: Trx, folder: string, ready: Ready, drafts: readonly Draft[], at: string) {
  const { main, sha256, sha256Sent, copies } = ready
  await keepDrafts(trx, folder, drafts)
  const known = await trx.selectFrom('images').select(['id', 'format']).where('sha256', '=', sha256).executeTakeFirst()
  if (known) {
    // A row whose file was lost gets it back.
    if (!(await foundFile(folder, photoName(sha256, known.format)))) await placeDrafts(folder, drafts.slice(0, 1))
    return known.id
  }
  await placeDrafts(folder, drafts)
  const formatOf = (side: CopySide): ImageFormat | null => copies[side]?.format ?? null
  const hashOf = (side: CopySide) => copies[side] && hash('sha256', copies[side].bytes)
  const row = {
    ...{ sha256, sha256_recu: sha256Sent, format: main.format, octets: bytesOf(ready) },
    ...{ largeur: main.width, hauteur: main.height, created_at: at },
    ...{ copie_2000: formatOf(2000), copie_320: formatOf(320) },
    ...{ sha256_2000: hashOf(2000) ?? null, sha256_320: hashOf(320) ?? null },
  }
  return (await trx.insertInto('images').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** The view of a source that shows this photo already; or the number that the next view has. */
async function placeIn(trx: Trx, sourceId: number, sha256: string): Promise<{ seen?: number; next: number }> {
  const seen = await trx
    .selectFrom('source_vues')
    .innerJoin('images', 'images.id', 'source_vues.image_id')
    .select('numero')
    .where('source_id', '=', sourceId)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  const last = await trx
    .selectFrom('source_vues')
    .select(({ fn }) => fn.max('numero').as('numero'))
    .where('source_id', '=', sourceId)
    .executeTakeFirst()
  return { ...(seen && { seen: seen.numero }), next: (last?.numero ?? 0) + 1 }
}

async function shownIn(store: Store, sourceId: number, name: string, ready: Ready, drafts: readonly Draft[]) {
  const at = store.clock().toISOString()
  return store.db.transaction().execute(async (trx): Promise<Outcome> => {
    await lockViews(trx, sourceId)
    await lockPhotos(trx)
    const { seen, next } = await placeIn(trx, sourceId, ready.sha256)
    if (seen === undefined && next > HIGHEST_VIEW) throw new PhotoRefused(TOO_MANY)
    const image_id = await storedImage(trx, imagesFolder(store.storage), ready, drafts, at)
    if (seen !== undefined) return { etat: 'double', numero: seen }
    const nothing = { ark: null, ark_vue: null, lien_id: null, adresse: null, iiif_base: null }
    const row = { source_id: sourceId, numero: next, libelle: labelOf(name), image_id, largeur: null, hauteur: null }
    await trx
      .insertInto('source_vues')
      .values({ ...nothing, ...row })
      .execute()
    return { etat: 'ajoutee', numero: next }
  })
}

const FULL = 'Le disque du serveur est plein\u00a0: cette photo n’a pas été ajoutée. Prévenez un administrateur.'

/** Adds a photo after the last view of a source, file before row; one that the source shows already is told, and not added again. */
export async function addPhoto(store: Store, sourceId: number, photo: SentPhoto): Promise<Outcome> {
  let drafts: Draft[] = []
  try {
    const made = await ready(photo)
    const noRoom = refusedRoom(await quotaOf(store, sourceId), bytesOf(made))
    if (noRoom !== undefined) return { etat: 'refusee', motif: noRoom, plein: true }
    drafts = await draftsOf(imagesFolder(store.storage), made)
    await shareDrafts(imagesFolder(store.storage), drafts)
    return await shownIn(store, sourceId, photo.name, made, drafts)
  } catch (error) {
    if (error instanceof PhotoRefused) return { etat: 'refusee', motif: error.message }
    if (isDiskFull(error)) return { etat: 'refusee', motif: FULL, plein: true }
    if (error instanceof StoreError)
      return { etat: 'refusee', motif: error.message, ...(error.trouble === 'plein' && { plein: true }) }
    throw error
  } finally {
    await dropDrafts(drafts)
  }
}

/** Takes the photos in one after the other, so that one of them is in memory at a time. */
export async function addPhotos(store: Store, sourceId: number, photos: readonly SentPhoto[]) {
  const told: { name: string; outcome: Outcome }[] = []
  for (const photo of photos)
    told.push({ name: photo.name, outcome: await inLine(() => addPhoto(store, sourceId, photo)) })
  return told
}

let line: Promise<unknown> = Promise.resolve()

/** Photos of all who send any come one after the other, so that many of them at once take no more memory than one. */
function inLine<T>(work: () => Promise<T>): Promise<T> {
  const mine = line.then(work)
  // Whoever waits for `mine` hears of its error; the next one begins all the same.
  line = Promise.allSettled([mine])
  return mine
}
