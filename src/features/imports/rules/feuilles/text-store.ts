import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'

const BLOCK_BYTES = 256 * 1024
/** As many blocks stay in memory: 32 MB. */
const KEPT_BLOCKS = 128

/**
 * The shared texts of a workbook by their number, on the disk as soon as they are more than a few blocks: what stays in memory is the place
 * of each. The file has no name any more once it is open, so that nothing stays behind, whatever happens.
 */
export class TextStore {
  readonly #path: string
  #file: number | undefined
  /** Where each text ends, among the bytes of all of them; it begins where the one before ends. */
  #ends = new Float64Array(1024)
  #count = 0
  #bytes = 0
  #blocks = new Map<number, Buffer>()
  #open = Buffer.allocUnsafe(BLOCK_BYTES)
  #openNumber = 0
  #openBytes = 0

  constructor(path: string) {
    this.#path = path
  }

  push(text: string): void {
    if (this.#count === this.#ends.length) {
      const longer = new Float64Array(2 * this.#ends.length)
      longer.set(this.#ends)
      this.#ends = longer
    }
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; ) {
      const copied = bytes.copy(this.#open, this.#openBytes, at)
      at += copied
      this.#openBytes += copied
      if (this.#openBytes === BLOCK_BYTES) this.#flush()
    }
    this.#bytes += bytes.length
    this.#ends[this.#count] = this.#bytes
    this.#count += 1
  }

  /** The text of this number; '' where there is none. */
  get(number: number): string {
    if (!Number.isInteger(number) || number < 0 || number >= this.#count) return ''
    const begin = number === 0 ? 0 : (this.#ends[number - 1] ?? 0)
    const end = this.#ends[number] ?? begin
    const first = Math.floor(begin / BLOCK_BYTES)
    const offset = begin - first * BLOCK_BYTES
    if (offset + end - begin <= BLOCK_BYTES) return this.#block(first).toString('utf8', offset, offset + end - begin)
    const pieces: Buffer[] = []
    for (let at = begin; at < end; ) {
      const block = Math.floor(at / BLOCK_BYTES)
      const from = at - block * BLOCK_BYTES
      const to = Math.min(BLOCK_BYTES, end - block * BLOCK_BYTES)
      pieces.push(this.#block(block).subarray(from, to))
      at += to - from
    }
    return Buffer.concat(pieces).toString('utf8')
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
    this.#blocks.clear()
  }

  #flush(): void {
    this.#keep(this.#openNumber, this.#open)
    if (this.#file === undefined) {
      this.#file = openSync(this.#path, 'wx+', 0o600)
      rmSync(this.#path)
    }
    writeSync(this.#file, this.#open, 0, BLOCK_BYTES, this.#openNumber * BLOCK_BYTES)
    this.#open = Buffer.allocUnsafe(BLOCK_BYTES)
    this.#openNumber += 1
    this.#openBytes = 0
  }

  /** The block used least recently makes room. */
  #keep(number: number, block: Buffer): void {
    this.#blocks.set(number, block)
    if (this.#blocks.size <= KEPT_BLOCKS) return
    const [oldest] = this.#blocks.keys()
    if (oldest !== undefined) this.#blocks.delete(oldest)
  }

  #block(number: number): Buffer {
    if (number === this.#openNumber) return this.#open
    const kept = this.#blocks.get(number)
    if (kept) {
      this.#blocks.delete(number)
      this.#blocks.set(number, kept)
      return kept
    }
    const block = Buffer.allocUnsafe(BLOCK_BYTES)
    if (this.#file !== undefined) readSync(this.#file, block, 0, BLOCK_BYTES, number * BLOCK_BYTES)
    this.#keep(number, block)
    return block
  }
}
