// Couples asked for, as expressions of the index.
import type { CoupleActs, CoupleKind } from '../champs/couples.ts'
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
import { isPlain, isWorthPairing, namesOf, narrowed, pairsOf, person, surnameWords, type Together } from './names.ts'
import { isParticle } from './particles.ts'
import { bySlot, marked, markedPrefix, WEDDING, type Wish } from './slots.ts'
import type { IndexUse, Relation } from './use.ts'

/** A couple that is asked for; no wishes are for somebody whose surname the act does not tell. */
export interface CoupleAsked {
  one: readonly Wish[]
  other: readonly Wish[]
  /** Undefined for any. */
  kind?: CoupleKind | undefined
  /** Acts of the couple that are looked for; undefined for all. */
  acts?: CoupleActs | undefined
  /** The first of the two, the other one where there are two roles. */
  roles?: readonly [SearchRole | null, SearchRole | null]
}

/** Words of the surname of a couple. */
function coupleWords(wishes: readonly Wish[]): { words: string[]; isAll: boolean } | undefined {
  const [nom, ...more] = namesOf(wishes, 'nom')
  if (!nom || more.length > 0) return undefined
  const surname = surnameWords(nom)
  if (!surname || surname.one.length === 0) return undefined
  // The words written apart are found by the commonest of them no better than by the whole.
  const words = [...surname.one, ...(surname.all?.slice(-1) ?? [])]
  return { words, isAll: wishes.length === 1 && isPlain(nom) }
}

const KINDS_OF: Record<CoupleActs, readonly CoupleKind[]> = { mariage: ['e'], enfants: ['p'], autres: ['e', 'v'] }

function kindsOf({ kind, acts }: CoupleAsked): readonly CoupleKind[] {
  if (acts !== undefined) return KINDS_OF[acts]
  return kind === undefined ? COUPLE_KINDS : [kind]
}

/** Only those who marry are both whom their act is about. */
const isWedding = ({ one, other }: Relation): boolean => [one, other].every((slot) => roleOfSlot(slot) === 'principal')

/** Those of the couples that acts have which are asked for. */
function relationsOf(asked: CoupleAsked, use: IndexUse): Relation[] {
  const { acts } = asked
  const list = use.relations(kindsOf(asked))
  return isOfAnyAct(acts) ? list : list.filter((relation) => isWedding(relation) === (acts === 'mariage'))
}

/** Are the kinds of the couple all there is to say of its acts? */
const isOfAnyAct = (acts: CoupleActs | undefined): boolean => acts === undefined || acts === 'enfants'

function couplesTogether(asked: CoupleAsked): Together | undefined {
  const { one, other, acts, roles } = asked
  const [first, second] = [coupleWords(one), coupleWords(other)]
  if (!first || !second || !isWorthPairing(first.words.length, second.words.length)) return undefined
  const list = kindsOf(asked).flatMap((of) =>
    first.words.flatMap((a) =>
      second.words.map((b) => ({
        ...marked(
          coupleMark(of, a, b),
          [a, b].map((word) => anyNameMark('nom', word)),
        ),
        pairOf: 'couple' as const,
      })),
    ),
  )
  return { expr: anyOf(list), isEnough: isOfAnyAct(acts) && roles === undefined && first.isAll && second.isAll }
}

/** The couple by its surnames and, where it has first names, each of the two by theirs: few couples of one pair of surnames have both. */
function byNames(asked: CoupleAsked): Together | undefined {
  const together = couplesTogether(asked)
  if (together?.isEnough) return together
  const persons = [pairsOf(asked.one), pairsOf(asked.other)].map((pairs) => pairs?.expr)
  const expr = allOf([together?.expr, ...persons].filter((part) => part !== undefined))
  return expr && { expr, isEnough: false }
}

/** The marks of a surname beside one that the act does not tell: no marks of persons say that something is missing. */
function besideNobody(wishes: readonly Wish[], kinds: readonly CoupleKind[]): Together | undefined {
  const [nom] = namesOf(wishes, 'nom')
  if (!nom) return undefined
  const { words, whole = [], prefix } = nom
  const ends = whole.filter((word) => !isParticle(word)).slice(-1)
  const list = kinds.flatMap((kind): SearchExpr[] => [
    ...[...words, ...ends].map((word) => marked(coupleMark(kind, '', word), [anyNameMark('nom', word)])),
    ...(prefix === undefined ? [] : [markedPrefix(coupleMark(kind, '', prefix), [anyNameMark('nom', prefix)])]),
  ])
  return { expr: anyOf(list), isEnough: wishes.length === 1 && nom.whole === undefined }
}

/** Tells what else makes this person one of the role, as those who marry are spouses too; undefined where nothing does. */
function inRole(role: SearchRole | null, slot: Slot): SearchExpr[] | undefined {
  if (role === null || roleOfSlot(slot) === role) return []
  return role === 'conjoint' && roleOfSlot(slot) === 'principal' ? [WEDDING] : undefined
}

const bySlotOf = (wishes: readonly Wish[], slot: Slot): SearchExpr[] =>
  wishes.length === 0 ? [] : [bySlot(wishes, slot)]

/** The couple as one that acts have: the first person in the first slot. */
function related(
  { one, other, roles = [null, null] }: CoupleAsked,
  relation: SearchLeaf,
  [first, second]: [Slot, Slot],
) {
  const [role, otherRole] = [inRole(roles[0], first), inRole(roles[1], second)]
  if (!role || !otherRole) return []
  const told = [...bySlotOf(one, first), ...bySlotOf(other, second)]
  return [allOf([relation, ...role, ...otherRole, ...told]) ?? NEVER]
}

/** The couple as acts have it, whichever of the two comes first there. */
function eitherWay(asked: CoupleAsked, { kind, one, other }: Relation): SearchExpr[] {
  const relation = marked(relationMark(kind, one, other), [relationTerm(kind, one, other)])
  return [...related(asked, relation, [one, other]), ...related(asked, relation, [other, one])]
}

/** Two persons who are a couple in the act, whichever comes first. */
export function couple(asked: CoupleAsked, use: IndexUse): SearchExpr {
  const { one, other, roles = [null, null] } = asked
  if (use.isFormer) {
    const persons = [person(one, roles[0], use), person(other, roles[1], use)]
    return allOf(persons.filter((found) => found !== undefined)) ?? NEVER
  }
  const found = anyOf(relationsOf(asked, use).flatMap((relation) => eitherWay(asked, relation)))
  if (one.length > 0 && other.length > 0) {
    const together = byNames(asked)
    return together ? narrowed(together, found, use) : found
  }
  const beside = besideNobody([...one, ...other], kindsOf(asked))
  return (beside && allOf(beside.isEnough ? [beside.expr] : [beside.expr, found])) ?? NEVER
}
