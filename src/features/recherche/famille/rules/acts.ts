// An act as the family page reads it: what it is to the couple, and who else it names.

import { BURIALS, type Couple, couplesOf, WEDDINGS } from '../../../../champs/couples.ts'
import { champText, KINDS, storedValue } from '../../../../champs/index.ts'
import type { Champ } from '../../../../champs/kind.ts'
import { type Person, personsOf } from '../../../../champs/persons.ts'
import type { ReleveData, ReleveEtats } from '../../../../db/schema.ts'
import type { ActKind } from '../../../../db/schema-persons.ts'
import type { DateValue } from '../../../../lib/dates.ts'
import { fold } from '../../../../lib/text.ts'
import { agreement, type Named, namedOf, type Sought } from './names.ts'
import { type When, whenOf } from './spans.ts'

/** The couple asked for. */
export interface Asked {
  one: Sought
  other: Sought
}

/** A record that may tell of the couple. */
export interface Candidate {
  id: number
  acte: ActKind
  /** Name of the source type. */
  type: string
  source: { id: number; titre: string }
  lieu: { id: number; nom_long: string } | null
  /** It is not of the place asked for, but of one nearby. */
  isNearby: boolean
  champs: readonly Champ[]
  data: ReleveData
  etats: ReleveEtats
}

/** An act is this to the couple: their own marriage, a child's baptism… */
export type Event = 'mariage' | 'bapteme' | 'mariage_enfant' | 'sepulture_enfant' | 'sepulture' | 'remariage' | 'autre'

/** Which of the two. */
export type Side = 'one' | 'other'

export interface FamilyAct {
  id: number
  event: Event
  acte: ActKind
  type: string
  source: { id: number; titre: string }
  lieu: { id: number; nom_long: string } | null
  isNearby: boolean
  /** The number that the register gives the act. */
  numero: string
  when: When | null
  /** Day of birth where the act tells it, else its own: of the child of a baptism. */
  born: When | null
  /** The two as this act names them. */
  couple: Record<Side, Person>
  /** Which of the two is the mother, where they are told as parents. */
  mother: Side
  /** The child of the couple that the act is about. */
  child: Person | null
  /** Somebody who marries the child, or the one of the two who is left. */
  partner: Person | null
  /** Whose burial it is. */
  buried: Side | null
  /** The register says that the father died before this baptism. */
  isPosthumous: boolean
  /** Days on which a person of the act was born, by id of the person. */
  births: ReadonlyMap<number, When>
  persons: readonly Person[]
}

const BAPTISMS: ReadonlySet<ActKind> = new Set(['bapteme', 'naissance'])
const dateOf = (data: ReleveData, nom: string): When | null => {
  const value = storedValue(data, nom)
  return KINDS.date.isValue(value) ? whenOf(value as DateValue) : null
}

const textOf = ({ champs, data }: Candidate, nom: string): string => {
  const champ = champs.find((one) => one.nom === nom)
  return champ === undefined ? '' : champText(champ, data).trim()
}

function birthsOf({ champs, data }: Candidate): Map<number, When> {
  const births = new Map<number, When>()
  for (const { groupe, partie, nom } of champs) {
    const when = groupe && partie === 'date_naissance' ? dateOf(data, nom) : null
    if (groupe && when) births.set(groupe.id, when)
  }
  return births
}

/** Which person of the act's couple is which of the two asked for; undefined where they are others. */
export function matched(asked: Asked, [first, second]: Couple<Person>['both']): { isTurned: boolean } | undefined {
  const [a, b] = [namedOf(first), namedOf(second)]
  const score = (one: Named, other: Named) => {
    const [left, right] = [agreement(asked.one, one), agreement(asked.other, other)]
    return left === undefined || right === undefined ? 0 : left + right
  }
  const [straight, turned] = [score(a, b), score(b, a)]
  return straight + turned === 0 ? undefined : { isTurned: turned > straight }
}

type Told = Pick<FamilyAct, 'event' | 'child' | 'partner' | 'buried'>

const otherPrincipal = (persons: readonly Person[], person: Person | undefined): Person | null =>
  persons.find((one) => one.role === 'principal' && one !== person) ?? null

function toldOfChild(acte: ActKind, persons: readonly Person[], child: Person | undefined): Told {
  const nothing = { child: child ?? null, partner: null, buried: null }
  if (child !== undefined && child.role !== 'principal') return { ...nothing, event: 'autre' }
  if (BAPTISMS.has(acte)) return { ...nothing, event: 'bapteme' }
  if (BURIALS.has(acte)) return { ...nothing, event: 'sepulture_enfant' }
  if (WEDDINGS.has(acte)) return { ...nothing, event: 'mariage_enfant', partner: otherPrincipal(persons, child) }
  return { ...nothing, event: 'autre' }
}

function told(
  acte: ActKind,
  persons: readonly Person[],
  { kind, both, of }: Couple<Person>,
  sides: Record<Side, Person>,
): Told {
  if (kind === 'p')
    return toldOfChild(
      acte,
      persons,
      persons.find(({ id }) => id === of),
    )
  const nothing = { child: null, partner: null, buried: null }
  const [person] = both
  const isAbout = person.role === 'principal'
  if (BURIALS.has(acte) && isAbout)
    return { ...nothing, event: 'sepulture', buried: sides.one === person ? 'one' : 'other' }
  if (!WEDDINGS.has(acte) || !isAbout) return { ...nothing, event: 'autre' }
  if (kind === 'v') return { ...nothing, event: 'remariage', partner: otherPrincipal(persons, person) }
  return { ...nothing, event: 'mariage' }
}

/** A record tells of the couple once, or twice where father and son married women of one name. */
export function actsOf(candidate: Candidate, asked: Asked): FamilyAct[] {
  const { id, acte, type, source, lieu, isNearby, champs, data, etats } = candidate
  const persons = personsOf(champs, { data, etats })
  const births = birthsOf(candidate)
  const when = dateOf(data, 'date_evenement')
  return couplesOf(persons, acte).flatMap((couple) => {
    const match = matched(asked, couple.both)
    if (!match) return []
    const [one, other] = match.isTurned ? [couple.both[1], couple.both[0]] : couple.both
    const what = told(acte, persons, couple, { one, other })
    return {
      ...{ id, acte, type, source, lieu, isNearby, when, births, persons, couple: { one, other }, ...what },
      numero: textOf(candidate, 'numero_acte'),
      born: what.event === 'bapteme' ? (births.get(what.child?.id ?? 0) ?? when) : when,
      mother: match.isTurned ? 'one' : 'other',
      isPosthumous: fold(textOf(candidate, 'legitimite')) === 'posthume',
    } as const
  })
}

export const otherSide = (side: Side): Side => (side === 'one' ? 'other' : 'one')

/** « oui » of a field that says that somebody is dead. */
export const isDead = ({ parts }: Person): boolean => parts.decede !== undefined && /^oui$/i.test(parts.decede)

/** Years of an age as the register writes it: 24, 24 ans, 3 mois; undefined of one without figures. */
export function yearsOfAge(age: string | undefined): number | undefined {
  const [, n, unit = ''] = /(\d+)\s*(\p{L}*)/u.exec(age ?? '') ?? []
  if (n === undefined) return undefined
  if (/^mois/i.test(unit)) return Number(n) / 12
  if (/^jours?/i.test(unit)) return Number(n) / 365
  if (/^sem/i.test(unit)) return Number(n) / 52
  return Number(n)
}
