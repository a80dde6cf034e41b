// Words that PostgreSQL's index is asked for at once (src/db/dialect/postgres/search-words.ts).
import { expect, test } from 'vitest'
import { tsqueriesOf, tsqueryOf } from '../../src/db/dialect/postgres/search-words.ts'
import { allOf, anyOf, type SearchExpr } from '../../src/db/dialect/search.ts'
import { leaf } from '../../src/search/slots.ts'

const named = (n: number, of: string): SearchExpr[] => Array.from({ length: n }, (_, i) => leaf('tout', [`${of}${i}`]))
const wordsOf = (query: string): string[] => query.match(/[a-z]+\d+/g) ?? []

test('a few words are asked for at once', () => {
  const few = allOf([anyOf(named(20, 'nom')), anyOf(named(30, 'prenom'))])
  expect(few && tsqueriesOf(few)).toEqual(few && [tsqueryOf(few)])
})

test('many words, of which one is enough, are asked for by fifties, each of them once', () => {
  const names = anyOf(named(120, 'nom'))
  const queries = tsqueriesOf(names)
  expect(queries.map((query) => wordsOf(query).length)).toEqual([50, 50, 20])
  expect(queries.flatMap(wordsOf)).toEqual(wordsOf(tsqueryOf(names)))
})

test('what has to be there beside them is asked for with each fifty', () => {
  const both = allOf([leaf('tout', ['saint']), anyOf(named(101, 'nom'))])
  const queries = both ? tsqueriesOf(both) : []
  expect(queries).toHaveLength(3)
  for (const query of queries) expect(query).toMatch(/^\(.* & \('saint'\)\)$/)
  expect(queries.flatMap(wordsOf)).toHaveLength(101)
})

test('many persons of a few words each go together as far as fifty words, a large one alone', () => {
  const person = (n: number) => allOf([anyOf(named(n, 'nom')), leaf('nom', ['martin'])]) ?? leaf('nom', ['martin'])
  const queries = tsqueriesOf(anyOf([person(9), person(19), person(29), person(70)]))
  expect(queries.map((query) => wordsOf(query).length)).toEqual([28, 29, 50, 20])
  for (const query of queries) expect(query).toContain("'martin':A")
})

test('two lists that are both long stay whole: each would be looked up for every part of the other', () => {
  const both = allOf([anyOf(named(60, 'nom')), anyOf(named(60, 'prenom'))])
  expect(both && tsqueriesOf(both)).toEqual(both && [tsqueryOf(both)])
})
