import { isDeepStrictEqual } from 'node:util'
import type { Lookup, PlaceValue } from '../../../../champs/kind.ts'
import type { Db } from '../../../../db/schema.ts'
import { type PlaceDecision, placeDecisions } from '../../../imports/queries/place-names.ts'
import { placesCalled, placesNear } from '../../../lieux/queries/long-names.ts'
import { lieuById, nomLongByIds } from '../../../lieux/queries/places.ts'
import { placesMeant, scopesOf } from './short-names.ts'

/** Names kept at a time: a register names some hundreds of places, a file some thousands. */
const MAX_NAMES = 20_000
/** Names asked for in one statement. */
const CHUNK = 500

/** The import and where it goes: places near its source, and decisions on names, are its own. */
interface Import {
  id: number
  source_id: number
}

interface Around {
  scopes: string[]
  decisions: ReadonlyMap<string, PlaceDecision>
}

/** The places that a file names, each looked up once; `areStillRight` says whether those that a batch used are what they were. */
export class PlaceCache implements Lookup {
  #db: Db
  readonly #imported: Import
  #around: Around | undefined
  readonly #known = new Map<string, PlaceValue[]>()
  readonly #near = new Map<string, PlaceValue[]>()
  #used = new Set<string>()

  constructor(db: Db, imported: Import) {
    this.#db = db
    this.#imported = imported
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
    this.#around = undefined
  }

  /** Looks up at once what lines will ask for one by one. */
  async learn(names: Iterable<string>): Promise<void> {
    const unknown = [...new Set(names)].filter((name) => !this.#known.has(name))
    for (let at = 0; at < unknown.length; at += CHUNK) {
      const part = unknown.slice(at, at + CHUNK)
      const found = await this.#found(this.#db, part)
      for (const name of part) this.#known.set(name, found.get(name) ?? [])
    }
  }

  async lieuxByNomLong(nomLong: string): Promise<PlaceValue[]> {
    this.#used.add(nomLong)
    const known = this.#known.get(nomLong)
    if (known) return known
    const found = (await this.#found(this.#db, [nomLong])).get(nomLong) ?? []
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

  /** Whether somebody said that this name goes to the notes; known once the name was learnt. */
  isNoted(name: string): boolean {
    return this.#around?.decisions.get(name) === 'notes'
  }

  /** The names of the batch at hand that were asked for. */
  get usedNames(): ReadonlySet<string> {
    return this.#used
  }

  /** Asked for in the transaction that writes: a place may have been renamed, merged, deleted or doubled since it was looked up. */
  async areStillRight(trx: Db, used: ReadonlySet<string>): Promise<boolean> {
    const names = [...used]
    const around = names.length === 0 ? undefined : await this.#look(trx)
    for (let at = 0; at < names.length; at += CHUNK) {
      const part = names.slice(at, at + CHUNK)
      const now = await this.#found(trx, part, around)
      if (part.some((name) => !isDeepStrictEqual(now.get(name) ?? [], this.#known.get(name)))) return false
    }
    return true
  }

  async #look(db: Db): Promise<Around> {
    const { id, source_id } = this.#imported
    return { scopes: await scopesOf(db, source_id), decisions: await placeDecisions(db, id) }
  }

  /** A decision on a name counts first, then its long name, then what is called so near the source. */
  async #found(db: Db, names: readonly string[], around?: Around): Promise<Map<string, PlaceValue[]>> {
    const { scopes, decisions } = around ?? this.#around ?? (await this.#look(db))
    this.#around ??= { scopes, decisions }
    const decided = await this.#decided(db, names, decisions)
    const others = names.filter((name) => !decided.has(name))
    const called = await placesCalled(db, others)
    const lost = others.filter((name) => !called.has(name))
    const meant = lost.length === 0 ? [] : await placesMeant(db, lost, scopes)
    return new Map([...decided, ...called, ...meant])
  }

  async #decided(db: Db, names: readonly string[], decisions: Around['decisions']): Promise<Map<string, PlaceValue[]>> {
    const chosen = names.flatMap((name) => {
      const decision = decisions.get(name)
      return decision === undefined || decision === 'notes' ? [] : [[name, decision.lieu_id] as const]
    })
    const today = await nomLongByIds(
      db,
      chosen.map(([, id]) => id),
    )
    return new Map(
      chosen.flatMap(([name, id]) => {
        const nom_long = today.get(id)
        return nom_long === undefined ? [] : [[name, [{ id, nom_long }]] as const]
      }),
    )
  }
}
