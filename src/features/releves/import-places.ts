import { isDeepStrictEqual } from 'node:util'
import type { Lookup, PlaceValue } from '../../champs/kind.ts'
import type { Db } from '../../db/schema.ts'
import { lieuById, lieuxByNomLong } from '../lieux/queries.ts'

/** Names kept at a time: a register names some hundreds of places, a file some thousands. */
const MAX_NAMES = 20_000
/** Names asked for in one statement. */
const CHUNK = 500

/** The places that a file names, each looked up once; `areStillRight` says whether those used lately are what they were. */
export class PlaceCache implements Lookup {
  #db: Db
  readonly #known = new Map<string, PlaceValue[]>()
  #used = new Set<string>()

  constructor(db: Db) {
    this.#db = db
  }

  /** From here on for another batch, in its transaction. */
  begin(db: Db): void {
    this.#db = db
    this.#used = new Set()
    if (this.#known.size > MAX_NAMES) this.#known.clear()
  }

  forget(): void {
    this.#known.clear()
  }

  async lieuxByNomLong(nomLong: string): Promise<PlaceValue[]> {
    this.#used.add(nomLong)
    const known = this.#known.get(nomLong)
    if (known) return known
    const found = await lieuxByNomLong(this.#db, nomLong)
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

  /** Asked for in the transaction that writes: a place may have been renamed, deleted or doubled since it was looked up. */
  async areStillRight(): Promise<boolean> {
    const names = [...this.#used]
    for (let at = 0; at < names.length; at += CHUNK) {
      const part = names.slice(at, at + CHUNK)
      const rows = await this.#db
        .selectFrom('lieux')
        .select(['id', 'nom_long'])
        .where('nom_long', 'in', part)
        .orderBy('id')
        .execute()
      const now = new Map<string, PlaceValue[]>(part.map((name) => [name, []]))
      for (const row of rows) now.get(row.nom_long)?.push(row)
      if (part.some((name) => !isDeepStrictEqual(now.get(name), this.#known.get(name)))) return false
    }
    return true
  }
}
