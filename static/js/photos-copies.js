// The copies of a photo that a page shows: 2000 points to read, 320 to find one's way. They are made here, so that a slow line carries
// no more than what is looked at, and the server needs no program for pictures.
import { read } from './photos-empreinte.js'

const HEAD_BYTES = 262144

/** How a JPEG asks to be turned (EXIF); 1 where it says nothing. */
function orientationIn(view) {
  for (let at = 2; at + 10 < view.byteLength && view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    const code = view.getUint8(at + 1)
    if (code === 0xda) return 1
    if (code === 0xe1 && view.getUint32(at + 4) === 0x45786966) return inTiff(view, at + 10)
  }
  return 1
}

function inTiff(view, start) {
  const little = view.getUint16(start) === 0x4949
  const directory = start + view.getUint32(start + 4, little)
  const count = view.getUint16(directory, little)
  for (let at = directory + 2; at < directory + 2 + 12 * count; at += 12)
    if (view.getUint16(at, little) === 0x0112) return view.getUint16(at + 8, little)
  return 1
}

async function orientationOf(file) {
  const buffer = await read(file.slice(0, HEAD_BYTES))
  const view = new DataView(buffer)
  try {
    return buffer.byteLength > 4 && view.getUint16(0) === 0xffd8 ? orientationIn(view) : 1
  } catch {
    // It ends in the middle of what it announces.
    return 1
  }
}

const newCanvas = (width, height) => Object.assign(document.createElement('canvas'), { width, height })
const jpegOf = (canvas, quality) => new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))

/** A segment of EXIF that turns a picture by a quarter. */
const QUARTER = [
  ...[0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3],
  ...[0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0],
]

/** Older browsers give a picture as it lies in its file: a small one that asks to be turned tells. */
async function turnsByItself() {
  const small = await jpegOf(newCanvas(2, 1), 0.5)
  const bytes = new Uint8Array(await read(small))
  const bitmap = await createImageBitmap(
    new Blob([bytes.slice(0, 2), new Uint8Array(QUARTER), bytes.slice(2)], { type: 'image/jpeg' }),
  )
  return bitmap.width === 1
}

let turns

/** The transformation that puts a picture of this width and height upright, by its orientation. */
const UPRIGHT = {
  1: () => [1, 0, 0, 1, 0, 0],
  2: (w) => [-1, 0, 0, 1, w, 0],
  3: (w, h) => [-1, 0, 0, -1, w, h],
  4: (_w, h) => [1, 0, 0, -1, 0, h],
  5: () => [0, 1, 1, 0, 0, 0],
  6: (_w, h) => [0, 1, -1, 0, h, 0],
  7: (w, h) => [0, -1, -1, 0, h, w],
  8: (w) => [0, -1, 1, 0, 0, w],
}

/** The picture upright, its longer side no longer than `side`. */
function scaled(image, side, orientation) {
  const share = Math.min(1, side / Math.max(image.width, image.height))
  const [w, h] = [Math.max(1, Math.round(image.width * share)), Math.max(1, Math.round(image.height * share))]
  const canvas = orientation >= 5 ? newCanvas(h, w) : newCanvas(w, h)
  const context = canvas.getContext('2d')
  // Paper shows through where there is no colour.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.setTransform.apply(context, UPRIGHT[orientation](w, h))
  context.drawImage(image, 0, 0, w, h)
  return canvas
}

/** The two copies, those that are smaller than the photo; null for a file that this browser cannot show. */
export async function copiesOf(file) {
  let bitmap
  try {
    bitmap = await createImageBitmap(file)
  } catch {
    return null
  }
  turns = turns || turnsByItself()
  const said = await orientationOf(file)
  const orientation = (await turns) || !UPRIGHT[said] ? 1 : said
  const longest = Math.max(bitmap.width, bitmap.height)
  const readable = scaled(bitmap, 2000, orientation)
  bitmap.close()
  return {
    2000: longest > 2000 ? await jpegOf(readable, 0.82) : null,
    320: longest > 320 ? await jpegOf(scaled(readable, 320, 1), 0.7) : null,
  }
}
