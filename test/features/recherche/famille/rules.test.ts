// Rules separate two acts that bear the names of one couple; examples show it: each line two acts, and the reason told of the second.
import { expect, test } from 'vitest'
import type { FamilyAct } from '../../../../src/features/recherche/famille/rules/acts.ts'
import { linesOf } from '../../../../src/features/recherche/famille/rules/children.ts'
import { conflictOf } from '../../../../src/features/recherche/famille/rules/conflicts.ts'
import { kilometres } from '../../../../src/features/recherche/famille/rules/distance.ts'
import { withoutDoubles } from '../../../../src/features/recherche/famille/rules/doubles.ts'
import { yearOf } from '../../../../src/features/recherche/famille/rules/family.ts'
import { expectedCouples } from '../../../../src/features/recherche/famille/rules/frequency.ts'
import { gapsOf, type Register } from '../../../../src/features/recherche/famille/rules/gaps.ts'
import { firstNamesAgree, surnamesAgree } from '../../../../src/features/recherche/famille/rules/names.ts'
import { gapInWords, gapYears } from '../../../../src/features/recherche/famille/rules/words.ts'
import { act, baptism } from './acts.ts'

const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ')

const wed = (date: string, age?: string) => act('mariage', date, age === undefined ? {} : { other: { age } })
const anna = baptism('Anne', '03/03/1762')

const CONFLICTS: [what: string, FamilyAct, FamilyAct, reason: string | undefined][] = [
  ['a year between', anna, baptism('Yves', '10/03/1763'), undefined],
  ['seven months between', anna, baptism('Yves', '12/10/1762'), '7 mois après le baptême d’Anne du 3 mars 1762'],
  ['told of the first', baptism('Yves', '12/10/1762'), anna, '7 mois avant le baptême d’Yves du 12 octobre 1762'],
  ['twins', anna, baptism('Yves', '04/03/1762'), undefined],
  ['a year alone is not certain', anna, baptism('Yves', '1762'), undefined],
  ['a month alone is', anna, baptism('Yves', '09/1762'), '5 mois après le baptême d’Anne du 3 mars 1762'],
  [
    'the births, not the baptisms',
    anna,
    { ...baptism('Yves', '02/01/1763'), born: baptism('', '02/10/1762').when },
    '6 mois après le baptême d’Anne du 3 mars 1762',
  ],
  ['over thirty years', anna, baptism('Yves', '10/03/1793'), '31 ans après le baptême d’Anne du 3 mars 1762'],
  [
    'other first names',
    anna,
    baptism('Yves', '10/03/1765', { one: { prenom: 'Pierre' } }),
    'prénoms différents, Jean et Pierre',
  ],
  [
    'Latin first names',
    anna,
    baptism('Yves', '10/03/1765', { one: { prenom: 'Joannes' }, other: { prenom: 'Maria' } }),
    undefined,
  ],
  ['a first name that is missing', anna, act('bapteme', '10/03/1765', { one: { prenom: '' } }), undefined],
  [
    'a mother of 60',
    wed('01/02/1730', '30'),
    baptism('Yves', '10/03/1764'),
    'la mère aurait 62 ans au moins pour le baptême d’Yves du 10 mars 1764, d’après le mariage du 1er février 1730',
  ],
  ['a mother of 50', wed('01/02/1745', '30'), baptism('Yves', '10/03/1764'), undefined],
  ['banns', wed('01/02/1760'), wed('20/02/1760'), undefined],
  [
    'two weddings',
    wed('01/02/1760'),
    wed('01/06/1765'),
    'un autre mariage, 5 ans après le mariage du 1er février 1760',
  ],
  ['a contract long before', act('mariage', '01/06/1759', { acte: 'contrat' }), wed('01/02/1760'), undefined],
  ['born nine months after the father', act('sepulture', '01/02/1763'), baptism('Yves', '10/10/1763'), undefined],
  [
    'born a year after the father',
    act('sepulture', '01/02/1763'),
    baptism('Yves', '10/02/1764'),
    'Jean n’est plus en vie d’après la sépulture de Jean du 1er février 1763, avant le baptême d’Yves du 10 février 1764',
  ],
  [
    'born after the mother',
    act('sepulture', '01/02/1763', { buried: 'other' }),
    baptism('Yves', '10/05/1763'),
    'Marie n’est plus en vie d’après la sépulture de Marie du 1er février 1763, avant le baptême d’Yves du 10 mai 1763',
  ],
  [
    'a late father at a wedding',
    act('mariage_enfant', '01/02/1783', { of: 'Anne', one: { decede: 'Oui' } }),
    act('sepulture', '01/02/1790'),
    'Jean n’est plus en vie d’après le mariage d’Anne du 1er février 1783, avant la sépulture de Jean du 1er février 1790',
  ],
  [
    'a posthumous child, then another',
    baptism('Yves', '10/02/1764', { isPosthumous: true }),
    baptism('Anne', '10/02/1766'),
    'Jean n’est plus en vie d’après le baptême d’Yves du 10 février 1764, avant le baptême d’Anne du 10 février 1766',
  ],
  [
    'a child after the widower has married again',
    act('remariage', '01/02/1763'),
    baptism('Yves', '10/05/1764'),
    'Marie n’est plus en vie d’après le remariage du 1er février 1763, avant le baptême d’Yves du 10 mai 1764',
  ],
  [
    'a child that marries too early',
    wed('01/02/1760'),
    act('mariage_enfant', '01/02/1765', { of: 'Anne' }),
    'le mariage d’Anne du 1er février 1765 vient 5 ans après le mariage du 1er février 1760 : trop tôt pour un enfant',
  ],
]

test.each(CONFLICTS)('%s', (_what, one, other, reason) => {
  expect(plain(conflictOf(one, other))).toBe(reason)
})

const SURNAMES: [string, string, boolean][] = [
  ['LE GOFF', 'LEGOFF', true],
  ['LE GOFF', 'GOFF', true],
  ['de Kermadec', 'KERMADEC', true],
  ['Martin', 'Martyn', true],
  ['Martin', 'Morvan', false],
  ['LE GOFF', 'LE ROUX', false],
]
test.each(SURNAMES)('surnames %s and %s', (a, b, agree) => expect(surnamesAgree(a, b)).toBe(agree))

const FIRST_NAMES: [string, string, boolean][] = [
  ['Jean', 'Jehan', true],
  ['Jn', 'Joannes', true],
  ['Jean', 'Jeanne', false],
  ['Marie', 'Marie-Anne', true],
  ['Marie Anne', 'Marianne', true],
  ['Marie Anne', 'Marie Jeanne', false],
  ['Yves', 'Yvonne', false],
  ['Jean Baptiste', 'J. Bte', true],
]
test.each(FIRST_NAMES)('first names %s and %s', (a, b, agree) => expect(firstNamesAgree(a, b)).toBe(agree))

const told = (acts: FamilyAct[]) =>
  linesOf(acts).map(({ act: { child, when }, later, notes }) =>
    [
      `${when?.value.valeur} ${child?.parts.prenom}`,
      ...later.map((one) => `${one.event} ${one.when?.value.valeur}`),
      ...notes,
    ].join(', '),
  )

test('a child stands with its burial and its wedding, and whoever is dead does not marry', () => {
  const acts = [
    baptism('Yves', '01/02/1760'),
    act('sepulture_enfant', '01/03/1762', { of: 'Yves', age: '2 ans' }),
    baptism('Yves', '01/06/1763'),
    act('mariage_enfant', '01/06/1788', { of: 'Yves' }),
    baptism('Yves', '01/06/1765'),
    act('sepulture_enfant', '01/06/1766', { of: 'Louis', age: '3 mois' }),
  ]
  expect(told(acts)).toEqual([
    '1760-02-01 Yves, sepulture_enfant 1762-03-01',
    '1763-06-01 Yves',
    '1765-06-01 Yves, mariage_enfant 1788-06-01, homonyme d’un enfant dont la sépulture n’est pas connue',
    '1766-06-01 Louis, baptême non trouvé',
  ])
})

test('an age tells which of two children of one name is buried', () => {
  const acts = [
    baptism('Yves', '01/02/1760'),
    baptism('Yves', '01/06/1765'),
    act('sepulture_enfant', '01/03/1767', { of: 'Yves', age: '7 ans' }),
  ]
  expect(told(acts)[0]).toBe('1760-02-01 Yves, sepulture_enfant 1767-03-01')
})

test('the same event in two registers is told once, twins are two', () => {
  const copy = { source: { id: 2, titre: '' } }
  const acts = [
    act('mariage', '01/02/1760', { ...copy, isNearby: true }),
    act('mariage', '10/02/1760'),
    baptism('Marie', '01/02/1762'),
    baptism('Marie Anne', '01/02/1762'),
    baptism('Marie', '01/02/1762', copy),
  ]
  const { kept, doubles } = withoutDoubles(acts)
  expect(kept).toHaveLength(3)
  expect(doubles.map(({ reason }) => plain(reason))).toEqual([
    'le même acte deux fois : voir le baptême de Marie du 1er février 1762',
    'publication ou copie du même mariage : voir le mariage du 10 février 1760',
  ])
})

const register = (acte: Register['acte'], annee_debut: number | null, annee_fin: number | null, isEmpty = false) => ({
  ...{ acte, annee_debut, annee_fin, isEmpty },
})
const SOURCES: [what: string, Register[], gaps: string[]][] = [
  [
    'all there',
    [register('bapteme', 1750, 1790), register('mariage', 1750, 1790), register('sepulture', 1750, 1790)],
    [],
  ],
  [
    'years between, and one to be transcribed',
    [
      register('bapteme', 1750, 1764),
      register('bapteme', 1768, 1790),
      register('mariage', 1750, 1790),
      register('sepulture', 1750, 1790, true),
    ],
    [
      '1762–1770 registre à relever : sépultures',
      '1765–1767 registre manquant : aucune source de baptêmes pour ces années',
    ],
  ],
  [
    'two kinds in the same years',
    [register('bapteme', 1750, 1761), register('mariage', 1750, 1790)],
    ['1762–1770 registre manquant : aucune source de baptêmes ni de sépultures pour ces années'],
  ],
  ['a source without years may be anything', [register('autre', null, null)], []],
]
test.each(SOURCES)('missing registers: %s', (_what, registers, gaps) => {
  const acts = [baptism('Anne', '01/02/1762'), baptism('Yves', '01/02/1770')]
  const found = gapsOf(acts, registers, yearOf).map((gap) => `${gapYears(gap)} ${gapInWords(gap)}`)
  expect(found.map(plain)).toEqual(gaps)
})

test('how common a couple is does not count its own acts', () => {
  const counts = { acts: 1010, marriages: 100, baptisms: 700, named: [110, 60] as [number, number], own: 10 }
  const own = Array.from({ length: 10 }, (_, n) => baptism('Anne', `01/02/${1760 + n}`))
  const named = own.map((one) => ({ ...one, persons: [{ ...one.couple.one, role: 'principal' as const }] }))
  const found = expectedCouples(counts, named, ['MARTIN', 'LE GOFF'])
  expect(found?.marriages).toBeCloseTo(155.6, 1)
  expect(found?.expected).toBeCloseTo(0.1 * 0.06 * 155.6, 1)
  expect(expectedCouples({ ...counts, acts: 40 }, named, ['MARTIN', 'LE GOFF'])).toBeUndefined()
})

test('kilometres between Saint-Malo and Pleurtuit', () => {
  const far = kilometres({ latitude: 48.65, longitude: -2.01 }, { latitude: 48.58, longitude: -2.06 })
  expect(far).toBeGreaterThan(8)
  expect(far).toBeLessThan(9)
})
