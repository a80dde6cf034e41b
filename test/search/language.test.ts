import { expect, test } from 'vitest'
import { readBox } from '../../src/search/language.ts'

/** Writes what a text asks for in a few signs: `mot`, `"phrase"`, `[suite]`, `nom=`, `pere=`, `lieu=`. */
function asked(typed: string): string {
  const { clauses, names } = readBox(typed)
  const signs = { word: ['', ''], phrase: ['"', '"'], joined: ['[', ']'], sound: ['~', ''] } as const
  const texts = clauses.map((one) => {
    if (one.what === 'role') return `${one.role}=${one.word}`
    if (one.what === 'field') return `${one.field}=${one.word}`
    if (one.what === 'couple') {
      const noms = one.noms.map((nom) => `${nom?.mode === 'sonore' ? '~' : ''}${nom?.words.join(' ')}`)
      return `${one.kind ?? 'couple'}=${noms.join('+')}`
    }
    const [before, after] = signs[one.how]
    return `${before}${one.words.join(' ')}${after}`
  })
  return [...texts, ...names.map(({ kind, words }) => `${kind}=${words.join(' ')}`)].join(', ')
}

test.each([
  ['Martin  MARIE', 'martin, marie'],
  ['Lefèvre Œillet', 'lefevre, oeillet'],
  ['martin martin', 'martin'],
  ['"Jean Martin" laboureur', '"jean martin", laboureur'],
  ['« Jean Martin »', '"jean martin"'],
  ['“Jean Martin”', '"jean martin"'],
  ['"martin"', '"martin"'],
  ['"jean martin', 'jean, martin'],
  ['saint-malo', '[saint malo]'],
  ['d’Argentré', '[d argentre]'],
  ['12/08/1787', '[12 08 1787]'],
  ['martin,dupont;durand', 'martin, dupont, durand'],
  ['mart* d?pont *ault', 'mart*, d?pont, *ault'],
  ['saint-mal*', 'saint, mal*'],
  ['martin ?', 'martin'],
  ['* ? **', ''],
  ['nom:martin', 'nom=martin'],
  ['nom: martin prénom : Jeanne', 'nom=martin, prenom=jeanne'],
  ['NOM\u00a0:\u202fMartin', 'nom=martin'],
  ['nom:"le goff" marie', 'marie, nom=le goff'],
  ['nom:le goff marie', 'marie, nom=le goff'],
  ['nom:de la tour', 'nom=de la tour'],
  ['nom:d’argentré', 'nom=d argentre'],
  ['nom:le', 'nom=le'],
  ['nom:le prenom:jean', 'prenom=jean, nom=le'],
  ['père:jean mère:anne', 'pere=jean, mere=anne'],
  ['marraine:anne époux:luc', 'parrain=anne, conjoint=luc'],
  ['métier:maçon lieu:dol', 'profession=macon, lieu=dol'],
  ['lieu:saint-malo', 'lieu=saint, lieu=malo'],
  ['prénoms:jean-baptiste', 'prenom=jean baptiste'],
  ['surnom:x renom:y', 'surnom, x, renom, y'],
  ['nom:', ''],
  ['constructor:x __proto__:y', 'constructor, x, proto, y'],
])('%s', (typed, expected) => {
  expect(asked(typed)).toBe(expected)
})

test('what is too short for its star, or too much, is said', () => {
  expect(readBox('martin a*').short).toBe('a*')
  expect(readBox('?a').short).toBe('?a')
  expect(readBox('ab* a? *').short).toBe('a?')
  expect(readBox('ab* a').short).toBeUndefined()
  const many = readBox(Array.from({ length: 30 }, (_, i) => `mot${i}`).join(' '))
  expect([many.clauses.length, many.ignored]).toEqual([20, 10])
  const couples = readBox(Array.from({ length: 12 }, (_, i) => `couple:"mot${i} + autre"`).join(' '))
  expect([couples.clauses.length, couples.ignored]).toEqual([10, 4])
})

test('a couple of three is told by its names', () => {
  expect(readBox('couple:"martin + le goff"').crowd).toBeUndefined()
  expect(readBox('couple:"martin + ?" marie').crowd).toBeUndefined()
  expect(readBox('enfants:"Martin + Le Goff × Briand"').crowd).toEqual(['martin', 'le goff', 'briand'])
})

test('no text takes long to read', () => {
  const before = performance.now()
  for (const sign of ['"', '«', ' ', 'nom:', '*', '-', "'", 'é', '\u0301', 'nom: ', '~'])
    for (const length of [1, 500, 10_000]) readBox(sign.repeat(length))
  expect(performance.now() - before).toBeLessThan(2000)
})
