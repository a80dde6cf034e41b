import { crc32 } from 'node:zlib'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { formatNumber } from '../../../../lib/text.ts'
import { FileError } from '../encoding.ts'

export const BROKEN =
  'Ce classeur est abîmé, ou n’est pas arrivé en entier. Ouvrez-le dans votre tableur, enregistrez-le de nouveau, puis choisissez-le ici.'

/** More than any workbook has: each sheet, each picture and each comment is one. */
const MAX_ENTRIES = 10_000
const MAX_UNPACKED = 2 * 1024 ** 3
/** A table full of the same words shrinks a hundred times; a bomb, a thousand. Small ones do no harm. */
const MAX_RATIO = 400
const HARMLESS_BYTES = 32 * 1024 ** 2
/** The small files beside the sheets: names, styles, ways from one to the other. */
const MAX_SMALL_BYTES = 16 * 1024 ** 2

const tooLarge = (why: string) =>
  new FileError(
    `Ce classeur ne peut pas être lu\u00a0: ${why}. Gardez la seule feuille utile, ou enregistrez-la au format CSV.`,
  )

/** An error of the disk has a code of the system; what zlib and yauzl say is about the file. */
export function brokenFile(error: unknown): Error {
  if (error instanceof FileError) return error
  const code = (error as NodeJS.ErrnoException).code
  return error instanceof Error && code !== undefined && !/^(Z_|ERR_)/.test(code) ? error : new FileError(BROKEN)
}

/** A zip whose list of files was read and found harmless; each of them is read as a stream. */
export class Archive {
  readonly #zip: ZipFile
  readonly #entries: Map<string, Entry>

  constructor(zip: ZipFile, entries: Map<string, Entry>) {
    this.#zip = zip
    this.#entries = entries
  }

  get names(): string[] {
    return [...this.#entries.keys()]
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  size(name: string): number {
    return this.#entries.get(name)?.uncompressedSize ?? 0
  }

  /** The bytes of a file as they are unpacked. FileError where it is not there, locked, or broken. */
  async *bytes(name: string): AsyncGenerator<Buffer, void> {
    const entry = this.#entries.get(name)
    if (!entry) throw new FileError(BROKEN)
    let sum = 0
    try {
      const stream = await this.#stream(entry)
      for await (const chunk of stream) {
        sum = crc32(chunk as Buffer, sum)
        yield chunk as Buffer
      }
    } catch (error) {
      throw brokenFile(error)
    }
    // yauzl looks at sizes alone.
    if (sum !== entry.crc32) throw new FileError(BROKEN)
  }

  #stream(entry: Entry): Promise<AsyncIterable<unknown>> {
    return new Promise((resolve, reject) => {
      this.#zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)))
    })
  }

  /** The text of a small file; undefined where there is none of that name. */
  async text(name: string): Promise<string | undefined> {
    if (!this.has(name)) return undefined
    if (this.size(name) > MAX_SMALL_BYTES) throw tooLarge('sa description est démesurée')
    const pieces: Buffer[] = []
    for await (const piece of this.bytes(name)) pieces.push(piece)
    return Buffer.concat(pieces)
      .toString('utf8')
      .replace(/^\ufeff/, '')
  }

  close(): void {
    this.#zip.close()
  }
}

/** Declared sizes are believed: yauzl stops where an entry has more bytes than it says. */
function ensureHarmless(entries: Iterable<Entry>): void {
  let packed = 0
  let unpacked = 0
  for (const { compressedSize, uncompressedSize } of entries) {
    packed += compressedSize
    unpacked += uncompressedSize
    if (uncompressedSize > HARMLESS_BYTES && uncompressedSize > MAX_RATIO * compressedSize)
      throw tooLarge('une fois décompressé, il serait démesuré')
  }
  const isBomb = unpacked > HARMLESS_BYTES && unpacked > MAX_RATIO * packed
  if (isBomb || unpacked > MAX_UNPACKED) throw tooLarge('une fois décompressé, il serait démesuré')
}

function listed(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES)
    return Promise.reject(tooLarge(`il contient ${formatNumber(zip.entryCount)} fichiers`))
  return new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>()
    zip.on('error', reject)
    zip.on('entry', (entry: Entry) => {
      // Some programs write the ways of Windows.
      entries.set(entry.fileName.replaceAll('\\', '/'), entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.readEntry()
  })
}

/** Opens a zip and reads its list of files. FileError where it is broken, or would be too large. */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, opened) =>
      error ? reject(brokenFile(error)) : resolve(opened),
    )
  })
  try {
    const entries = await listed(zip)
    ensureHarmless(entries.values())
    return new Archive(zip, entries)
  } catch (error) {
    zip.close()
    throw brokenFile(error)
  }
}
