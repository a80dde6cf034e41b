// One person of an act, as expressions of the index: all marks of one slot are those of one person.
import { allOf, anyOf, NEVER, type SearchExpr, type SearchLeaf } from '../db/dialect/index.ts'
import {
  fieldMark,
  type NameKind,
  nameMark,
  roleOfSlot,
  type SearchRole,
  type Slot,
  slotMark,
  type Trait,
  traitTerm,
  WEDDING_MARK,
} from './marks.ts'
import type { IndexUse } from './use.ts'

/** A trait asked for may be one of these words, all those of `whole` together, or a beginning. */
export interface Choice<T extends Trait = Trait> {
  trait: T
  words: string[]
  whole?: string[] | undefined
  prefix?: string | undefined
}
export type NameChoice = Choice<NameKind>

/** One of these is enough: a word after « père : » may be a surname or a first name. */
export type Wish = readonly Choice[]

/** A leaf whose frequency is not known yet (`measured`, measure.ts). */
export const leaf = (where: SearchLeaf['in'], words: string[]): SearchLeaf => ({ in: where, words, n: 0 })

/** A mark that the dictionary counts under other terms. */
export const marked = (mark: string, terms: string[]): SearchLeaf => ({ ...leaf('tout', [mark]), terms })

/** The dictionary counts the traits of a person under these: names by role, others whoever bears them. */
function termOf(trait: Trait, slot: Slot, word: string): string {
  if (trait === 'nom' || trait === 'prenom') return nameMark(trait, roleOfSlot(slot), word)
  return trait === 'profession' ? fieldMark('profession', word) : traitTerm(trait, word)
}

export const prefixLeaf = (where: SearchLeaf['in'], prefix: string, marks?: string[]): SearchLeaf => ({
  ...leaf(where, [prefix]),
  prefix: { terms: undefined, marks },
})

/** The beginning of a mark. */
export const markedPrefix = (mark: string, terms: string[]): SearchLeaf => ({ ...prefixLeaf('tout', mark), terms })

/** The marks of a word that names somebody, one for each person of an act. */
export const slotLeaves = (use: IndexUse, kind: NameKind, word: string): SearchLeaf[] =>
  use.slots(null, [[kind]]).map((slot) => slotLeaf(kind, slot, word))

/** An index of before persons has a profession whoever it is of, and an age as a word like others. */
function markOf(trait: Trait, slot: Slot, word: string): { mark: string; term: string } {
  const term = termOf(trait, slot, word)
  if (slot.length > 1) return { mark: slotMark(trait, slot, word), term }
  if (trait === 'age') return { mark: word, term: word }
  return { mark: trait === 'profession' ? term : slotMark(trait, slot, word), term }
}

function slotLeaf(trait: Trait, slot: Slot, word: string): SearchLeaf {
  const { mark, term } = markOf(trait, slot, word)
  return marked(mark, [term])
}

function slotPrefix(trait: Trait, slot: Slot, start: string): SearchLeaf {
  const { mark, term } = markOf(trait, slot, start)
  return markedPrefix(mark, [term])
}

/** The trait as borne by this person. */
function inSlot({ trait, words, whole, prefix }: Choice, slot: Slot): SearchExpr {
  const list: SearchExpr[] = words.map((word) => slotLeaf(trait, slot, word))
  if (whole) list.push(allOf(whole.map((word) => slotLeaf(trait, slot, word))) ?? NEVER)
  if (prefix !== undefined) list.push(slotPrefix(trait, slot, prefix))
  return anyOf(list)
}

export const bySlot = (wishes: readonly Wish[], slot: Slot): SearchExpr =>
  allOf(wishes.map((wish) => anyOf(wish.map((choice) => inSlot(choice, slot))))) ?? NEVER

export const WEDDING = marked(WEDDING_MARK, [WEDDING_MARK])

/** Somebody of this role with all these traits; those who marry are spouses too. */
export function somebody(wishes: readonly Wish[], role: SearchRole | null, use: IndexUse): SearchExpr {
  const traits = wishes.map((wish) => wish.map(({ trait }) => trait))
  const found = use.slots(role, traits).map((slot) => bySlot(wishes, slot))
  if (role !== 'conjoint' || use.isFormer) return anyOf(found)
  const married = use.slots('principal', traits).map((slot) => bySlot(wishes, slot))
  return anyOf([...found, allOf([WEDDING, anyOf(married)]) ?? NEVER])
}
