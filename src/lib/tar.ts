import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

/** Archives of our own making: POSIX ustar, plain files only, which any `tar` opens. */
const BLOCK = 512
const MAX_NAME = 100
const OCTAL_MAX = 8 ** 11
const PRIVATE = 0o600
/** No archive of ours has as many entries. */
const MAX_ENTRIES = 20_000

export interface TarEntry {
  name: string
  /** Bytes. */
  size: number
  /** Its bytes begin there in the archive. */
  offset: number
}

/** The archive is not whole, or not one of ours. */
export class TarError extends Error {}

/** Relative, below the folder where it would be opened, the same for every system. */
const NAME = /^(?!\/)(?!.*(^|\/)\.{1,2}(\/|$))[\w.@-]+(\/[\w.@-]+)*$/

export const isTarName = (name: string): boolean => name.length <= MAX_NAME && NAME.test(name)

/** Writes the checksum the way the header holds it. */
function sum(header: Buffer): string {
  let total = 0
  // The field of the sum itself counts as blanks.
  for (let at = 0; at < BLOCK; at += 1) total += at >= 148 && at < 156 ? 32 : (header[at] ?? 0)
  return `${total.toString(8).padStart(6, '0')}\0 `
}

function writeSize(header: Buffer, size: number): void {
  if (size < OCTAL_MAX) {
    header.write(`${size.toString(8).padStart(11, '0')}\0`, 124, 'latin1')
    return
  }
  // Beyond 8 GiB: binary, as GNU tar and all others read it.
  header[124] = 0x80
  header.writeBigUInt64BE(BigInt(size), 128)
}

function headerOf(name: string, size: number, seconds: number, mode: number): Buffer {
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0, MAX_NAME, 'latin1')
  header.write(`${mode.toString(8).padStart(7, '0')}\0`, 100, 'latin1')
  header.write('0000000\0', 108, 'latin1')
  header.write('0000000\0', 116, 'latin1')
  writeSize(header, size)
  header.write(`${seconds.toString(8).padStart(11, '0')}\0`, 136, 'latin1')
  header.write('0', 156, 'latin1')
  header.write('ustar\0' + '00', 257, 'latin1')
  header.write(sum(header), 148, 'latin1')
  return header
}

const paddingOf = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK

export interface Added {
  name: string
  size: number
  /** SHA-256, in hexadecimal. */
  sha256: string
}

/** A new archive; `at`: date of its files. Whoever opens it must `end` or `close` it. */
export async function tarWriter(path: string, at: Date) {
  const file = await open(path, 'wx', 0o600)
  let position = 0
  const write = async (bytes: Uint8Array) => {
    let done = 0
    while (done < bytes.length) {
      const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done)
      done += bytesWritten
    }
    position += bytes.length
  }
  const seconds = Math.max(0, Math.floor(at.getTime() / 1000))
  return {
    /** Adds a file; how long it is need not be known beforehand. */
    async add(name: string, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, mode = PRIVATE): Promise<Added> {
      if (!isTarName(name)) throw new TarError(`not a name for an archive: ${name}`)
      const start = position
      await write(Buffer.alloc(BLOCK))
      const hash = createHash('sha256')
      for await (const chunk of content) {
        hash.update(chunk)
        await write(chunk)
      }
      const size = position - start - BLOCK
      await write(Buffer.alloc(paddingOf(size)))
      await file.write(headerOf(name, size, seconds, mode), 0, BLOCK, start)
      return { name, size, sha256: hash.digest('hex') }
    },
    /** Ends the archive, and returns once it is on the disk. */
    async end(): Promise<void> {
      await write(Buffer.alloc(2 * BLOCK))
      await file.sync()
      await file.close()
    },
    /** Leaves it as it is. */
    close: () => file.close(),
  }
}

export type TarWriter = Awaited<ReturnType<typeof tarWriter>>

async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, offset)
  if (bytesRead < length) throw new TarError('the archive ends too early')
  return buffer
}

const isZero = (buffer: Buffer): boolean => buffer.every((byte) => byte === 0)

function readSize(header: Buffer): number {
  const size =
    header[124] === 0x80 ? Number(header.readBigUInt64BE(128)) : Number.parseInt(header.toString('latin1', 124, 135), 8)
  if (!Number.isSafeInteger(size) || size < 0) throw new TarError('a size makes no sense')
  return size
}

function readHeader(header: Buffer, offset: number): TarEntry {
  if (header.toString('latin1', 257, 263) !== 'ustar\0' || header.toString('latin1', 148, 156) !== sum(header))
    throw new TarError('a header is damaged')
  const name = header.toString('latin1', 0, MAX_NAME).replace(/\0.*$/s, '')
  if (header[156] !== 0x30 || !isTarName(name)) throw new TarError('an entry is not one of ours')
  return { name, size: readSize(header), offset: offset + BLOCK }
}

/** The entries of an archive of ours. TarError where a byte that is not the content of a file is not as it was written. */
export async function tarEntries(path: string): Promise<TarEntry[]> {
  const file = await open(path, 'r')
  try {
    const { size: length } = await file.stat()
    const entries: TarEntry[] = []
    const names = new Set<string>()
    let offset = 0
    for (;;) {
      const header = await readAt(file, offset, BLOCK)
      if (isZero(header)) break
      const entry = readHeader(header, offset)
      const end = entry.offset + entry.size
      if (!isZero(await readAt(file, end, paddingOf(entry.size)))) throw new TarError('the padding is damaged')
      if (names.has(entry.name)) throw new TarError('two entries have one name')
      if (names.size === MAX_ENTRIES) throw new TarError('too many entries')
      names.add(entry.name)
      entries.push(entry)
      offset = end + paddingOf(entry.size)
    }
    if (length !== offset + 2 * BLOCK || !isZero(await readAt(file, offset, 2 * BLOCK)))
      throw new TarError('the end of the archive is damaged')
    return entries
  } finally {
    await file.close()
  }
}
