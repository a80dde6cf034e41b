import { describe, expect, test } from 'vitest'
import { isReserved } from '../../../src/champs/reserved.ts'
import {
  ACT_LETTERS,
  ANCESTRIS_V5,
  EXPOACTES_2,
  EXPOACTES_3,
  NIMEGUE_V2,
  NIMEGUE_V3,
} from '../../../src/features/echanges/rules/columns.ts'
import { columnLabel } from '../../../src/features/echanges/rules/labels.ts'
import { ENVELOPE, MAPPINGS } from '../../../src/features/echanges/rules/mapping.ts'
import { modelByKey } from '../../../src/features/types-sources/actions/models.ts'
import { champsOfModel } from '../../../src/features/types-sources/rules/models/pieces.ts'

const lengths = (columns: Record<string, readonly string[]>) => ACT_LETTERS.map((letter) => columns[letter]?.length)

test('each format has the columns that ExpoActes was seen to write', () => {
  expect(lengths(NIMEGUE_V3)).toEqual([30, 60, 38, 64])
  expect(lengths(NIMEGUE_V2)).toEqual([29, 54, 35, 58])
  expect(lengths(EXPOACTES_3)).toEqual([39, 69, 47, 73])
  expect(EXPOACTES_2.N).toHaveLength(34)
  expect(ANCESTRIS_V5).toHaveLength(100)
})

test('no column has the name of another one', () => {
  const all = [NIMEGUE_V3, NIMEGUE_V2, EXPOACTES_3, EXPOACTES_2].flatMap((format) => Object.values(format))
  for (const columns of [...all, ANCESTRIS_V5]) expect(new Set(columns).size).toBe(columns.length)
})

test('columns stand where the paper counts them', () => {
  const at = (letter: 'N' | 'M' | 'D' | 'V', n: number) => NIMEGUE_V3[letter][n - 1]
  expect([at('N', 17), at('N', 23), at('N', 29)]).toEqual(['pere_commentaire', 'temoin_1_nom', 'commentaire_general'])
  expect([at('M', 18), at('M', 29), at('M', 43)]).toEqual(['ex_nom', 'epouse_nom', 'epouse_mere_nom'])
  expect([at('D', 19), at('D', 31)]).toEqual(['conjoint_nom', 'temoin_1_nom'])
  expect([at('V', 12), at('V', 32), at('V', 51)]).toEqual(['libelle', 'second_nom', 'temoin_1_nom'])
  expect([ANCESTRIS_V5[15], ANCESTRIS_V5[49], ANCESTRIS_V5[83]]).toEqual([
    'IndiLastName',
    'WifeLastName',
    'Witness1LastName',
  ])
})

test('marginal notes, causes and recognitions that these formats carry are reserved, and nothing else of them', () => {
  const facts = MAPPINGS.flatMap(({ pairs }) => pairs.flatMap(({ facts = [] }) => facts))
  const names = [...new Set(facts.map(({ field }) => field))].filter((nom) => isReserved({ nom })).toSorted()
  const told = [
    'cause',
    'date_reconnaissance',
    'mention_marginale',
    'mentions',
    'mentions_marginales',
    'reconnaissance',
  ]
  expect(names).toEqual(told)
})

describe.each(MAPPINGS.map((mapping) => [mapping.cle, mapping] as const))('%s', (cle, { lettre, pairs }) => {
  const facts = pairs.flatMap((pair) => pair.facts ?? [])

  test('every column of the letter has one place', () => {
    const columns = [...NIMEGUE_V3[lettre], 'photos'].filter((column) => !ENVELOPE.has(column))
    const paired = pairs.map(({ column }) => column)
    expect(new Set(paired).size).toBe(paired.length)
    expect(columns.filter((column) => !paired.includes(column))).toEqual(cle === 'actes_notaries' ? [] : ['cote'])
    expect(paired.filter((column) => !columns.includes(column))).toEqual([])
  })

  test('every field is one of the ready type, and is told once', () => {
    const model = modelByKey(cle)
    const fields = model ? champsOfModel(model).map(({ nom }) => nom) : []
    const whole = pairs.flatMap(({ field }) => (field === null ? [] : [field]))
    expect(new Set(whole).size).toBe(whole.length)
    const named = [...whole, ...facts.map(({ field }) => field), ...pairs.flatMap(({ into }) => into ?? [])]
    expect(named.filter((field) => !fields.includes(field))).toEqual([])
  })
})

test('a column without a field stands in the notes under words of its own', () => {
  expect(columnLabel('epouse_pere_commentaire')).toBe('Commentaire (père, épouse)')
  expect(columnLabel('cote')).toBe('Cote')
  for (const { lettre } of MAPPINGS) {
    const labels = [...NIMEGUE_V3[lettre]].filter((column) => !ENVELOPE.has(column)).map(columnLabel)
    expect(new Set(labels).size).toBe(labels.length)
  }
})
