import { expect, test } from 'vitest'
import { isOfSeveralAlphabets, loginKey } from '../../src/lib/login-key.ts'

test.each([
  ['Marie', 'marie'],
  ['mаriе', 'marie'],
  ['ＭＡＲＩＥ', 'marie'],
  ['РЕТЕР', 'petep'],
  ['ΜΑΡΙΑ', 'mapia'],
  ['ﬁnot', 'finot'],
  ['Zoé', 'zoé'],
  ['Zoe\u0301', 'zoé'],
  ['ёlan', 'ëlan'],
  ['Marie\u00a0Durand', 'marie durand'],
  ['Marie \u00a0 Durand', 'marie durand'],
])('« %s » is « %s »', (name, key) => {
  expect(loginKey(name)).toBe(key)
})

test.each([
  ['Marie', false],
  ['Анна', false],
  ['Σοφία', false],
  ['田中 さくら', false],
  ['Loïc c’hoazh cʼhoazh 2', false],
  ['mаrie', true],
  ['Marie Анна', true],
  ['αlpha', true],
  ['x田', true],
])('« %s » mixes alphabets: %s', (name, isMixed) => {
  expect(isOfSeveralAlphabets(name)).toBe(isMixed)
})
