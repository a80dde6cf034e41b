// One event may stand in two registers: banns elsewhere, the copy of the clerk's office, an act typed twice.

import type { Person } from '../../../../champs/persons.ts'
import { fold } from '../../../../lib/text.ts'
import type { FamilyAct } from './acts.ts'
import { actInWords, ONE_MARRIAGE } from './conflicts.ts'
import { firstNamesAgree, namedOf } from './names.ts'
import { daysAtLeast } from './spans.ts'

/** Days between two acts of one event. */
const APART: Record<FamilyAct['event'], number> = {
  mariage: ONE_MARRIAGE,
  mariage_enfant: ONE_MARRIAGE,
  remariage: ONE_MARRIAGE,
  bapteme: 3,
  sepulture: 3,
  sepulture_enfant: 3,
  autre: 0,
}
/** A child is baptised soon after the town hall, or the church, has written down its birth. */
const BIRTH_AND_BAPTISM = 30

const wordsOf = (text: string): number => fold(text).split(/[\s-]+/).length

/** « Marie » and « Marie Anne » may be twins. */
function isSameChild(a: Person | null, b: Person | null): boolean {
  if (a === null || b === null) return a === b
  const [one, other] = [namedOf(a).prenom, namedOf(b).prenom]
  return firstNamesAgree(one, other) && wordsOf(one) === wordsOf(other)
}

function isDouble(a: FamilyAct, b: FamilyAct): boolean {
  if (a.event !== b.event || a.buried !== b.buried || a.when === null || b.when === null) return false
  if (a.event === 'autre' || (a.event === 'mariage' && a.acte !== b.acte)) return false
  const least = Math.max(daysAtLeast(a.when.span, b.when.span), daysAtLeast(b.when.span, a.when.span))
  const apart = a.acte === b.acte ? APART[a.event] : BIRTH_AND_BAPTISM
  // A month or a year alone does not say whether it was one day.
  const isDay = [a, b].every(({ when }) => when !== null && when.span[0] === when.span[1])
  return isDay && least <= apart && isSameChild(a.child, b.child)
}

export interface Double {
  act: FamilyAct
  of: FamilyAct
  reason: string
}

const startOf = ({ when }: FamilyAct): number => when?.span[0] ?? 0

/** The act that is kept of two comes first: of the place asked for, and the wedding rather than its banns. */
const bestFirst = (a: FamilyAct, b: FamilyAct): number =>
  Number(a.isNearby) - Number(b.isNearby) || startOf(b) - startOf(a) || a.id - b.id

/** The acts without those that tell an event once more. */
export function withoutDoubles(acts: readonly FamilyAct[]): { kept: FamilyAct[]; doubles: Double[] } {
  const kept: FamilyAct[] = []
  const doubles: Double[] = []
  for (const act of acts.toSorted(bestFirst)) {
    const of = kept.find((one) => isDouble(one, act))
    if (of) doubles.push({ act, of, reason: reasonOf(act, of) })
    else kept.push(act)
  }
  return { kept, doubles }
}

function reasonOf(act: FamilyAct, of: FamilyAct): string {
  const isMarriage = act.event === 'mariage' || act.event === 'mariage_enfant' || act.event === 'remariage'
  const why =
    isMarriage && act.source.id !== of.source.id ? 'publication ou copie du même mariage' : 'le même acte deux fois'
  return `${why}\u00a0: voir ${actInWords(of)}`
}
