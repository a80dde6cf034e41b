// The family of a couple, from the acts that bear their names: computed at each request, stored nowhere.
import { gregorianOfJdn } from '../../../../lib/calendar.ts'
import { sortKey } from '../../../../lib/text.ts'
import { type Asked, actsOf, type Candidate, type FamilyAct } from './acts.ts'
import { type Line, linesOf } from './children.ts'
import { actInWords } from './conflicts.ts'
import { couplesApart, type OneCouple, reasonAgainst, type SetAside } from './couples.ts'
import { withoutDoubles } from './doubles.ts'
import { type Gap, gapsOf, type Register } from './gaps.ts'
import { namedOf } from './names.ts'
import { byTime } from './spans.ts'
import { type Frequency, type Reason, reasonsOf, type Verdict, verdictOf } from './verdict.ts'

/** More acts of one family are not shown: they are a question badly asked. */
export const MOST_ACTS = 60
/** Acts come so many years before the first of them at most, or after. */
export const YEARS_BEFORE = 2
export const YEARS_AFTER = 30

/** Another couple of these surnames, told apart by its first names. */
export interface OtherNames {
  one: string
  other: string
  n: number
  annee: number | null
}

export interface Family {
  verdict: Verdict
  reasons: Reason[]
  /** First and last year of the acts shown. */
  years: [number, number] | null
  lines: Line[]
  gaps: Gap[]
  aside: SetAside[]
  /** An act of each other couple of the same names, which asks for it. */
  others: FamilyAct[]
  /** Are there more acts than are shown? */
  isCut: boolean
  nbActs: number
}

export const yearOf = (act: FamilyAct): number | null =>
  act.when === null ? null : gregorianOfJdn(act.when.span[0]).annee

/** First and last year of some acts; null where none has a date. */
export function yearsOf(acts: readonly FamilyAct[]): [number, number] | null {
  const years = acts.flatMap((act) => yearOf(act) ?? [])
  return years.length > 0 ? [Math.min(...years), Math.max(...years)] : null
}

/** The couple of the record asked from, else the one that has an act nearest to the year asked; the larger one where both have. */
function shownCouple(couples: readonly OneCouple[], { annee, releve }: Facts): OneCouple | undefined {
  const own = couples.filter(({ acts }) => acts.some(({ id }) => id === releve))
  // The younger couple of a record that tells of two is the one that marries in it.
  if (own.length > 0) return own.at(-1)
  const away = ({ acts }: OneCouple): number =>
    annee === null ? 0 : Math.min(...acts.map((act) => Math.abs((yearOf(act) ?? Number.MAX_SAFE_INTEGER) - annee)))
  return couples.toSorted((a, b) => away(a) - away(b) || b.acts.length - a.acts.length)[0]
}

/** The acts that stand within the years of a family that begins with the first of them. */
function inYears(acts: readonly FamilyAct[]): FamilyAct[] {
  const own = acts.filter(({ event }) => event === 'mariage' || event === 'bapteme')
  const first = (own.length > 0 ? own : acts).flatMap((act) => yearOf(act) ?? [])
  const from = Math.min(...first) - YEARS_BEFORE
  const to = Math.min(...first) + YEARS_AFTER
  return acts.filter((act) => {
    const year = yearOf(act)
    return year === null || (year >= from && year <= to)
  })
}

/** A record that tells of the couple twice is shown once: as what it is to the couple shown. */
function onceEach(acts: readonly FamilyAct[]): FamilyAct[] {
  const seen = new Set<number>()
  return acts.filter(({ id }) => !seen.has(id) && seen.add(id))
}

function asideOf(couples: readonly OneCouple[], shown: OneCouple): SetAside[] {
  const ids = new Set(shown.acts.map(({ id }) => id))
  return couples
    .filter((couple) => couple !== shown)
    .flatMap((own) =>
      own.acts.filter(({ id }) => !ids.has(id)).map((act) => ({ act, reason: reasonAgainst(act, shown, own) })),
    )
}

/** The nearest to the year asked, where there are too many. */
function nearest(acts: readonly FamilyAct[], annee: number | null): FamilyAct[] {
  const away = (act: FamilyAct) => (annee === null ? 0 : Math.abs((yearOf(act) ?? Number.MAX_SAFE_INTEGER) - annee))
  return acts
    .toSorted((a, b) => away(a) - away(b) || byTime(a, b))
    .slice(0, MOST_ACTS)
    .toSorted(byTime)
}

const UNSURE = 'pourrait être d’un autre couple des mêmes noms'

export interface Facts {
  asked: Asked
  annee: number | null
  /** The record whose couple it is. */
  releve: number | null
  isPlaceAsked: boolean
  registers: readonly Register[]
  frequency: Frequency | undefined
}

/** The acts of these records that bear the names of the couple. */
export const actsOfCouple = (candidates: readonly Candidate[], asked: Asked): FamilyAct[] =>
  candidates.flatMap((candidate) => actsOf(candidate, asked))

export function familyOf(acts: readonly FamilyAct[], facts: Facts): Family {
  const { asked, annee, frequency, isPlaceAsked, registers } = facts
  const near = nearest(acts, annee)
  const { kept, doubles } = withoutDoubles(near)
  const couples = couplesApart(kept)
  const found = shownCouple(couples, facts) ?? { acts: [], unsure: new Set<FamilyAct>() }
  const couple = { ...found, acts: onceEach(inYears(found.acts)) }
  const others = couples.filter((one) => one !== found)
  const lines = linesOf(couple.acts)
  const evidence = { asked, couple, lines, others, frequency, isPlaceAsked }
  const reasons = reasonsOf(evidence)
  for (const { act, later, notes } of lines) {
    if (couple.unsure.has(act)) notes.push(UNSURE)
    notes.push(...later.filter((one) => couple.unsure.has(one)).map((one) => `${actInWords(one)}\u00a0: ${UNSURE}`))
  }
  const ids = new Set(couple.acts.map(({ id }) => id))
  const told = doubles.filter(({ of }) => ids.has(of.id)).map(({ act, reason }) => ({ act, reason }))
  return {
    ...{ reasons, lines, verdict: verdictOf(evidence, reasons) },
    years: yearsOf(couple.acts),
    gaps: isPlaceAsked ? gapsOf(couple.acts, registers, yearOf) : [],
    aside: [...told, ...asideOf(couples, found)].sort((a, b) => byTime(a.act, b.act)),
    others: others.flatMap(({ acts: [first] }) => first ?? []),
    isCut: acts.length > near.length,
    nbActs: couple.acts.length,
  }
}

/** The first names of couples with these surnames that are not the ones asked for, the most told first. */
export function otherNames(candidates: readonly Candidate[], asked: Asked, known: ReadonlySet<number>): OtherNames[] {
  const open = { one: { ...asked.one, prenom: '' }, other: { ...asked.other, prenom: '' } }
  const found = new Map<string, OtherNames>()
  for (const act of actsOfCouple(candidates, open)) {
    if (known.has(act.id)) continue
    const [one, other] = [namedOf(act.couple.one).prenom, namedOf(act.couple.other).prenom]
    if (one === '' || other === '') continue
    const key = `${sortKey(one)} × ${sortKey(other)}`
    const names = found.get(key) ?? { one, other, n: 0, annee: yearOf(act) }
    names.n += 1
    found.set(key, names)
  }
  return [...found.values()].sort((a, b) => b.n - a.n)
}
