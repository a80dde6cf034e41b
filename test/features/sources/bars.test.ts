// Under the years of each source of the list, those that hold records are drawn: what a plain reading of the records gives, in one statement.
import { expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'
import { day } from '../../support/factories.ts'

test('the list draws the years that hold records, and nothing of a source without records or without a period', async () => {
  const t = await testApp()
  const made = { section: t.saintMalo, annee_debut: 1760, annee_fin: 1769 }
  const drawn = await t.make.source({ ...made, titre: 'A' })
  await t.make.source({ ...made, titre: 'B' })
  const endless = await t.make.source({ titre: 'C', section: t.saintMalo })
  for (const year of [1760, 1761, 1765, 1765, 1801])
    await t.make.releve(drawn, { nom: 'Martin', date_evenement: day(`${year}-03-01`) })
  await t.make.releve(endless, { nom: 'Martin', date_evenement: day('1760-03-01') })
  const { page } = await (await t.as(t.marie)).get('/sources')
  const strips = page.all('.tableau tbody tr').map((row) => {
    const strip = row.querySelector('svg.annees')
    return strip && [strip.getAttribute('aria-label'), strip.querySelector('path')?.getAttribute('d')]
  })
  expect(strips).toEqual([['3 sur 10\u00a0années', 'M0 0h2v1h-2zM5 0h1v1h-1z'], null, null])
  expect(t.failures).toEqual([])
})
