import { type Orientation, orientationOf, orientationSegment } from './exif.ts'
import { isJpeg, readJpeg } from './jpeg.ts'
import { isPng, readPng } from './png.ts'
import { ImageRefused } from './refusal.ts'
import { isWebp, readWebp } from './webp.ts'

/** To the byte: a file of exactly that size is taken. */
export const MAX_PHOTO_BYTES = 15 * 1024 * 1024
/** A browser needs four bytes a point to show it. */
const MAX_POINTS = 200_000_000

export const TOO_HEAVY = 'Cette photo dépasse 15\u00a0Mo. Enregistrez-la en JPEG de qualité moyenne, puis recommencez.'
const TOO_MANY_POINTS = 'Cette image a plus de 200 millions de points\u00a0: réduisez-la avant de l’envoyer.'
const EMPTY = 'Ce fichier est vide. Copiez-le de nouveau depuis l’appareil, puis recommencez.'
const HEIC =
  'Cette photo est au format HEIC, que les navigateurs ne lisent pas. Ouvrez-la sur l’ordinateur et enregistrez-la en JPEG\u00a0; sur l’iPhone\u00a0: Réglages, Appareil photo, Formats, «\u00a0Le plus compatible\u00a0».'
const PDF =
  'C’est un PDF. Dans le programme qui l’ouvre, exportez ses pages en images JPEG («\u00a0Enregistrer comme image\u00a0»), puis envoyez ces images.'
const TIFF = 'Cette image est au format TIFF. Enregistrez-la en JPEG, puis recommencez.'
const OTHER = 'Ce fichier n’est pas une photo JPEG, PNG ou WebP, quel que soit son nom.'

export type PhotoFormat = 'jpeg' | 'png' | 'webp'

export interface Photo {
  format: PhotoFormat
  /** Written anew: the picture, and how to turn it; not where it was taken, nor by whom. */
  bytes: Buffer
  /** Points, as one looks at it. */
  width: number
  height: number
  /** A PNG or WebP that asked to be turned: only new browsers obey, so the word is not kept, and copies may stand otherwise. */
  asksTurning?: boolean
}

export type ReadPhoto = { ok: true; photo: Photo } | { ok: false; message: string }

/** A JPEG that lies on its side keeps the word that turns it; the header of JFIF comes first where there is one. */
function turned({ bytes, width, height }: ReturnType<typeof readJpeg>, orientation: Orientation): Photo {
  if (orientation === 1) return { format: 'jpeg', bytes, width, height }
  const head = bytes[3] === 0xe0 ? 4 + bytes.readUInt16BE(4) : 2
  const whole = [bytes.subarray(0, head), orientationSegment(orientation), bytes.subarray(head)]
  const lies = orientation >= 5
  return {
    ...{ format: 'jpeg', bytes: Buffer.concat(whole) },
    ...{ width: lies ? height : width, height: lies ? width : height },
  }
}

const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1', 'avif'])

/** Says what a file is that we do not take. */
function otherKind(bytes: Buffer): string {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (bytes.length === 0) return EMPTY
  if (text(4, 8) === 'ftyp' && HEIC_BRANDS.has(text(8, 12))) return HEIC
  if (bytes.subarray(0, 1024).includes('%PDF-')) return PDF
  return ['II*\0', 'MM\0*'].includes(text(0, 4)) ? TIFF : OTHER
}

function read(bytes: Buffer): Photo {
  if (isJpeg(bytes)) return turned(readJpeg(bytes), orientationOf(bytes))
  if (isPng(bytes)) return { format: 'png', ...readPng(bytes) }
  if (isWebp(bytes)) return { format: 'webp', ...readWebp(bytes) }
  throw new ImageRefused(otherKind(bytes))
}

/** A photo known by its content, whatever its name says, without what its camera wrote into it; or why it is not taken, in French. */
export function readPhoto(bytes: Buffer): ReadPhoto {
  try {
    if (bytes.length > MAX_PHOTO_BYTES) throw new ImageRefused(TOO_HEAVY)
    const photo = read(bytes)
    if (photo.width * photo.height > MAX_POINTS) throw new ImageRefused(TOO_MANY_POINTS)
    if (photo.width < 1 || photo.height < 1) throw new ImageRefused(OTHER)
    return { ok: true, photo }
  } catch (error) {
    if (error instanceof ImageRefused) return { ok: false, message: error.message }
    throw error
  }
}
