import { describe, expect, test } from 'vitest'
import { firstNameVariants, phoneticGroups, phoneticKeys } from '../../src/lib/phonetics.ts'
import { type Kind, meet, ours, pairsIn, randomShare, share, surnames } from '../support/phonetics.ts'

const FOUND = 0.8
const CONFUSED = 0.02

describe.each<Kind>(['nom', 'prenom'])('lists of %ss', (kind) => {
  const keys = ours(kind)

  test.each([`${kind}s-connus`, `${kind}s-reserves`])('%s: four spellings of a name in five are found', (file) => {
    expect(share(pairsIn(file), keys)).toBeGreaterThanOrEqual(FOUND)
  })

  test.each([`${kind}s-distincts`, `${kind}s-distincts-reserves`])(
    '%s: one pair in fifty is confused at most',
    (file) => {
      expect(share(pairsIn(file), keys)).toBeLessThanOrEqual(CONFUSED)
    },
  )
})

test('among all pairs of surnames of France hardly one is confused', () => {
  expect(randomShare(surnames(), ours('nom'))).toBeLessThan(0.001)
})

test.each([
  ['Lefebvre', 'Lefèvre'],
  ['Hénault', 'Esnault'],
  ['Thibault', 'Tibaut'],
  ['Regnault', 'Renaud'],
  ['Gaultier', 'Gautier'],
  ['Le Normand', 'Lenormand'],
  ['LABBÉ', 'Labbe'],
  ['FRANCOIS', 'François'],
  ['K/bras', 'Kerbras'],
  ['De La Mare', 'Mare'],
  ['St-Martin', 'Saint Martin'],
  ['Martin dit Lafleur', 'Lafleur'],
  ['Lefebvre (Lefèvre)', 'Lefeuvre'],
  ['veuve Martin', 'Martin'],
  ['Lef[eb]vre ?', 'Lefebvre'],
  ['Lefe\u0300vre', 'Lef\u00e8vre'],
])('the surnames %s and %s meet', (one, other) => {
  expect(meet([one, other], ours('nom'))).toBe(true)
})

test.each([
  ['Johannes', 'Jean'],
  ['Joannis', 'Jean'],
  ['Jn', 'Jean'],
  ['J. Bte', 'Jean Baptiste'],
  ['J.-B.', 'Jean-Baptiste'],
  ['Petri', 'Pierre'],
  ['Fçois', 'François'],
  ['Cath.', 'Catherine'],
  ['Marianne', 'Marie Anne'],
  ['Omnium Sanctorum', 'Toussaint'],
])('the first names %s and %s meet', (one, other) => {
  expect(meet([one, other], ours('prenom'))).toBe(true)
})

test('a man and a woman of one name, and two compound names, do not meet', () => {
  for (const pair of [
    ['Michel', 'Michelle'],
    ['René', 'Renée'],
    ['Jean Baptiste', 'Jean Pierre'],
  ] as const) {
    expect(meet(pair, ours('prenom'))).toBe(false)
  }
})

test('keys are one to three, short, of small letters and figures, the same each time', () => {
  for (const [kind, texts] of [
    ['nom', surnames()],
    ['prenom', pairsIn('prenoms-connus').flat()],
  ] as const) {
    for (const text of texts) {
      const keys = phoneticKeys(text, kind)
      expect(keys.length, text).toBeGreaterThan(0)
      expect(keys.length, text).toBeLessThanOrEqual(3)
      for (const key of keys) expect(key).toMatch(/^[a-z0-9]{1,32}$/)
      expect(phoneticKeys(text, kind)).toEqual(keys)
    }
  }
})

test('an initial stands for several names, a compound asks for each of its own', () => {
  expect(phoneticGroups('J.', 'prenom')).toEqual([expect.arrayContaining(phoneticKeys('Jacques', 'prenom'))])
  expect(phoneticGroups('Jean Baptiste', 'prenom')).toHaveLength(2)
})

test('what holds no name has no key, and a hostile text costs nothing', () => {
  expect(['', '?', '王', '« »'].map((text) => phoneticKeys(text, 'nom'))).toEqual([[], [], [], []])
  expect(phoneticKeys('ab'.repeat(50_000), 'nom')[0]?.length).toBeLessThanOrEqual(32)
  expect(phoneticGroups('jean '.repeat(50_000), 'prenom').length).toBeLessThanOrEqual(40)
})

test('the known forms of a first name are told, the French one first', () => {
  expect(firstNameVariants('Jn').slice(0, 3)).toEqual(['Jean', 'Joannes', 'Joannis'])
  expect(firstNameVariants('Ludovici')[0]).toBe('Louis')
  expect(firstNameVariants('Xyzzyx')).toEqual([])
})
