// How far each year of a source is on its own page, which knows its records, and to the coverage, which does not.
import { expect, test } from 'vitest'
import { ownYears, type TellingSource, toldBySource } from '../../../src/features/sources/rules/told.ts'
import { yearsOf } from '../../../src/lib/year-states.ts'

const source = (more: Partial<TellingSource>): TellingSource => ({
  ...{ status: 'en_cours', annee_debut: 1760, annee_fin: 1769, annees: null, lacunes: null },
  ...more,
})
const words = (told: ReturnType<typeof ownYears>) => told.map((run) => `${yearsOf(run)} ${run.etat}`)

test('a year has a record or is to be done until the source is handed in; then every year it holds is done', () => {
  const own = (more: Partial<TellingSource>, years: number[]) => words(ownYears(source(more), years))
  expect(own({}, [1760, 1761, 1765])).toEqual([
    ...['1760-1761 en_cours', '1762-1764 a_faire'],
    ...['1765 en_cours', '1766-1769 a_faire'],
  ])
  expect(own({ status: 'a_relever' }, [])).toEqual(['1760-1769 a_faire'])
  expect(own({ status: 'rejetee' }, [1769])).toEqual(['1760-1768 a_faire', '1769 en_cours'])
  expect(own({ status: 'a_valider' }, [1760])).toEqual(['1760-1769 a_valider'])
  expect(own({ status: 'validee' }, [])).toEqual(['1760-1769 validee'])
})

test('gaps are missing but for a year that has a record all the same; years that the source does not hold are told by nothing', () => {
  const lacunes = [{ debut: 1763, fin: 1766, motif: '' }]
  expect(words(ownYears(source({ lacunes }), [1764, 1700, 1800]))).toEqual([
    ...['1760-1762 a_faire', '1763 manque', '1764 en_cours', '1765-1766 manque', '1767-1769 a_faire'],
  ])
  const annees: [number, number][] = [
    [1760, 1761],
    [1768, 1769],
  ]
  expect(words(ownYears(source({ annees, status: 'validee' }), [1765]))).toEqual([
    ...['1760-1761 validee', '1765 validee', '1768-1769 validee'],
  ])
  expect(ownYears(source({ annee_debut: null, annee_fin: null }), [1765])).toEqual([])
})

test('the coverage tells all years of a source as far as its status', () => {
  expect(words(toldBySource(source({ lacunes: [{ debut: 1760, fin: 1761, motif: '' }] })))).toEqual([
    ...['1760-1761 manque', '1762-1769 en_cours'],
  ])
})
