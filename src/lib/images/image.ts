import { isJpeg, readJpeg } from './jpeg.ts'
import { isPng, readPng } from './png.ts'
import { ImageRefused } from './refusal.ts'
import { readSvg } from './svg.ts'
import { isWebp, readWebp } from './webp.ts'

export type ImageKind = 'png' | 'jpg' | 'webp' | 'svg'

export interface Image {
  kind: ImageKind
  /** Written anew: the picture alone, without whatever else the file carried. */
  bytes: Buffer
  /** Parts of a drawing that could do more than be looked at, and were left out. */
  removed: string[]
}

export type ReadImage = { ok: true; image: Image } | { ok: false; message: string }

/** Pixels on a side. */
const MAX_SIDE = 4096
const TOO_WIDE = `Cette image a trop de points : ${MAX_SIDE} au plus en largeur et en hauteur.`

const RASTERS = [
  { kind: 'png', is: isPng, read: readPng },
  { kind: 'jpg', is: isJpeg, read: readJpeg },
  { kind: 'webp', is: isWebp, read: readWebp },
] as const

function read(bytes: Buffer): Image {
  const raster = RASTERS.find(({ is }) => is(bytes))
  if (!raster) return { kind: 'svg', ...readSvg(bytes) }
  const { bytes: clean, width, height } = raster.read(bytes)
  if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE) throw new ImageRefused(TOO_WIDE)
  return { kind: raster.kind, bytes: clean, removed: [] }
}

/** An image known by its content, whatever its name says, and made harmless; or why it is not taken, in French. */
export function readImage(bytes: Buffer): ReadImage {
  try {
    return { ok: true, image: read(bytes) }
  } catch (error) {
    if (error instanceof ImageRefused) return { ok: false, message: error.message }
    throw error
  }
}
