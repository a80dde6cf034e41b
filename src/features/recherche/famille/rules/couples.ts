// Acts that agree on the names may still be of two couples: they are told apart by what cannot be true of one.
import { fold, words } from '../../../../lib/text.ts'
import type { FamilyAct, Side } from './acts.ts'
import { mayBeOfChild } from './children.ts'
import { conflictOf } from './conflicts.ts'
import { namedOf } from './names.ts'
import { byTime, YEAR } from './spans.ts'

export interface OneCouple {
  acts: FamilyAct[]
  /** Acts that fit another couple just as well. */
  unsure: Set<FamilyAct>
}

/** An act that is not of the couple shown, and why. */
export interface SetAside {
  act: FamilyAct
  reason: string
}

const SIDES: readonly Side[] = ['one', 'other']

const said = (act: FamilyAct, side: Side, part: 'profession' | 'domicile'): string =>
  fold(act.couple[side].parts[part] ?? '')

/** Whether both say the same of one of the two: 1 where they do, -1 where they contradict, 0 where one is silent. */
function sameWords(a: string, b: string): number {
  if (a === '' || b === '') return 0
  return words(a).some((word) => word.length > 3 && words(b).includes(word)) || a === b ? 1 : -1
}

/** How alike two acts are in what never decides by itself: work, home, place, spelling. */
function likeness(a: FamilyAct, b: FamilyAct): number {
  const told = SIDES.flatMap((side) =>
    (['profession', 'domicile'] as const).map((part) => sameWords(said(a, side, part), said(b, side, part))),
  )
  const place = a.lieu !== null && b.lieu !== null && a.lieu.id !== b.lieu.id ? -0.5 : 0
  const spelt = SIDES.map((side) => {
    const [one, other] = [namedOf(a.couple[side]), namedOf(b.couple[side])]
    return (fold(one.nom) === fold(other.nom) ? 0.1 : 0) + (fold(one.prenom) === fold(other.prenom) ? 0.2 : 0)
  })
  return [...told, place, ...spelt].reduce((sum, n) => sum + n, 0)
}

/** A later act of a child belongs where the child was born. */
const isOfChild = (act: FamilyAct, { acts }: OneCouple): boolean => acts.some((birth) => mayBeOfChild(birth, act))

const CHILD = 5
const BY_SIZE = 0.35
/** Years from a couple's nearest child or wedding to a child, and what they cost. */
const PAUSES: readonly [years: number, cost: number][] = [
  [1.1, 0.4],
  [4, 0],
  [6, 0.4],
]
const LONG_PAUSE = 1
const BEFORE_WEDDING = 1.5

/** A child comes two or three years before or after another, and after the wedding. */
function pause(act: FamilyAct, { acts }: OneCouple): number {
  if (act.event !== 'bapteme' || act.born === null) return 0
  const [day] = act.born.span
  const days = (event: FamilyAct['event']) =>
    acts.flatMap((one) => (one.event === event && one.born && one !== act ? one.born.span[0] : []))
  const weddings = days('mariage')
  const near = [...weddings, ...days('bapteme')].map((one) => Math.abs(day - one))
  if (near.length === 0) return 0
  const years = Math.min(...near) / YEAR
  const cost = PAUSES.find(([most]) => years <= most)?.[1] ?? LONG_PAUSE
  return cost + (weddings.some((wedding) => day < wedding - YEAR) ? BEFORE_WEDDING : 0)
}

/** How well an act goes with a couple that it does not contradict: with the most alike of its acts, on average over three. */
function closeness(act: FamilyAct, couple: OneCouple): number {
  const best = couple.acts
    .map((one) => likeness(act, one))
    .sort((a, b) => b - a)
    .slice(0, 3)
  const mean = best.reduce((sum, n) => sum + n, 0) / Math.max(1, best.length)
  // The couple that has many acts has one more, rather than the one that a single act has made.
  const size = Math.log2(1 + couple.acts.length) * BY_SIZE
  return mean + size + (isOfChild(act, couple) ? CHILD : 0) - pause(act, couple)
}

/** Differences smaller than this are chance. */
const CLEAR = 0.35

/** Pairs of acts that were held against each other: every round asks for the same ones. */
type Known = Map<string, boolean>

function contradict(a: FamilyAct, b: FamilyAct, known: Known): boolean {
  const key = [a, b]
    .map(({ id, event }) => `${id} ${event}`)
    .sort()
    .join()
  const told = known.get(key) ?? conflictOf(a, b) !== undefined
  known.set(key, told)
  return told
}

/** The couples that an act contradicts in nothing, the best first. */
const openTo = (act: FamilyAct, couples: readonly OneCouple[], known: Known) =>
  couples
    .filter(({ acts }) => acts.every((one) => !contradict(one, act, known)))
    .map((couple) => ({ couple, score: closeness(act, couple) }))
    .sort((a, b) => b.score - a.score)

function place(act: FamilyAct, couples: OneCouple[], known: Known): void {
  const [best, next] = openTo(act, couples, known)
  if (!best) {
    couples.push({ acts: [act], unsure: new Set() })
    return
  }
  best.couple.acts.push(act)
  if (next && best.score - next.score < CLEAR) best.couple.unsure.add(act)
}

/** An act that came before the other couple was known goes over to it where it clearly goes better with that one. */
function placeAgain(act: FamilyAct, couples: readonly OneCouple[], known: Known): void {
  const own = couples.find((couple) => couple.acts.includes(act))
  if (!own || own.acts.length === 1) return
  own.acts = own.acts.filter((one) => one !== act)
  own.unsure.delete(act)
  const open = openTo(act, couples, known)
  const [best] = open
  const before = open.find(({ couple }) => couple === own)
  const isClear = best !== undefined && before !== undefined && best.score - before.score >= CLEAR
  const to = isClear ? best : before
  ;(to?.couple ?? own).acts.push(act)
  if (open.some((one) => one !== to && Math.abs(one.score - (to?.score ?? 0)) < CLEAR))
    (to?.couple ?? own).unsure.add(act)
}

/** Acts settle within so many rounds. */
const ROUNDS = 3

/** The older couple comes first where one act tells of two. */
const olderFirst = (a: FamilyAct, b: FamilyAct): number => Number(a.event === 'mariage') - Number(b.event === 'mariage')

/** The couples that these acts are of, each act with the one it goes with best. */
export function couplesApart(acts: readonly FamilyAct[]): OneCouple[] {
  const couples: OneCouple[] = []
  const known: Known = new Map()
  const inOrder = acts.toSorted((a, b) => byTime(a, b) || olderFirst(a, b))
  for (const act of inOrder) place(act, couples, known)
  for (let round = 0; couples.length > 1 && round < ROUNDS; round += 1)
    for (const act of inOrder) placeAgain(act, couples, known)
  for (const couple of couples) couple.acts.sort(byTime)
  return couples
}

/** Why an act of another couple is not of this one. */
export function reasonAgainst(act: FamilyAct, couple: OneCouple, own: OneCouple): string {
  const reason = couple.acts.map((one) => conflictOf(one, act)).find((one) => one !== undefined)
  if (reason !== undefined) return `${reason}\u00a0: autre couple`
  if (own.unsure.has(act)) return 'peut être d’un autre couple des mêmes noms, ou de celui-ci'
  return 'va mieux avec les actes d’un autre couple des mêmes noms'
}
