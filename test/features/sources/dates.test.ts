// The dates of a source, where it is shown: no page makes a day of a year.
import { expect, test } from 'vitest'
import { readTyped } from '../../../src/lib/dates.ts'
import { testApp } from '../../support/app.ts'

test.each([
  [['1655'], 'Seule date : 1655'],
  [['vers 1655'], 'Seule date : vers 1655'],
  [['1655', '12/08/1660'], 'Premier acte : 1655, dernier acte : 12/08/1660'],
  [['08/1655', '1660-1665'], 'Premier acte : 08/1655, dernier acte : 1660-1665'],
  [['12/08/1655'], 'Seule date : 12/08/1655'],
  [['an II', '12 vendémiaire an III'], 'Premier acte : an II, dernier acte : 03/10/1794'],
])('dates of %j are told as precisely as the register does', async (dates, words) => {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo })
  for (const typed of dates) {
    const reading = readTyped(typed, 'gregorien')
    if (reading.ok) await t.make.releve(source, { nom: 'Martin', date_evenement: reading.value })
  }
  const marie = await t.as(t.marie)
  expect((await marie.get(`/sources/${source.id}`)).page.text).toContain(words)
  const pages = ['', '/releves', '/releves/nouveau'].map((path) => `/sources/${source.id}${path}`)
  for (const path of [...pages, '/recherche?q=martin', '/', `/export/source/${source.id}/csv`, '/carte', '/sources'])
    expect((await marie.get(path)).text).not.toMatch(/01\/01\/16|1655-01-01/)
})
