import type { Separator } from '../../../lib/csv.ts'

/** What is wrong with the text of a line, before its cells are read. */
export type RecordProblem = 'guillemet_ouvert' | 'guillemet_mal_ferme' | 'trop_long'

/** One record of a CSV file: its text, or what is wrong with it. `ligne`: number of its first line in the file, from 1. */
export type RawRecord = { ligne: number; text: string } | { ligne: number; problem: RecordProblem }

/** A record longer than that is no record: an open quote, or a file that is not what it seems. */
export const MAX_RECORD_LENGTH = 200_000
const MAX_RECORD_LINES = 1000

/** A line of the file, or null where it is too long to be kept. */
type Line = string | null

/** Cuts pieces of text at CRLF, LF and lone CR alike. */
export class LineSplitter {
  #rest = ''
  #isSkipping = false

  push(piece: string): Line[] {
    const text = this.#rest + piece
    // The next piece may begin with the LF of this CR.
    const kept = text.endsWith('\r') ? 1 : 0
    const lines: Line[] = text.slice(0, text.length - kept).split(/\r\n|\n|\r/)
    this.#rest = (lines.pop() ?? '') + text.slice(text.length - kept)
    if (this.#isSkipping && lines.length > 0) {
      lines[0] = null
      this.#isSkipping = false
    }
    if (this.#rest.length > MAX_RECORD_LENGTH) {
      this.#isSkipping = true
      this.#rest = kept === 1 ? '\r' : ''
    }
    return lines
  }

  end(): Line[] {
    const isCut = this.#rest.endsWith('\r')
    const last = isCut ? this.#rest.slice(0, -1) : this.#rest
    if (this.#isSkipping) return [null]
    return last === '' && !isCut ? [] : [last]
  }
}

type Scan = 'complete' | 'open' | 'wrong'

/**
 * Puts the lines of a record together again where a cell holds line breaks. A quote that is opened and never closed would make
 * one record of everything behind it: where what follows makes no record of the right number of cells, the line with the
 * quote is given up alone and the lines behind it are read by themselves.
 */
export class RecordSplitter {
  readonly #separator: Separator
  /** Number of cells that a record of several lines must have; undefined for the header. */
  readonly #cells: number | undefined
  #next = 1
  #pending: string[] = []
  #start = 0
  #length = 0
  #counted = 0

  constructor(separator: Separator, cells?: number) {
    this.#separator = separator
    this.#cells = cells
  }

  push(lines: Line[]): RawRecord[] {
    const out: RawRecord[] = []
    for (const line of lines) this.#take(line, out)
    return out
  }

  end(): RawRecord[] {
    const out: RawRecord[] = []
    while (this.#pending.length > 0) this.#giveUp([], out)
    return out
  }

  #take(line: Line, out: RawRecord[]): void {
    if (this.#pending.length > 0) {
      this.#continue(line, out)
      return
    }
    const ligne = this.#next
    this.#next += 1
    if (line === null || line.length > MAX_RECORD_LENGTH) out.push({ ligne, problem: 'trop_long' })
    else if (!line.includes('"')) out.push({ ligne, text: line })
    else this.#begin(ligne, line, out)
  }

  #begin(ligne: number, line: string, out: RawRecord[]): void {
    this.#counted = 0
    const found = this.#scan(line, false)
    if (found === 'complete') out.push({ ligne, text: line })
    else if (found === 'wrong') out.push({ ligne, problem: 'guillemet_mal_ferme' })
    else {
      this.#pending = [line]
      this.#start = ligne
      this.#length = line.length
    }
  }

  #continue(line: Line, out: RawRecord[]): void {
    this.#length += (line?.length ?? 0) + 1
    const found = this.#isTooLong(line) ? 'wrong' : this.#scan(line ?? '', true)
    const fits = this.#cells === undefined || this.#counted === this.#cells
    if (line === null || found === 'wrong' || (found === 'complete' && !fits)) {
      this.#giveUp([line], out)
      return
    }
    this.#pending.push(line)
    if (found === 'open') return
    out.push({ ligne: this.#start, text: this.#pending.join('\n') })
    this.#next = this.#start + this.#pending.length
    this.#pending = []
  }

  #isTooLong(line: Line): boolean {
    return line === null || this.#length > MAX_RECORD_LENGTH || this.#pending.length >= MAX_RECORD_LINES
  }

  /** The line with the open quote alone is lost; those behind it are read again. */
  #giveUp(further: Line[], out: RawRecord[]): void {
    const again = [...this.#pending.slice(1), ...further]
    out.push({ ligne: this.#start, problem: 'guillemet_ouvert' })
    this.#pending = []
    this.#next = this.#start + 1
    for (const line of again) this.#take(line, out)
  }

  /** Walks over the cells of a line; `isQuoted`: it begins inside a quoted cell. */
  #scan(line: string, isQuoted: boolean): Scan {
    let at = 0
    let inside = isQuoted
    while (at <= line.length) {
      const isOpen = inside || line[at] === '"'
      const end = isOpen ? endOfQuoted(line, inside ? at : at + 1) : endOfPlain(line, at, this.#separator)
      if (end === -1) return 'open'
      this.#counted += 1
      if (end < line.length && line[end] !== this.#separator) return 'wrong'
      at = end + 1
      inside = false
    }
    return 'complete'
  }
}

/** Index behind the closing quote, doubled quotes left aside; -1 where the cell does not end on this line. */
function endOfQuoted(line: string, from: number): number {
  for (let at = line.indexOf('"', from); at !== -1; at = line.indexOf('"', at + 2)) {
    if (line[at + 1] !== '"') return at + 1
  }
  return -1
}

/** Index of the separator behind the cell, or of the end of the line. */
function endOfPlain(line: string, from: number, separator: Separator): number {
  const end = line.indexOf(separator, from)
  return end === -1 ? line.length : end
}
