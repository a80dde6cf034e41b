// Acts of the family page, made of a line each.
import type { Person } from '../../../../src/champs/persons.ts'
import type { ActKind, GroupRole, PersonPart } from '../../../../src/db/schema-persons.ts'
import type { Event, FamilyAct } from '../../../../src/features/recherche/famille/rules/acts.ts'
import { whenOf } from '../../../../src/features/recherche/famille/rules/spans.ts'
import { readDate } from '../../../../src/lib/dates.ts'

type Parts = Partial<Record<PersonPart, string>>

const ids = (function* () {
  for (let id = 1; ; id += 1) yield id
})()

const person = (role: GroupRole, parts: Parts): Person => ({
  ...{ id: ids.next().value, role, libelle: '', de: null, parts, unreadable: new Set() },
})

export function dated(typed: string) {
  const reading = readDate(typed, 'gregorien')
  return reading.ok ? whenOf(reading.value) : null
}

const ACTE: Record<Event, ActKind> = {
  ...{ mariage: 'mariage', bapteme: 'bapteme', mariage_enfant: 'mariage', sepulture_enfant: 'sepulture' },
  ...{ sepulture: 'sepulture', remariage: 'mariage', autre: 'notarie' },
}

interface More extends Partial<FamilyAct> {
  /** First name and age of the child. */
  of?: string
  age?: string
  one?: Parts
  other?: Parts
}

/** An act of Jean MARTIN and Marie LE GOFF. */
export function act(event: Event, date: string, { of, age, one, other, ...more }: More = {}): FamilyAct {
  const when = dated(date)
  const couple = {
    one: person('pere', { nom: 'MARTIN', prenom: 'Jean', ...one }),
    other: person(event === 'remariage' ? 'ancien_conjoint' : 'mere', { nom: 'LE GOFF', prenom: 'Marie', ...other }),
  }
  const child = of === undefined ? null : person('principal', { prenom: of, ...(age === undefined ? {} : { age }) })
  return {
    ...{ id: ids.next().value, event, acte: ACTE[event], type: 'Actes', source: { id: 1, titre: '' }, lieu: null },
    ...{ isNearby: false, numero: '', when, born: when, couple, mother: 'other', child, partner: null },
    ...{ buried: event === 'sepulture' ? 'one' : null, isPosthumous: false, births: new Map(), persons: [] },
    ...more,
  }
}

export const baptism = (of: string, date: string, more: More = {}): FamilyAct => act('bapteme', date, { of, ...more })
