import { createReadStream } from 'node:fs'
import type { Encoding } from './encoding.ts'

const CHUNK_BYTES = 64 * 1024
/** Fewer signs than these may be there by chance; ten times as many as of any other are none of it. */
const ENOUGH = 3
const SHARE = 10

/** By byte: é, è and ç of DOS, those of the Macintosh, and what Windows has for a letter. */
const DOS = new Set([0x82, 0x8a, 0x87])
const MAC = new Set([0x8e, 0x8f, 0x8d])
const OE = new Set([0xbc, 0xbd])

const isLetter = (byte: number): boolean => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39

/** Counts the bytes that stand in words and are letters of French in one encoding and marks in the others. */
class Letters {
  dos = 0
  mac = 0
  windows = 0
  oe = 0
  #before = 0
  #at = 0

  push(chunk: Uint8Array): void {
    for (const next of chunk) {
      if (this.#at >= 0x80) this.#count(this.#at, next)
      this.#before = this.#at
      this.#at = next
    }
  }

  #count(byte: number, next: number): void {
    if (OE.has(byte) && isLetter(next) && !isDigit(this.#before)) this.oe += 1
    if (!isLetter(this.#before)) return
    if (DOS.has(byte)) this.dos += 1
    else if (MAC.has(byte)) this.mac += 1
    else if (byte >= 0xc0) this.windows += 1
  }
}

const isSure = (count: number, others: number): boolean => count >= ENOUGH && count > SHARE * others

/** The encoding of a text that is not UTF-8, as far as its words tell it for sure; else Windows-1252, as nearly all such files are. */
export async function oldEncoding(path: string): Promise<Encoding> {
  const letters = new Letters()
  let hasWindows = false
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    letters.push(chunk as Buffer)
    hasWindows ||= (chunk as Buffer).some((byte) => byte >= 0x80 && byte <= 0x9f)
  }
  letters.push(Buffer.from('\n'))
  const { dos, mac, windows, oe } = letters
  if (isSure(dos, mac + windows)) return 'cp850'
  if (isSure(mac, dos + windows)) return 'macroman'
  return oe > 0 && !hasWindows ? 'iso-8859-15' : 'windows-1252'
}
