// The first sentence of a record's page, by examples: one line of fields, one sentence.
import { expect, test } from 'vitest'
import type { Person } from '../../../src/champs/persons.ts'
import type { ActKind, GroupRole, PersonPart } from '../../../src/db/schema-persons.ts'
import { type Act, sentenceOf } from '../../../src/features/releves/rules/sentence.ts'
import { readDate } from '../../../src/lib/dates.ts'

type Parts = Partial<Record<PersonPart, string>>

const ids = (function* () {
  for (let id = 1; ; id += 1) yield id
})()
const person = (role: GroupRole, parts: Parts, de: Person | null = null, more: Partial<Person> = {}): Person => ({
  ...{ id: ids.next().value, role, libelle: '', de: de?.id ?? null, parts, unreadable: new Set<PersonPart>() },
  ...more,
})

function act(kind: ActKind, persons: Person[], more: Partial<Act> = {}): Act {
  return {
    kind,
    type: 'Rôles de taille',
    persons,
    date: dated('08/12/1787'),
    lieu: 'Saint-Malo, Ille-et-Vilaine',
    ...more,
  }
}

function dated(typed: string, calendrier: 'gregorien' | 'julien' | 'republicain' = 'gregorien') {
  const reading = readDate(typed, calendrier)
  if (!reading.ok) throw new Error(reading.message)
  return reading.value
}

const marie = person('principal', { nom: 'Le Goff', prenom: 'Marie Anne', sexe: 'F' })
const jean = person('principal', { nom: 'Martin', prenom: 'Jean', profession: 'laboureur' }, null, { libelle: 'Époux' })
const epouse = person('principal', { nom: 'Hamon', prenom: 'Marie' }, null, { libelle: 'Épouse' })

const EXAMPLES: [what: string, Act, sentence: string][] = [
  [
    'a baptism with everybody',
    act('bapteme', [
      marie,
      person('pere', { nom: 'Le Goff', prenom: 'Jean', profession: 'laboureur' }, marie),
      person('mere', { nom: 'Hervé', prenom: 'Perrine' }, marie),
      person('parrain', { nom: 'Tanguy', prenom: 'Yves' }),
      person('marraine', { nom: 'Riou', prenom: 'Anne' }),
    ]),
    'Baptême de Marie Anne LE GOFF, fille de Jean LE GOFF, laboureur, et de Perrine HERVÉ, le 8 décembre 1787 à Saint-Malo ; parrain : Yves TANGUY ; marraine : Anne RIOU.',
  ],
  [
    'a child of whom only the mother is known, without sex or surname',
    act('bapteme', [
      person('principal', { prenom: 'Claude' }, null, { id: 900 }),
      person('mere', { nom: 'Riou', prenom: 'Anne' }, person('principal', {}, null, { id: 900 })),
    ]),
    'Baptême de Claude, enfant d’Anne RIOU, le 8 décembre 1787 à Saint-Malo.',
  ],
  [
    'a marriage of a widower with late fathers',
    act('mariage', [
      jean,
      person('ancien_conjoint', { nom: 'Kervella', prenom: 'Louise' }, jean),
      person('pere', { nom: 'Martin', prenom: 'Paul', decede: 'Oui' }, jean),
      person('mere', { nom: 'Riou', prenom: 'Anne' }, jean),
      epouse,
      person('pere', { nom: 'Hamon', prenom: 'Yves' }, epouse),
      person('mere', { nom: 'Le Goff', prenom: 'Jeanne', decede: 'Oui' }, epouse),
      person('temoin', { nom: 'Tanguy', prenom: 'Hervé' }),
      person('temoin', { nom: 'Morvan', prenom: 'Guy' }),
    ]),
    'Mariage de Jean MARTIN, laboureur, fils de feu Paul MARTIN et d’Anne RIOU, veuf de Louise KERVELLA, avec Marie HAMON, fille d’Yves HAMON et de feue Jeanne LE GOFF, le 8 décembre 1787 à Saint-Malo ; témoins : Hervé TANGUY, Guy MORVAN.',
  ],
  [
    'a burial with an age and a spouse, in a month only',
    act('sepulture', [jean, person('conjoint', { nom: 'Hamon', prenom: 'Marie' }, jean)], { date: dated('08/1787') }),
    'Sépulture de Jean MARTIN, laboureur, époux de Marie HAMON, en août 1787 à Saint-Malo.',
  ],
  [
    'a death in the calendar of the Republic, whose surname nobody can read',
    act('deces', [person('principal', { prenom: 'Henri', age: '3 mois' }, null, { unreadable: new Set(['nom']) })], {
      date: dated('14 thermidor an II', 'republicain'),
      lieu: null,
    }),
    'Décès d’Henri [illisible], 3 mois, le 14 thermidor an II (1er août 1794).',
  ],
  [
    'a line of a census in a year with a lost figure',
    act(
      'recensement',
      [person('principal', { nom: 'Le Goff', prenom: 'Yvonne', age: '45', lieu_naissance: 'Dol, Ille-et-Vilaine' })],
      {
        date: dated('183?'),
      },
    ),
    'Recensement : Yvonne LE GOFF, 45 ans, née à Dol, entre 1830 et 1839 à Saint-Malo.',
  ],
  [
    'spouses of whom only the parish is said that they come from',
    act('mariage', [
      { ...jean, parts: { ...jean.parts, origine: 'Antrain, Ille-et-Vilaine' } },
      { ...epouse, parts: { ...epouse.parts, lieu_naissance: 'Dol', origine: 'Le Minihic-sur-Rance' } },
    ]),
    'Mariage de Jean MARTIN, laboureur, originaire d’Antrain, avec Marie HAMON, née à Dol, originaire du Minihic-sur-Rance, le 8 décembre 1787 à Saint-Malo.',
  ],
  [
    'a contract',
    act('contrat', [jean, epouse], { lieu: null }),
    'Contrat de mariage de Jean MARTIN, laboureur, avec Marie HAMON, le 8 décembre 1787.',
  ],
  [
    'an act of a type that has no rule',
    act('autre', [marie], { date: null }),
    'Rôles de taille : Marie Anne LE GOFF, à Saint-Malo.',
  ],
  ['an act that names nobody', act('bapteme', []), ''],
]

test.each(EXAMPLES)('%s', (_what, example, sentence) => {
  expect(sentenceOf(example).replaceAll('\u00a0', ' ')).toBe(sentence)
})
