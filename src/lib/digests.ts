import { hash } from 'node:crypto'

const WORDS = 4
/** Slots of a new table; two thirds of them are filled before there are more. */
const FIRST_SLOTS = 1024

/** A slot whose digest was taken out as often as it was put in; 0 is one that never held any. */
const EMPTIED = 1

/**
 * How many times each text was put in, known by the first 128 bits of its SHA-256: forty bytes a text at most, whatever its length,
 * so that a million of them fit beside everything else.
 */
export class DigestCounts {
  #slots = FIRST_SLOTS
  #digests = new Uint32Array(FIRST_SLOTS * WORDS)
  /** One more than how often. */
  #counts = new Uint32Array(FIRST_SLOTS)
  #used = 0

  add(text: string): void {
    if (this.#used * 3 >= this.#slots * 2) this.#grow()
    this.#put(digestOf(text), 0, 1)
  }

  /** Takes one out; false where none is left. */
  take(text: string): boolean {
    const slot = this.#find(digestOf(text), 0)
    const count = this.#counts[slot] ?? 0
    if (count <= EMPTIED) return false
    this.#counts[slot] = count - 1
    return true
  }

  #put(digests: Uint32Array, at: number, times: number): void {
    const slot = this.#find(digests, at)
    if (this.#counts[slot] === 0) {
      this.#digests.set(digests.subarray(at, at + WORDS), slot * WORDS)
      this.#counts[slot] = EMPTIED
      this.#used += 1
    }
    this.#counts[slot] = (this.#counts[slot] ?? 0) + times
  }

  /** The slot of the digest at this place, or the free one where it would go. */
  #find(digests: Uint32Array, at: number): number {
    for (let slot = (digests[at] ?? 0) % this.#slots; ; slot = (slot + 1) % this.#slots) {
      if (this.#counts[slot] === 0 || this.#holds(slot, digests, at)) return slot
    }
  }

  #holds(slot: number, digests: Uint32Array, at: number): boolean {
    for (let word = 0; word < WORDS; word += 1) {
      if (this.#digests[slot * WORDS + word] !== digests[at + word]) return false
    }
    return true
  }

  #grow(): void {
    const [digests, counts] = [this.#digests, this.#counts]
    this.#slots *= 2
    this.#digests = new Uint32Array(this.#slots * WORDS)
    this.#counts = new Uint32Array(this.#slots)
    this.#used = 0
    for (const [slot, count] of counts.entries()) {
      if (count > EMPTIED) this.#put(digests, slot * WORDS, count - EMPTIED)
    }
  }
}

/** Copied: a view of four bytes needs an aligned beginning, which a pooled buffer does not promise. */
function digestOf(text: string): Uint32Array {
  const bytes = new Uint8Array(hash('sha256', text, 'buffer'))
  return new Uint32Array(bytes.buffer, 0, WORDS)
}
