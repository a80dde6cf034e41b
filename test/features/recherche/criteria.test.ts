// A criterion that is only half there does not compile (the first tests), and one that is whole does all that its tables say.
import { describe, expect, test } from 'vitest'
import type { SourceStatus } from '../../../src/db/schema.ts'
import { CONDITIONS } from '../../../src/features/recherche/queries/conditions.ts'
import {
  CRITERIA,
  CRITERION_NAMES,
  type CriterionName,
  type OnMap,
} from '../../../src/features/recherche/rules/criteria.ts'
import type { Criterion } from '../../../src/features/recherche/rules/criterion.ts'
import { SHOWN, type ShownCriterion } from '../../../src/features/recherche/views/criteria.tsx'
import { type TestApp, testApp } from '../../support/app.ts'
import { readPage, squeeze } from '../../support/html.ts'
import { corpus } from './corpus.ts'

describe('half a criterion does not compile', () => {
  test('where one of its rules is missing', () => {
    const { label, schema, none, inAddress, isEnough, onMap } = CRITERIA.statut
    const halves: Criterion<SourceStatus | null>[] = [
      // @ts-expect-error: it has no label.
      { schema, none, inAddress, isEnough, onMap },
      // @ts-expect-error: nothing reads it.
      { label, none, inAddress, isEnough, onMap },
      // @ts-expect-error: no value says that it is not asked for.
      { label, schema, inAddress, isEnough, onMap },
      // @ts-expect-error: addresses lose it.
      { label, schema, none, isEnough, onMap },
      // @ts-expect-error: nobody knows whether it begins a search.
      { label, schema, none, inAddress, onMap },
      // @ts-expect-error: nobody knows what the map does with it.
      { label, schema, none, inAddress, isEnough },
    ]
    expect(halves).toHaveLength(6)
  })

  test('where something that it is shown by is missing', () => {
    const { group, Box, chip, advice } = SHOWN.statut
    const halves: ShownCriterion<SourceStatus | null>[] = [
      // @ts-expect-error: it stands nowhere in the form.
      { Box, chip, advice },
      // @ts-expect-error: it has no box.
      { group, chip, advice },
      // @ts-expect-error: nothing tells that it is in force.
      { group, Box, advice },
      // @ts-expect-error: nobody is told to loosen it.
      { group, Box, chip },
    ]
    expect(halves).toHaveLength(4)
  })

  test('where a table does not have it', () => {
    const { statut: _shown, ...others } = SHOWN
    const { statut: _condition, ...narrowing } = CONDITIONS
    // @ts-expect-error: the status is not shown.
    const shown: typeof SHOWN = others
    // @ts-expect-error: the status is asked for in vain.
    const conditions: typeof CONDITIONS = narrowing
    expect([shown, conditions].map((table) => 'statut' in table)).toEqual([false, false])
  })

  test('where the map is said to know what it does not, or not to know what it does', () => {
    // @ts-expect-error: the map knows no sections.
    const section: OnMap<'section'> = 'asked'
    // @ts-expect-error: the map knows the status.
    const statut: OnMap<'statut'> = 'left out'
    expect([section, statut]).toEqual(['asked', 'left out'])
  })
})

/** A search with each criterion that finds other records than the search without it. */
const samples = (
  t: TestApp,
  c: Awaited<ReturnType<typeof corpus>>,
): Record<CriterionName, [value: string, beside?: string]> => ({
  q: ['martin'],
  nom: ['martin'],
  prenom: ['marie'],
  mode: ['debut', 'nom=martin'],
  role: ['conjoint', 'nom=martin'],
  type: [String(c.mariages.id)],
  acte: ['mariage'],
  annee_debut: ['1787'],
  annee_fin: ['1787'],
  section: [String(t.vannes.id)],
  statut: ['validee'],
  source: [String(c.pleurtuitM.id)],
  tri: ['nom'],
  lieu: [String(c.ille.id)],
  nom2: ['lhotelier', 'nom=martin'],
  prenom2: ['perrine', 'nom=martin'],
  actes: ['enfants', 'nom=martin&nom2=lhotelier'],
  ne_a: [String(c.pleurtuit.id)],
  domicile: [String(c.pleurtuit.id)],
  origine: [String(c.bretagne.id)],
  sauf: ['martin', 'nom=martin&mode=sonore'],
})

async function searched() {
  const t = await testApp()
  const c = await corpus(t)
  await t.db.updateTable('sources').set({ status: 'validee' }).where('id', '=', c.vannesM.id).execute()
  const admin = await t.as(t.admin)
  await t.db.updateTable('types_sources').set({ acte: 'mariage' }).where('id', '=', c.mariages.id).execute()
  const page = async (query: string) => (await admin.get(`/recherche?${query}`)).page
  return { page, all: samples(t, c) }
}

test.each(CRITERION_NAMES)('%s is read, narrows, stays in form and addresses, and can be taken away', async (name) => {
  const { page, all } = await searched()
  const [value, beside = ''] = all[name]
  // Something else is asked as well, whose chip leads to a search that keeps this criterion.
  const other = name === 'annee_debut' ? 'annee_fin=2000' : 'annee_debut=1500'
  const without = [beside, other].filter(Boolean).join('&')
  const [found, wider] = [await page(`${without}&${name}=${value}`), await page(without)]
  const rows = (one: typeof found) => one.all('tbody tr').map((row) => squeeze(row.textContent))
  expect(rows(found)).not.toEqual(rows(wider))
  const form = readPage(found.one('main form.recherche-criteres').outerHTML)
  expect(form.value(name)).toBe(value)
  const chips = found.all('.jeton').map((chip) => new URLSearchParams(chip.getAttribute('href')?.split('?')[1]))
  const keeping = chips.filter((search) => search.get(name) === value)
  const [kept] = other.split('=')
  expect(keeping.some((search) => !search.has(kept ?? ''))).toBe(true)
  expect(chips.some((search) => !search.has(name))).toBe(SHOWN[name].chip !== null)
})
