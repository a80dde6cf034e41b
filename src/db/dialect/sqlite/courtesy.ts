// SQLite has one writer and no queue: whoever asks again first gets the file, which is whoever has just let go of it. So those who
// wait for it leave the time in a file beside it, whatever their process, and work in the background looks there before it writes. A
// second time says when a person was last among them.
import { closeSync, constants, openSync, readSync, statSync, writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Those who wait ask more often than that, even in a process that is long at a page on a busy machine; one who left a time and was killed is
 * waited for no longer.
 */
const FRESH_MS = 250
const LOOK_MS = 2
/** Where somebody always waits, work in the background goes on all the same. */
const LONGEST_MS = 1000
/** Somebody who has just waited is at work, and soon writes again. */
const QUIET_MS = 30_000
/** Both times. */
const BYTES = 16
const PERSON_AT = 8

/** The name of that file, beside the one of the database. */
export const COURTESY_END = '-attente'

export class Courtesy {
  readonly #path: string
  readonly #times = Buffer.alloc(BYTES)
  #file: number | undefined

  constructor(database: string) {
    this.#path = `${database}${COURTESY_END}`
  }

  #note(time: number, isPerson: boolean): void {
    try {
      this.#file ??= openSync(this.#path, constants.O_RDWR | constants.O_CREAT, 0o600)
      this.#times.writeDoubleLE(time)
      if (isPerson) this.#times.writeDoubleLE(Date.now(), PERSON_AT)
      writeSync(this.#file, this.#times, 0, isPerson ? BYTES : PERSON_AT, 0)
    } catch {
      // A full disk, a folder that cannot be written to: then nobody goes first.
    }
  }

  /** Somebody waits for the file; `isPerson`: for somebody who looks at a page. */
  wait(isPerson: boolean): void {
    this.#note(Date.now(), isPerson)
  }

  /** Others who wait note it again when they ask next. */
  waitNoLonger(isPerson: boolean): void {
    this.#note(0, isPerson)
  }

  /** Was one of the two times noted less than so long ago? */
  #isFresh(at: number, ms: number): boolean {
    if (this.#file === undefined) {
      // Nobody ever waited, as a rule: then there is no such file.
      if (!statSync(this.#path, { throwIfNoEntry: false })) return false
      this.#file = openSync(this.#path, 'r')
    }
    if (readSync(this.#file, this.#times, 0, BYTES, 0) < at + PERSON_AT) return false
    return Math.abs(Date.now() - this.#times.readDoubleLE(at)) < ms
  }

  async letOthersGoFirst(): Promise<void> {
    const until = performance.now() + LONGEST_MS
    while (this.#isFresh(0, FRESH_MS) && performance.now() < until) await pause(LOOK_MS)
  }

  /** Was the file waited for by no person, these last seconds? */
  isQuiet(): boolean {
    return !this.#isFresh(PERSON_AT, QUIET_MS)
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }
}
