// A line that rewrites a record says what it says, and takes nothing away that it does not speak of.
import { expect, test } from 'vitest'
import { merged } from '../../../../src/features/releves/import/actions/replace.ts'

const before = { data: { nom: 'GUY', prenom: 'Anne', vue: '34' }, etats: { nom: 'douteux' as const } }

test('what the line says counts, its states too; the rest stays', () => {
  expect(merged(before, { data: { nom: 'GUYOT' }, etats: {} })).toEqual({
    ...{ data: { nom: 'GUYOT', prenom: 'Anne', vue: '34' }, etats: {}, lectures: null },
  })
  expect(merged(before, { data: {}, etats: { prenom: 'illisible' } })).toEqual({
    ...{ data: { nom: 'GUY', vue: '34' }, etats: { nom: 'douteux', prenom: 'illisible' }, lectures: null },
  })
})

test('an act of another program that lacks a first name takes none away that was read here', () => {
  expect(merged(before, { data: { nom: 'GUY' }, etats: { prenom: 'absent', age: 'absent' } })).toEqual({
    ...{ data: before.data, etats: { age: 'absent' }, lectures: null },
  })
})

test('other readings of a line come beside those that are there', () => {
  const read = { ...before, lectures: { nom: ['GUI'], prenom: ['Jeanne'] } }
  expect(merged(read, { data: {}, etats: {} }).lectures).toEqual(read.lectures)
  expect(merged(read, { data: {}, etats: {}, lectures: { nom: ['GUIS'] } }).lectures).toEqual({
    ...{ nom: ['GUIS'], prenom: ['Jeanne'] },
  })
})
