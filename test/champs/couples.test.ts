// The couples of an act, by examples: the persons of the act, and who with whom.
import { expect, test } from 'vitest'
import { couplesOf } from '../../src/champs/couples.ts'
import type { Person } from '../../src/champs/persons.ts'
import type { ActKind, GroupRole } from '../../src/db/schema-persons.ts'

const person = (id: number, role: GroupRole, nom: string, de: number | null = null): Person => ({
  ...{ id, role, libelle: '', de, parts: { nom }, unreadable: new Set() },
})

const child = person(1, 'principal', 'Enfant')
const groom = person(1, 'principal', 'Jean')
const bride = person(2, 'principal', 'Marie')
const parents = [
  person(3, 'pere', 'Paul', 1),
  person(4, 'pere', 'Yves', 2),
  person(5, 'mere', 'Anne', 1),
  person(6, 'mere', 'Jeanne', 2),
]

const EXAMPLES: [what: string, acte: ActKind, persons: Person[], couples: string[]][] = [
  [
    'a baptism',
    'bapteme',
    [child, person(2, 'pere', 'Jean', 1), person(3, 'mere', 'Marie', 1)],
    ['p Jean + Marie of 1'],
  ],
  [
    'a baptism of a child without a name',
    'bapteme',
    [person(2, 'pere', 'Jean', 1), person(3, 'mere', 'Marie', 1)],
    ['p Jean + Marie of 1'],
  ],
  ['a mother alone', 'bapteme', [child, person(3, 'mere', 'Marie', 1)], []],
  [
    'godfather and godmother',
    'bapteme',
    [child, person(2, 'parrain', 'Jean', 1), person(3, 'marraine', 'Marie', 1)],
    [],
  ],
  [
    'parents of nobody in particular',
    'bapteme',
    [child, person(2, 'pere', 'Jean'), person(3, 'mere', 'Marie')],
    ['p Jean + Marie of 1'],
  ],
  [
    'parents of nobody, in an act without a principal',
    'autre',
    [person(2, 'pere', 'Jean'), person(3, 'mere', 'Marie')],
    ['p Jean + Marie'],
  ],
  [
    'a marriage never pairs across its two sides',
    'mariage',
    [groom, bride, ...parents],
    ['e Jean + Marie', 'p Paul + Anne of 1', 'p Yves + Jeanne of 2'],
  ],
  [
    'a father of one side, a mother of the other',
    'mariage',
    [groom, bride, person(3, 'pere', 'Paul', 1), person(6, 'mere', 'Jeanne', 2)],
    ['e Jean + Marie'],
  ],
  [
    'parents in a marriage, nobody says whose',
    'mariage',
    [groom, bride, person(3, 'pere', 'Paul'), person(4, 'mere', 'Anne')],
    ['e Jean + Marie'],
  ],
  [
    'two fathers and two mothers of one person',
    'bapteme',
    [
      child,
      ...[2, 3].map((id) => person(id, 'pere', 'Jean', 1)),
      ...[4, 5].map((id) => person(id, 'mere', 'Marie', 1)),
    ],
    [],
  ],
  [
    'a widower marries',
    'contrat',
    [groom, person(9, 'ancien_conjoint', 'Louise', 1), bride],
    ['e Jean + Marie', 'v Jean + Louise'],
  ],
  [
    'a marriage of which the type knows one spouse as such',
    'mariage',
    [groom, person(9, 'conjoint', 'Louise')],
    ['e Jean + Louise'],
  ],
  [
    'a burial of a widow',
    'sepulture',
    [bride, person(9, 'ancien_conjoint', 'Jean', 2), person(4, 'pere', 'Yves', 2), person(6, 'mere', 'Anne', 2)],
    ['e Marie + Jean', 'p Yves + Anne of 2'],
  ],
  [
    'a witness with a spouse',
    'notarie',
    [child, person(7, 'temoin', 'Guy'), person(9, 'conjoint', 'Louise', 7)],
    ['e Guy + Louise'],
  ],
  ['a spouse of somebody who is not named', 'deces', [person(9, 'conjoint', 'Louise', 7)], []],
  ['two principals of a census', 'recensement', [groom, bride], []],
  ['three principals of a marriage', 'mariage', [groom, bride, person(3, 'principal', 'Anne')], []],
]

test.each(EXAMPLES)('%s', (_what, acte, persons, couples) => {
  const told = couplesOf(persons, acte).map(
    ({ kind, both, of }) =>
      `${kind} ${both.map(({ parts }) => parts.nom).join(' + ')}${of === null ? '' : ` of ${of}`}`,
  )
  expect(told).toEqual(couples)
})
