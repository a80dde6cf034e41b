export type Separator = ';' | ',' | '\t'

const SEPARATORS: readonly Separator[] = [';', ',', '\t']

/** The separator of a file, from its first line: the commonest of the three outside quotes; `;` wins ties, then `,`. */
export function detectSeparator(headerLine: string): Separator {
  const counts: Record<Separator, number> = { ';': 0, ',': 0, '\t': 0 }
  let isQuoted = false
  for (const sign of headerLine) {
    // A doubled quote inside quotes closes and opens again: no special case.
    if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && (sign === ';' || sign === ',' || sign === '\t')) counts[sign] += 1
  }
  return SEPARATORS.reduce((best, separator) => (counts[separator] > counts[best] ? separator : best))
}

export type RecordProblem = 'open_quote' | 'text_behind_quote' | 'too_long'

/** A record of a CSV file, or what is wrong with it. `ligne` is the number of its first line in the file, from 1. */
export type RawRecord = { ligne: number; cells: string[]; isBlank: boolean } | { ligne: number; problem: RecordProblem }

/** A record longer than that is no record: an open quote, or a file that is not what it seems. */
const MAX_RECORD_LENGTH = 200_000
const MAX_RECORD_LINES = 1000

/** A line of the file, or null where it is too long to be kept. */
type Line = string | null

/**
 * V8 cuts a cell out of the piece that was read, and whoever keeps the cell keeps the piece. On its way through bytes the line becomes
 * a text of its own, and half a sign of UTF-16, which PostgreSQL refuses, becomes U+FFFD.
 */
const detached = (line: string): string => Buffer.from(line).toString()

/** Cuts pieces of text at CRLF, LF and lone CR alike. */
export class LineSplitter {
  #rest = ''
  #isSkipping = false

  push(piece: string): Line[] {
    const text = this.#rest + piece
    // The next piece may begin with the LF of this CR.
    const kept = text.endsWith('\r') ? 1 : 0
    const found = text.slice(0, text.length - kept).split(/\r\n|\n|\r/)
    this.#rest = (found.pop() ?? '') + text.slice(text.length - kept)
    const lines: Line[] = found.map(detached)
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
    return last === '' && !isCut ? [] : [detached(last)]
  }
}

type Scan = 'complete' | 'open' | 'wrong'

/**
 * Reads lines into records: the only grammar of CSV in this house. A quote that is opened and never closed would make one record of
 * everything behind it: where what follows makes no record of the right number of cells, the line with the quote is given up alone
 * and the lines behind it are read by themselves.
 */
export class RecordReader {
  readonly #separator: Separator
  /** Number of cells that a record of several lines must have; undefined for the header. */
  readonly #wanted: number | undefined
  #next = 1
  /** The lines of a record whose last cell is still open: they are read again by themselves if it never closes. */
  #pending: string[] = []
  #start = 0
  #length = 0
  #cells: string[] = []
  /** The beginning of the open cell, as it stands in the file. */
  #open = ''

  constructor(separator: Separator, wanted?: number) {
    this.#separator = separator
    this.#wanted = wanted
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
    if (line === null || line.length > MAX_RECORD_LENGTH) out.push({ ligne, problem: 'too_long' })
    else if (line.includes('"')) this.#begin(ligne, line, out)
    else {
      const cells = line.split(this.#separator)
      out.push({ ligne, cells, isBlank: cells.every((cell) => cell.trim() === '') })
    }
  }

  #begin(ligne: number, line: string, out: RawRecord[]): void {
    this.#cells = []
    const found = this.#scan(line, false)
    if (found === 'complete') out.push({ ligne, cells: this.#cells, isBlank: false })
    else if (found === 'wrong') out.push({ ligne, problem: 'text_behind_quote' })
    else {
      this.#pending = [line]
      this.#start = ligne
      this.#length = line.length
    }
  }

  #continue(line: Line, out: RawRecord[]): void {
    this.#length += (line?.length ?? 0) + 1
    const found = this.#isTooLong(line) ? 'wrong' : this.#scan(line ?? '', true)
    const fits = this.#wanted === undefined || this.#cells.length === this.#wanted
    if (line === null || found === 'wrong' || (found === 'complete' && !fits)) {
      this.#giveUp([line], out)
      return
    }
    this.#pending.push(line)
    if (found === 'open') return
    out.push({ ligne: this.#start, cells: this.#cells, isBlank: false })
    this.#next = this.#start + this.#pending.length
    this.#pending = []
  }

  #isTooLong(line: Line): boolean {
    return line === null || this.#length > MAX_RECORD_LENGTH || this.#pending.length >= MAX_RECORD_LINES
  }

  /** The line with the open quote alone is lost; those behind it are read again. */
  #giveUp(further: Line[], out: RawRecord[]): void {
    const again = [...this.#pending.slice(1), ...further]
    out.push({ ligne: this.#start, problem: 'open_quote' })
    this.#pending = []
    this.#next = this.#start + 1
    for (const line of again) this.#take(line, out)
  }

  /** Reads the cells of a line; `isInside` where it begins inside a quoted cell. */
  #scan(line: string, isInside: boolean): Scan {
    let at = isInside ? this.#quoted(line, 0, `${this.#open}\n`) : this.#cell(line, 0)
    while (at !== -1 && at < line.length) {
      if (line[at] !== this.#separator) return 'wrong'
      at = this.#cell(line, at + 1)
    }
    return at === -1 ? 'open' : 'complete'
  }

  /** Reads the cell that begins there: the index behind it, or -1 where it does not end on this line. */
  #cell(line: string, from: number): number {
    if (line[from] === '"') return this.#quoted(line, from + 1, '')
    const found = line.indexOf(this.#separator, from)
    const end = found === -1 ? line.length : found
    this.#cells.push(line.slice(from, end))
    return end
  }

  #quoted(line: string, from: number, before: string): number {
    const end = closingQuote(line, from)
    if (end === -1) {
      this.#open = before + line.slice(from)
      return -1
    }
    this.#cells.push((before + line.slice(from, end)).replaceAll('""', '"'))
    return end + 1
  }
}

/** Finds the quote that closes a cell, doubled ones left aside; -1 where there is none on this line. */
function closingQuote(line: string, from: number): number {
  for (let at = line.indexOf('"', from); at !== -1; at = line.indexOf('"', at + 2)) {
    if (line[at + 1] !== '"') return at
  }
  return -1
}
