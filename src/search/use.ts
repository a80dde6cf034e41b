// Which persons and couples the acts of the archive have, as the dictionary tells it: a search asks for those and for no others.
import type { CoupleKind } from '../champs/couples.ts'
import { type Remember, readAnew } from '../db/remember.ts'
import type { Db } from '../db/schema.ts'
import { termsFrom } from './dictionary.ts'
import {
  COUPLE_KINDS,
  FORMER_TERM,
  REACH_TERM,
  relationTerm,
  roleOfSlot,
  SEARCH_ROLES,
  type SearchRole,
  type Slot,
  type Trait,
  UNPAIRED_TERM,
  USE_START,
  useTerm,
  wholeRole,
} from './marks.ts'

/** Two persons of an act who may be a couple. */
export interface Relation {
  kind: CoupleKind
  one: Slot
  other: Slot
}

export class IndexUse {
  /** An index of before persons serves still: it knows roles, and neither pairs nor couples. */
  readonly isFormer: boolean
  readonly #terms: ReadonlySet<string>
  readonly #slots: Slot[]

  constructor(terms: readonly string[]) {
    this.#terms = new Set(terms)
    this.isFormer = this.#terms.has(FORMER_TERM)
    const slots = terms.flatMap((term) => term.match(SLOT_AT_END) ?? [])
    this.#slots = this.isFormer ? SEARCH_ROLES.map(wholeRole) : [...new Set(slots)].sort()
  }

  /** Persons of this role, or of any, who may have one at least of each of these lists of traits. */
  slots(role: SearchRole | null, wishes: readonly (readonly Trait[])[]): Slot[] {
    return this.#slots.filter(
      (slot) =>
        (role === null || roleOfSlot(slot) === role) &&
        (this.isFormer || wishes.every((traits) => traits.some((trait) => this.#terms.has(useTerm(trait, slot))))),
    )
  }

  relations(kinds: readonly CoupleKind[] = COUPLE_KINDS): Relation[] {
    return kinds.flatMap((kind) =>
      this.#slots.flatMap((one) =>
        this.#slots
          .filter((other) => this.#terms.has(relationTerm(kind, one, other)))
          .map((other) => ({ kind, one, other })),
      ),
    )
  }

  /** Does some date reach a year after its first one? An index of before persons tells no such thing. */
  get hasReach(): boolean {
    return !this.isFormer && this.#terms.has(REACH_TERM)
  }

  /** Does some record leave pairs and couples out? */
  get hasUnpaired(): boolean {
    return this.#terms.has(UNPAIRED_TERM)
  }
}

/** The letter of a role and the sign of a person end the term of a trait. */
const SLOT_AT_END = /(?<=^§z[a-z])[a-g][^§]$/u

export const indexUse = (db: Db, remember: Remember = readAnew): Promise<IndexUse> =>
  remember('indexUse', async () => new IndexUse((await termsFrom(db, USE_START)).terms ?? []))
