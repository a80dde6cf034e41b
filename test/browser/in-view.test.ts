// A person who goes through a form by keys sees the field that has the focus: whole, and under nothing. The end of the longest forms in
// the lowest window; every field of every long form in every window is in test/faults/in-view.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { start } from '../support/browsers.ts'
import { type Site, startSite } from '../support/site.ts'
import { askedOf, everyBrowser } from './driven.ts'
import { hiddenOn, longForms } from './in-view.ts'

let site: Site
let paths: Record<string, string>

beforeAll(async () => {
  site = await startSite()
  const { Baptêmes = '', 'Mariages, un relevé': releve = '', 'une source': source = '' } = await longForms(site)
  paths = { Baptêmes, releve, source }
})

afterAll(() => site?.close())

describe.each(askedOf(everyBrowser))('%s', (name) => {
  test('what has the focus is in view, with scripts and without', async () => {
    const browser = await start(name)
    try {
      for (const scripts of [true, false]) {
        const tour = { site, browser, paths, windows: [[1366, 625]] as const, scripts, last: 12 }
        expect([scripts, await hiddenOn(tour)]).toEqual([scripts, {}])
      }
    } finally {
      await browser.close()
    }
  })
})
