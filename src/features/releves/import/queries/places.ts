import { isDeepStrictEqual } from 'node:util'
import type { Lookup, PlaceValue } from '../../../../champs/kind.ts'
import type { Db } from '../../../../db/schema.ts'
import { placesCalled, placesNear } from '../../../lieux/queries/long-names.ts'
import { lieuById } from '../../../lieux/queries/places.ts'

/** Names kept at a time: a register names some hundreds of places, a file some thousands. */
const MAX_NAMES = 20_000
/** Names asked for in one statement. */
const CHUNK = 500

/** The places that a file names, each looked up once; `areStillRight` says whether those used lately are what they were. */
export class PlaceCache implements Lookup {
  #db: Db
  readonly #known = new Map<string, PlaceValue[]>()
  readonly #near = new Map<string, PlaceValue[]>()
  #used = new Set<string>()

  constructor(db: Db) {
    this.#db = db
  }

  /** From here on for another batch, in its transaction. */
  begin(db: Db): void {
    this.#db = db
    this.#used = new Set()
    if (this.#known.size > MAX_NAMES) this.forget()
  }

  forget(): void {
    this.#known.clear()
    this.#near.clear()
  }

  /** Looks up at once what lines will ask for one by one. */
  async learn(names: Iterable<string>): Promise<void> {
    const unknown = [...new Set(names)].filter((name) => !this.#known.has(name))
    for (let at = 0; at < unknown.length; at += CHUNK) {
      const part = unknown.slice(at, at + CHUNK)
      const found = await placesCalled(this.#db, part)
      for (const name of part) this.#known.set(name, found.get(name) ?? [])
    }
  }

  async lieuxByNomLong(nomLong: string): Promise<PlaceValue[]> {
    this.#used.add(nomLong)
    const known = this.#known.get(nomLong)
    if (known) return known
    const found = (await placesCalled(this.#db, [nomLong])).get(nomLong) ?? []
    this.#known.set(nomLong, found)
    return found
  }

  lieuById(id: number): Promise<PlaceValue | undefined> {
    return lieuById(this.#db, id)
  }

  /** Only forms offer places to choose from. */
  async lieuxSuggested(): Promise<PlaceValue[]> {
    return []
  }

  async lieuxNear(written: string): Promise<PlaceValue[]> {
    const known = this.#near.get(written)
    if (known) return known
    const found = await placesNear(this.#db, written)
    this.#near.set(written, found)
    return found
  }

  /** Asked for in the transaction that writes: a place may have been renamed, merged, deleted or doubled since it was looked up. */
  async areStillRight(trx: Db): Promise<boolean> {
    const names = [...this.#used]
    for (let at = 0; at < names.length; at += CHUNK) {
      const part = names.slice(at, at + CHUNK)
      const now = await placesCalled(trx, part)
      if (part.some((name) => !isDeepStrictEqual(now.get(name) ?? [], this.#known.get(name)))) return false
    }
    return true
  }
}
