import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from 'hono'
import { shown } from '../../lib/body.ts'
import { AppError } from '../../lib/errors.ts'
import { MAX_PHOTO_BYTES } from '../../lib/images/photo.ts'
import { plural } from '../../lib/text.ts'
import type { AppEnv } from '../../web/env.ts'
import { isStreamedUpload, type Received, type UploadedFile } from '../../web/upload.ts'
import { canManageSource } from '../droits/policy.ts'
import type { VisibleSource } from '../sources/queries/sources.ts'
import { addPhotos, type Outcome, quotaOf, type SentFile, type SentPhoto } from './actions/photos.ts'
import { refusedRoom } from './rules/quota.ts'

/** A form without scripts brings so many photos at once; a browser with scripts sends them one by one. */
const AT_ONCE = 200
const AT_ONCE_BYTES = 1_000_000_000

export const PHOTO_LIMIT = {
  maxBytes: MAX_PHOTO_BYTES,
  tooLarge: 'Ces photos dépassent 1\u00a0Go ensemble. Envoyez-les en plusieurs fois.',
  several: { files: AT_ONCE, bytes: AT_ONCE_BYTES },
  tellsEach: true,
}

/** Files of a form of photos arrive here. */
export const photosFolder = ({ storage }: { storage: string }): string => join(storage, 'app', 'tmp')

/** Is there room for what the request says it brings? Asked before a byte of it is read. AppError `conflit` where not. */
export async function ensureRoom(c: Context<AppEnv>, source: VisibleSource): Promise<void> {
  // A form of links brings nothing to keep.
  if (!isStreamedUpload(c)) return
  const length = Number(c.req.header('content-length') ?? 0)
  const reason = refusedRoom(await quotaOf(c.var.deps, source.id), length)
  if (reason !== undefined) throw new AppError('conflit', reason)
}

/** « page 2 » stands before « page 10 ». */
const byName = new Intl.Collator('fr', { numeric: true })

const SHA256 = /^[0-9a-f]{64}$/

/** The files of a form as photos: each of its own, or one with the copies that the browser made of it. */
function photosOf(
  folder: string,
  { fields, files }: Pick<Received, 'fields'> & { files: readonly UploadedFile[] },
): Omit<SentPhoto, 'keepsOriginal'>[] {
  const sent = ({ fichier, taille, empreinte }: UploadedFile): SentFile => ({
    path: join(folder, fichier),
    size: taille,
    sha256: empreinte,
  })
  const copyOf = (champ: string) => {
    const found = files.find((file) => file.champ === champ)
    return found && sent(found)
  }
  const [readable, small] = [copyOf('copie_2000'), copyOf('copie_320')]
  const whole = files
    .filter(({ champ }) => champ === 'images')
    .sort((a, b) => byName.compare(a.nomFichier, b.nomFichier))
  if (!readable && !small)
    return whole.map((file) => ({ name: file.nomFichier, original: sent(file), copies: {}, sha256: undefined }))
  const [original] = whole
  const empreinte = shown(fields, 'empreinte')
  return [
    {
      name: shown(fields, 'nom') || (original?.nomFichier ?? ''),
      original: original && sent(original),
      copies: { ...(readable && { 2000: readable }), ...(small && { 320: small }) },
      sha256: SHA256.test(empreinte) ? empreinte : undefined,
    },
  ]
}

/** Photos that were taken in, and what is told about them. */
export interface Taken {
  told: { name: string; outcome: Outcome }[]
  /** A sentence about all of them. */
  summary: string
  /** Those that were refused, each with its reason; undefined where none was. */
  refused: string | undefined
}

const counted = (n: number, one: string, many: string): string[] => (n === 0 ? [] : [plural(n, one, many)])

/** So many names stand before a reason; the others are counted. */
const NAMES = 5

/** Each reason once, after the names of the photos that it is about. */
function reasonsOf(told: Taken['told']): string[] {
  const names = new Map<string, string[]>()
  for (const { name, outcome } of told)
    if (outcome.etat === 'refusee') names.set(outcome.motif, [...(names.get(outcome.motif) ?? []), name || 'une photo'])
  return [...names].map(([motif, of]) => {
    const more = of.length > NAMES ? ` et ${plural(of.length - NAMES, 'autre', 'autres')}` : ''
    return `${of.slice(0, NAMES).join(', ')}${more}\u00a0: ${motif}`
  })
}

function taken(told: Taken['told']): Taken {
  const of = (etat: Outcome['etat']) => told.filter(({ outcome }) => outcome.etat === etat).length
  const parts = [
    plural(of('ajoutee'), 'photo ajoutée', 'photos ajoutées'),
    ...counted(of('double'), 'était déjà là', 'étaient déjà là'),
    ...counted(of('refusee'), 'refusée', 'refusées'),
  ]
  const summary = `${parts.join(', ')}.`
  const reasons = reasonsOf(told)
  return { told, summary, refused: reasons.length === 0 ? undefined : `${summary} ${reasons.join(' ')}` }
}

/** Makes views of the photos of a form; owns its files, and leaves none of them behind. */
export async function takePhotos(
  c: Context<AppEnv>,
  source: VisibleSource,
  came: Extract<Received, { ok: true }>,
): Promise<Taken> {
  const folder = photosFolder(c.var.deps)
  const keepsOriginal = canManageSource(c.var.user, source) && shown(came.fields, 'garder_original') === '1'
  try {
    const sent = photosOf(folder, came).map((photo) => ({ ...photo, keepsOriginal }))
    return taken(await addPhotos(c.var.deps, source.id, sent))
  } finally {
    await dropFiles(folder, came.files)
  }
}

export async function dropFiles(folder: string, files: readonly UploadedFile[]): Promise<void> {
  for (const { fichier } of files) await rm(join(folder, fichier), { force: true })
}

/** static/js/photos.js sends photos one by one, and reads an answer that nobody looks at. */
export const isFromScript = (c: Context<AppEnv>): boolean => c.req.header('accept') === 'application/json'

/** Tells a script what became of the one photo that it sent. */
export function photoAnswer(c: Context<AppEnv>, { told: [first] }: Taken) {
  const outcome = first?.outcome ?? { etat: 'refusee' as const, motif: 'Aucune photo n’est arrivée.' }
  return c.json(outcome, outcome.etat === 'refusee' ? 422 : 200)
}
