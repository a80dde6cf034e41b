import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Image, type ImageKind, readImage } from '../../../lib/images/image.ts'
import { writeFileWhole } from '../../../lib/json-file.ts'
import type { Settings, SettingsStore } from '../../../web/env.ts'

/** To the byte: a file of exactly that size is taken (reliability.md T19). */
export const MAX_LOGO_BYTES = 2 * 1024 * 1024

export const LOGO_TYPES: Record<ImageKind, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  svg: 'image/svg+xml; charset=utf-8',
}

const VERSION_CHARS = 16

/** The folder of what anybody may be served. */
const publicFolder = (storage: string): string => join(storage, 'app', 'public')

const logoName = (kind: ImageKind): string => `logo.${kind}`

const KINDS = Object.keys(LOGO_TYPES) as ImageKind[]

/** Where the image of that name is; undefined where it is no name of a logo. */
export const logoPath = (storage: string, name: string): string | undefined =>
  KINDS.some((kind) => logoName(kind) === name) ? join(publicFolder(storage), name) : undefined

export const logoVersionOf = (bytes: Buffer): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, VERSION_CHARS)

/** Takes away the images that are not the logo any more. */
export const dropOtherLogos = (storage: string, kept: string): void => {
  for (const kind of KINDS)
    if (logoName(kind) !== kept) rmSync(join(publicFolder(storage), logoName(kind)), { force: true })
}

/** Keeps the image as the logo, in the place of any other. */
export async function saveLogo(store: SettingsStore, storage: string, { kind, bytes }: Image): Promise<void> {
  try {
    await store.save(() => {
      writeFileWhole(join(publicFolder(storage), logoName(kind)), bytes, 0o640)
      return { logo: logoName(kind), logo_version: logoVersionOf(bytes) }
    })
  } finally {
    // Last: until the settings say otherwise, the page shows the former. A disk that is full at the settings leaves that one alone.
    dropOtherLogos(storage, store.read().logo)
  }
}

export async function removeLogo(store: SettingsStore, storage: string): Promise<void> {
  await store.save({ logo: '', logo_version: '' })
  dropOtherLogos(storage, '')
}

/** The last drawing that was read again, and what may be shown of it. */
let lastDrawing: { stored: Buffer; shown: Buffer | undefined } | undefined

/** A stored drawing by the rules of today: one that was taken by former ones could keep every browser busy. */
function shownDrawing(stored: Buffer): Buffer | undefined {
  if (lastDrawing?.stored.equals(stored) !== true) {
    const read = readImage(stored)
    lastDrawing = { stored, shown: read.ok ? read.image.bytes : undefined }
  }
  return lastDrawing?.shown
}

/** The image under that name, if it is the logo; undefined otherwise, also where its file is gone or must not be shown. */
export function readLogo(storage: string, { logo }: Pick<Settings, 'logo'>, name: string) {
  const kind = KINDS.find((one) => logoName(one) === name)
  if (!kind || logo !== name) return undefined
  try {
    const stored = readFileSync(join(publicFolder(storage), name))
    const bytes = kind === 'svg' ? shownDrawing(stored) : stored
    return bytes && { type: LOGO_TYPES[kind], bytes }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const UNSHOWN =
  'Le logo enregistré n’est plus montré : son fichier manque, ou son dessin demande trop de calculs aux navigateurs. Envoyez-en un autre.'

/** Why the image that the settings name is not shown; undefined where it is, or where they name none. */
export const logoTrouble = (storage: string, settings: Pick<Settings, 'logo'>): string | undefined =>
  settings.logo === '' || readLogo(storage, settings, settings.logo) ? undefined : UNSHOWN
