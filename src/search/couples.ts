// Couples asked for, as expressions of the index.
import type { CoupleKind } from '../champs/couples.ts'
import { allOf, anyOf, NEVER, type SearchExpr, type SearchLeaf } from '../db/dialect/index.ts'
import {
  anyNameMark,
  COUPLE_KINDS,
  coupleMark,
  relationMark,
  relationTerm,
  roleOfSlot,
  type SearchRole,
  type Slot,
} from './marks.ts'
import { isPlain, isWorthPairing, namesOf, narrowed, person, surnameWords, type Together } from './names.ts'
import { bySlot, marked, WEDDING, type Wish } from './slots.ts'
import type { IndexUse, Relation } from './use.ts'

/** A couple that is asked for. */
export interface CoupleAsked {
  one: readonly Wish[]
  other: readonly Wish[]
  /** Undefined for any. */
  kind?: CoupleKind | undefined
  /** The first of the two, the other one where there are two roles. */
  roles?: readonly [SearchRole | null, SearchRole | null]
}

/** Words of the surname of a couple; '' alone where it is not known. */
function coupleWords(wishes: readonly Wish[]): { words: string[]; isAll: boolean } | undefined {
  const [nom, ...more] = namesOf(wishes, 'nom')
  if (!nom || more.length > 0) return undefined
  const surname = surnameWords(nom)
  if (!surname || surname.one.length === 0) return undefined
  // The words written apart are found by the commonest of them no better than by the whole.
  const words = [...surname.one, ...(surname.all?.slice(-1) ?? [])]
  return { words, isAll: wishes.length === 1 && isPlain(nom) }
}

function couplesTogether({ one, other, kind, roles }: CoupleAsked): Together | undefined {
  const [first, second] = [coupleWords(one), coupleWords(other)]
  if (!first || !second || !isWorthPairing(first.words.length, second.words.length)) return undefined
  const kinds = kind === undefined ? COUPLE_KINDS : [kind]
  const list = kinds.flatMap((of) =>
    first.words.flatMap((a) =>
      second.words.map((b) => ({
        ...marked(
          coupleMark(of, a, b),
          [a, b].filter((word) => word !== '').map((word) => anyNameMark('nom', word)),
        ),
        isPair: true as const,
      })),
    ),
  )
  return { expr: anyOf(list), isEnough: roles === undefined && first.isAll && second.isAll }
}

/** Tells what else makes this person one of the role, as those who marry are spouses too; undefined where nothing does. */
function inRole(role: SearchRole | null, slot: Slot): SearchExpr[] | undefined {
  if (role === null || roleOfSlot(slot) === role) return []
  return role === 'conjoint' && roleOfSlot(slot) === 'principal' ? [WEDDING] : undefined
}

/** The couple as one that acts have: the first person in the first slot. */
function related(
  { one, other, roles = [null, null] }: CoupleAsked,
  relation: SearchLeaf,
  [first, second]: [Slot, Slot],
) {
  const [role, otherRole] = [inRole(roles[0], first), inRole(roles[1], second)]
  if (!role || !otherRole) return []
  return [allOf([relation, ...role, ...otherRole, bySlot(one, first), bySlot(other, second)]) ?? NEVER]
}

/** The couple as acts have it, whichever of the two comes first there. */
function eitherWay(asked: CoupleAsked, { kind, one, other }: Relation): SearchExpr[] {
  const relation = marked(relationMark(kind, one, other), [relationTerm(kind, one, other)])
  return [...related(asked, relation, [one, other]), ...related(asked, relation, [other, one])]
}

/** Two persons who are a couple in the act, whichever comes first. */
export function couple(asked: CoupleAsked, use: IndexUse): SearchExpr {
  const { one, other, kind, roles = [null, null] } = asked
  if (use.isFormer) return allOf([person(one, roles[0], use) ?? NEVER, person(other, roles[1], use) ?? NEVER]) ?? NEVER
  const relations = use.relations(kind === undefined ? undefined : [kind])
  const found = anyOf(relations.flatMap((relation) => eitherWay(asked, relation)))
  const together = couplesTogether(asked)
  return together ? narrowed(together, found, use) : found
}
