import { createReadStream } from 'node:fs'
import type { Encoding } from '../../imports/rules/encoding.ts'
import { type ActFile, readActs } from './act-file.ts'

/** Two bytes make a sign there; everywhere else a byte of a line end is nothing but that, so that no other has to be understood. */
const WIDE: ReadonlySet<Encoding> = new Set<Encoding>(['utf-16le', 'utf-16be'])

const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16()

/** Bytes as a text that gives every byte back, whatever it means or breaks. */
class Units {
  readonly #codec: 'latin1' | 'utf16le'
  readonly #isSwapped: boolean
  #odd = Buffer.alloc(0)

  constructor(encodage: Encoding) {
    this.#codec = WIDE.has(encodage) ? 'utf16le' : 'latin1'
    this.#isSwapped = encodage === 'utf-16be'
  }

  text(chunk: Buffer): string {
    if (this.#codec === 'latin1') return chunk.toString('latin1')
    const bytes = Buffer.concat([this.#odd, chunk])
    const even = bytes.length - (bytes.length % 2)
    this.#odd = bytes.subarray(even)
    const whole = bytes.subarray(0, even)
    return (this.#isSwapped ? swapped(whole) : whole).toString('utf16le')
  }

  bytes(text: string): Buffer {
    const bytes = Buffer.from(text, this.#codec)
    return this.#isSwapped ? swapped(bytes) : bytes
  }
}

const MARKS = /^(?:\ufeff|ï»¿)/
const LINE_END = /(?<=\n|\r(?!\n))/
const PIECES = 256

/** Lines from one to another, both included. */
export type Span = [first: number, last: number]

/** Takes the pieces of some lines out of a text that comes in pieces. */
class LinePicker {
  readonly #spans: readonly Span[]
  #at = 0
  #ligne = 1

  constructor(spans: readonly Span[]) {
    this.#spans = spans
  }

  pick(text: string): string[] {
    return text.split(LINE_END).filter((piece) => {
      const isWanted = this.#isWanted()
      if (/[\r\n]$/.test(piece)) this.#ligne += 1
      return isWanted
    })
  }

  #isWanted(): boolean {
    while ((this.#spans[this.#at]?.[1] ?? Number.POSITIVE_INFINITY) < this.#ligne) this.#at += 1
    return (this.#spans[this.#at]?.[0] ?? Number.POSITIVE_INFINITY) <= this.#ligne
  }
}

/** Pieces of the text of a file, none of which ends between the CR and the LF of a line; its byte-order mark is the first one. */
async function* textOf(path: string, units: Units): AsyncGenerator<string, void> {
  let held: string | undefined
  for await (const chunk of createReadStream(path)) {
    const text = (held ?? '') + units.text(chunk as Buffer)
    const mark = held === undefined ? (MARKS.exec(text)?.[0] ?? '') : ''
    if (held === undefined) yield mark
    held = text.endsWith('\r') ? '\r' : ''
    yield text.slice(mark.length, text.length - held.length)
  }
  if (held) yield held
}

/** The bytes of these lines of a file, which are in its order, as they stand in it, behind its byte-order mark. */
export async function* bytesOfSpans(
  path: string,
  encodage: Encoding,
  spans: readonly Span[],
): AsyncGenerator<Buffer, void> {
  const [units, picker] = [new Units(encodage), new LinePicker(spans)]
  let isMark = true
  let end = '\n'
  for await (const text of textOf(path, units)) {
    const picked = isMark ? text : picker.pick(text).join('')
    if (picked !== '') yield units.bytes(picked)
    if (picked !== '' && !isMark) end = picked.slice(-1)
    isMark = false
  }
  if (!/[\r\n]/.test(end)) yield units.bytes('\r\n')
}

const TITLED = 'ANCESTRISV5'

/** The number of the line that each record of the file begins in; what is none of its acts counts too. */
async function* beginnings(file: ActFile): AsyncGenerator<{ ligne: number; isTitles: boolean }, void> {
  for await (const read of readActs(file, () => PIECES))
    for (const line of read)
      yield { ligne: line.ligne, isTitles: line.ligne === 1 && 'aside' in line && file.format.cle === TITLED }
}

/** Where these lines stand in a file: a record in quotes may go over several, and Ancestris wants its titles in front. */
export async function spansOf(file: ActFile, lines: readonly number[]): Promise<Span[]> {
  if (!file.format.isQuoted) return lines.map((ligne) => [ligne, ligne])
  const wanted = new Set(lines)
  const spans: Span[] = []
  let begun: number | undefined
  for await (const { ligne, isTitles } of beginnings(file)) {
    if (begun !== undefined) spans.push([begun, ligne - 1])
    begun = wanted.has(ligne) || isTitles ? ligne : undefined
  }
  if (begun !== undefined) spans.push([begun, Number.POSITIVE_INFINITY])
  return spans
}
