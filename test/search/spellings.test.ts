import { expect, test } from 'vitest'
import { respelled, type SpellingLine } from '../../src/search/spellings.ts'

const line = (id: number, text: string, depth = 0): SpellingLine => {
  const [cle_a = '', sign, cle_b = ''] = text.split(' ')
  return { id, signe: sign === '=' ? 'egal' : 'different', cle_a, cle_b, depth }
}
const lines = (...texts: string[]) => texts.map((text, at) => line(at + 1, text))
const alike = (words: string, list: readonly SpellingLine[]) => {
  const [typed = '', ...others] = words.split(' ')
  return respelled({ kind: 'nom', typed, words: [typed, ...others] }, list)
}

test('no line, no change', () => {
  expect(alike('martin martain', [])).toEqual({ words: ['martin', 'martain'], added: [], apart: [], lines: [] })
  expect(alike('martin martain', lines('legoaff = legoff'))).toMatchObject({ words: ['martin', 'martain'], lines: [] })
})

test('a line adds the other name, from either side, before what only sounds alike', () => {
  const list = lines('legoaff = legoff')
  expect(alike('legoff legof', list)).toEqual({
    words: ['legoff', 'legoaff', 'legof'],
    added: ['legoaff'],
    apart: [],
    lines: [1],
  })
  expect(alike('legoaff', list).words).toEqual(['legoaff', 'legoff'])
  expect(alike('legoff legoaff', list)).toMatchObject({ words: ['legoff', 'legoaff'], added: [], lines: [1] })
})

test('a name that was not typed brings no line, be it found by its sound', () => {
  expect(alike('martin martel', lines('marteau = martel')).words).toEqual(['martin', 'martel'])
})

test('lines follow one another, in circles too', () => {
  const list = lines('a = b', 'b = c', 'c = d', 'a = d', 'x = y')
  expect(alike('a', list)).toMatchObject({ words: ['a', 'b', 'd', 'c'], lines: [1, 4, 2, 3] })
  expect(alike('c', list).words.toSorted()).toEqual(['a', 'b', 'c', 'd'])
})

test('a line of ≠ wins over sound and over a group, for its own pair', () => {
  expect(alike('martin martel martain', lines('martel ≠ martin'))).toEqual({
    words: ['martin', 'martain'],
    added: [],
    apart: ['martel'],
    lines: [1],
  })
  expect(alike('martain martin martel', lines('martel ≠ martin')).words).toEqual(['martain', 'martin', 'martel'])
  const group = lines('a = b', 'b = c', 'c = d', 'a ≠ c')
  expect(alike('a', group).words).toEqual(['a', 'b', 'd'])
  expect(alike('b', group).words).toEqual(['b', 'a', 'c', 'd'])
})

test('of two lines of one pair that of the narrowest place holds, for whatever follows too', () => {
  const apartBelow = [line(1, 'a = c'), line(2, 'a ≠ c', 3), line(3, 'a = b')]
  expect(alike('a', apartBelow)).toMatchObject({ words: ['a', 'b'], apart: ['c'] })
  expect(alike('b', apartBelow).words).toEqual(['b', 'a'])
  expect(alike('a', [line(1, 'a ≠ c'), line(2, 'a = c', 3)])).toMatchObject({ words: ['a', 'c'], apart: [] })
})

test('a chain that never ends is cut', () => {
  const list = Array.from({ length: 500 }, (_, at) => line(at + 1, `n${at} = n${at + 1}`))
  expect(alike('n0', list).words.length).toBeLessThan(110)
})

test('a name without a word of its own is left alone', () => {
  expect(respelled({ kind: 'nom', typed: '', words: ['martin'] }, lines('a = b')).words).toEqual(['martin'])
})

test('≠ takes a name out without its particles too, as the index has it, but never a part of the name typed', () => {
  const list = lines('legoff ≠ legouff', 'legoff ≠ lagoff', 'legoff ≠ martin')
  expect(alike('legoff goff gouff legouff lagoff tin', list).words).toEqual(['legoff', 'goff', 'tin'])
  const sought = { kind: 'prenom' as const, typed: 'denis', words: ['denis', 'nise', 'denise'] }
  expect(respelled(sought, lines('denis ≠ denise')).words).toEqual(['denis', 'nise'])
})
