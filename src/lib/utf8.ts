/** Lines of a text of bytes: the first few of them by number, from 1, and how many there are in all. */
export class LineList {
  readonly first: number[] = []
  count = 0
  #last = 0

  add(line: number): void {
    if (line === this.#last) return
    this.#last = line
    this.count += 1
    if (this.first.length < NAMED) this.first.push(line)
  }
}

const NAMED = 8
const [LF, CR] = [0x0a, 0x0d]
const isContinuation = (byte: number, low = 0x80, high = 0xbf): boolean => byte >= low && byte <= high

/** Counts the bytes that follow this one in UTF-8; -1 where it begins nothing. */
function following(byte: number): number {
  if (byte >= 0xc2 && byte <= 0xdf) return 1
  if (byte >= 0xe0 && byte <= 0xef) return 2
  return byte >= 0xf0 && byte <= 0xf4 ? 3 : -1
}

/** The second byte after these first ones is narrower: no longer form than needed, no surrogate, nothing beyond U+10FFFF. */
const SECOND: Record<number, [number, number]> = {
  224: [0xa0, 0xbf],
  237: [0x80, 0x9f],
  240: [0x90, 0xbf],
  244: [0x80, 0x8f],
}

/**
 * Letters and signs of French in two or three bytes (« é », « œ », « ’ », « € »). In an encoding of one byte a sign they would be
 * « Ã© », « Å“ », « â€™ », which no text has, unlike « É » before a no-break space: that reads as UTF-8 too, by chance.
 */
const isTelling = (lead: number, second: number): boolean =>
  lead === 0xc2 ||
  lead === 0xc3 ||
  (lead === 0xc5 && (second === 0x92 || second === 0x93)) ||
  (lead === 0xe2 && (second === 0x80 || second === 0x82))

/** Reads bytes, piece by piece, as if they were UTF-8, and tells what speaks for it and what against it, by lines. */
export class Utf8Scan {
  /** Signs of several bytes. */
  signs = 0
  /** Those that can be nothing else, and the lines that have one. */
  telling = 0
  readonly tellingLines = new LineList()
  /** Bytes that are not UTF-8, and their lines. */
  wrong = 0
  readonly wrongLines = new LineList()
  #line = 1
  #isAfterCr = false
  #lead = 0
  #second = 0
  #left = 0
  #taken = 0

  push(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.#left === 0 && byte < 0x80) this.#plain(byte)
      else this.#high(byte)
    }
  }

  /** A sign that the end cuts off is none. */
  end(): void {
    if (this.#left > 0) this.#refuse()
  }

  #plain(byte: number): void {
    if (byte === CR || (byte === LF && !this.#isAfterCr)) this.#line += 1
    this.#isAfterCr = byte === CR
  }

  #high(byte: number): void {
    if (this.#left > 0) {
      const [low, high] = (this.#taken === 1 ? SECOND[this.#lead] : undefined) ?? [0x80, 0xbf]
      if (isContinuation(byte, low, high)) {
        this.#continue(byte)
        return
      }
      this.#refuse()
    }
    if (byte < 0x80) this.#plain(byte)
    else this.#begin(byte)
  }

  #begin(byte: number): void {
    this.#isAfterCr = false
    this.#lead = byte
    this.#taken = 1
    this.#left = following(byte)
    if (this.#left < 0) this.#refuse()
  }

  #continue(byte: number): void {
    if (this.#taken === 1) this.#second = byte
    this.#taken += 1
    this.#left -= 1
    if (this.#left > 0) return
    this.signs += 1
    if (!isTelling(this.#lead, this.#second)) return
    this.telling += 1
    this.tellingLines.add(this.#line)
  }

  #refuse(): void {
    this.wrong += this.#taken
    this.wrongLines.add(this.#line)
    this.#left = 0
  }
}
