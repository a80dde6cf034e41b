// Every field of the long forms, by Tab, Shift+Tab and Enter, in three windows of three browsers, with scripts and without.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hiddenOn, longForms } from '../browser/in-view.ts'
import { browsers, start } from '../support/browsers.ts'
import { type Site, startSite } from '../support/site.ts'

const WINDOWS = [
  [1366, 768],
  [1366, 625],
  [1920, 1080],
] as const

let site: Site
let paths: Record<string, string>
const names = (await browsers()).map(({ name }) => name)

beforeAll(async () => {
  site = await startSite()
  paths = await longForms(site)
})

afterAll(() => site?.close())

describe.each(names)('%s', { timeout: 300_000 }, (name) => {
  test.each([true, false])('what has the focus is in view (scripts: %s)', async (scripts) => {
    const browser = await start(name)
    try {
      expect(await hiddenOn({ site, browser, paths, windows: WINDOWS, scripts })).toEqual({})
    } finally {
      await browser.close()
    }
  })
})
