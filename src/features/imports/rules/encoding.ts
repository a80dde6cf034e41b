import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import iconv from 'iconv-lite'
import { oldEncoding } from './old-encodings.ts'
import { isMixed, mixed, notUtf8, utf8Faults } from './utf8-check.ts'

/** The encodings a file may have; the labels are those of the form. */
export const ENCODINGS = {
  'utf-8': { label: 'UTF-8', codec: 'utf8' },
  'utf-16le': { label: 'UTF-16', codec: 'utf16-le' },
  'utf-16be': { label: 'UTF-16 (gros-boutien)', codec: 'utf-16be' },
  // Never TextDecoder for this one: Node's reads five of its signs wrong.
  'windows-1252': { label: 'Windows-1252 (Excel)', codec: 'win1252' },
  'iso-8859-15': { label: 'ISO-8859-15 (anciens Linux)', codec: 'iso885915' },
  cp850: { label: 'CP850 (anciens logiciels DOS)', codec: 'cp850' },
  macroman: { label: 'Mac Roman (anciens Macintosh)', codec: 'macroman' },
} as const
export type Encoding = keyof typeof ENCODINGS

/** A sender may say one of these of a file; `auto`: its signs tell. UTF-16 always has its mark. */
export const ENCODING_CHOICES = ['auto', 'utf-8', 'windows-1252', 'iso-8859-15', 'cp850', 'macroman'] as const
export type EncodingChoice = (typeof ENCODING_CHOICES)[number]

export const isEncoding = (name: string): name is Encoding => Object.hasOwn(ENCODINGS, name)

const CHUNK_BYTES = 64 * 1024

/** The file is not one that can be imported; the message is French, for the form. */
export class FileError extends Error {}

/** The file can be read, but somebody has to say anew where its columns go. */
export class ColumnsError extends FileError {}

const TEXT_ONLY = 'Choisissez un fichier csv, txt, xlsx ou ods.'
const WEB_PAGE =
  'Ce fichier est une page web, même s’il porte un autre nom. Ouvrez-le dans votre tableur et enregistrez-le au format xlsx, ods ou CSV.'
const SIGNATURES: [number[], string][] = [
  [[0x89, 0x50, 0x4e, 0x47], `Ce fichier est une image. ${TEXT_ONLY}`],
  [[0xff, 0xd8, 0xff], `Ce fichier est une image. ${TEXT_ONLY}`],
  [[0x25, 0x50, 0x44, 0x46], `Ce fichier est un document PDF. ${TEXT_ONLY}`],
  [[0x1f, 0x8b], `Ce fichier est compressé (gzip). Décompressez-le, puis choisissez le fichier qu’il contient.`],
]
const NOT_TEXT = `Ce fichier ne contient pas de texte. ${TEXT_ONLY}`
/** More zero bytes than that, of a hundred, and it is no text: a stray one is the business of its line. */
const MAX_ZEROS_PERCENT = 10

const startsWith = (bytes: Buffer, signature: number[]): boolean =>
  bytes.length >= signature.length && signature.every((byte, i) => bytes[i] === byte)

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The encoding that a byte-order mark names. */
function markedEncoding(bytes: Buffer): Encoding | undefined {
  if (startsWith(bytes, [0xef, 0xbb, 0xbf])) return 'utf-8'
  if (startsWith(bytes, [0xff, 0xfe])) return 'utf-16le'
  if (startsWith(bytes, [0xfe, 0xff])) return 'utf-16be'
  return undefined
}

async function allUtf8(path: string, isMarked: boolean): Promise<Encoding> {
  const faults = await utf8Faults(path)
  if (faults) throw new FileError(notUtf8(faults, isMarked))
  return 'utf-8'
}

async function recognised(path: string): Promise<Encoding> {
  const faults = await utf8Faults(path)
  if (faults && isMixed(faults)) throw new FileError(mixed(faults))
  return faults ? oldEncoding(path) : 'utf-8'
}

/**
 * The encoding of a text file: its byte-order mark, else what was chosen, else UTF-8 where the whole file is valid as such, else
 * what its words tell, mostly Windows-1252. FileError on what is no text (an image, a workbook, an archive, nothing at all), and where it is UTF-8 in part.
 */
export async function encodingOf(path: string, choice: Encoding | 'auto'): Promise<Encoding> {
  const bytes = await firstBytes(path)
  if (bytes.length === 0) throw new FileError('Ce fichier est vide.')
  const known = SIGNATURES.find(([signature]) => startsWith(bytes, signature))
  if (known) throw new FileError(known[1])
  if (/^\s*<(?:!doctype|html|\?xml|table)\b/i.test(bytes.toString('latin1', 0, 100).replace(/^\xef\xbb\xbf/, '')))
    throw new FileError(WEB_PAGE)
  const marked = markedEncoding(bytes)
  if (marked) return marked === 'utf-8' ? allUtf8(path, true) : marked
  const zeros = bytes.reduce((count, byte) => (byte === 0 ? count + 1 : count), 0)
  if (zeros * 100 > bytes.length * MAX_ZEROS_PERCENT) throw new FileError(NOT_TEXT)
  if (choice === 'auto') return recognised(path)
  return choice === 'utf-8' ? allUtf8(path, false) : choice
}

/** The text of a file in pieces, without its byte-order mark; `onBytes` hears how many bytes are read. */
export async function* decodedText(
  path: string,
  encodage: Encoding,
  onBytes: (bytes: number) => void = () => undefined,
): AsyncGenerator<string, void> {
  const decoder = iconv.getDecoder(ENCODINGS[encodage].codec)
  let read = 0
  let isFirst = true
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    read += (chunk as Buffer).length
    onBytes(read)
    const text = decoder.write(chunk as Buffer)
    yield isFirst ? text.replace(/^\ufeff/, '') : text
    if (text !== '') isFirst = false
  }
  const rest = decoder.end()
  if (rest) yield rest
}
