import { expect, test } from 'vitest'
import { type Told, toldOfLine, yearLine } from '../../src/lib/year-states.ts'

const runs = (told: readonly Told[]): string[] =>
  toldOfLine(yearLine(told)).map(({ debut, fin, etat }) => `${debut}-${fin} ${etat}`)

test('the best that is told of a year holds, whatever comes first', () => {
  const told: Told[] = [
    { debut: 1760, fin: 1770, etat: 'a_faire' },
    { debut: 1764, fin: 1766, etat: 'validee' },
    { debut: 1766, fin: 1768, etat: 'manque' },
    { debut: 1773, fin: 1773, etat: 'pris' },
  ]
  const expected = ['1760-1763 a_faire', '1764-1766 validee', '1767-1770 a_faire', '1773-1773 pris']
  expect([runs(told), runs(told.toReversed())]).toEqual([expected, expected])
})

test('years that end before they begin tell nothing, alone or among others', () => {
  const backwards: Told = { debut: 1770, fin: 1760, etat: 'validee' }
  expect([runs([]), runs([backwards])]).toEqual([[], []])
  expect(runs([backwards, { debut: 1750, fin: 1751, etat: 'en_cours' }])).toEqual(['1750-1751 en_cours'])
})
