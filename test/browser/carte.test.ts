// The map of a place comes when it is asked for, in every browser, and gives the form what was clicked.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browsers, start } from '../support/browsers.ts'
import type { CdpBrowser } from '../support/cdp.ts'
import { Page } from '../support/page.ts'
import { logIn, type Site, startSite } from '../support/site.ts'
import { landmarksOf } from './site-map.ts'

let site: Site
let lieu: number

beforeAll(async () => {
  site = await startSite()
  lieu = (await landmarksOf(site)).lieu
})

afterAll(() => site?.close())

const OPENER = '[data-carte-ouvrir]'
const loaded = `performance.getEntriesByType('resource').filter(function (r) { return r.name.indexOf('/carte') > 0 }).length`
/** The button stands just before the map; a class leads a real click to it. */
const mark = `document.querySelector(${JSON.stringify(OPENER)}).previousElementSibling.firstChild.classList.add('essai')`

async function openMap(page: Page, path: string): Promise<void> {
  await page.goto(site.url + path)
  expect(await page.evaluate(loaded)).toBe(0)
  await page.evaluate(mark)
  await page.click('button.essai')
  await page.waitFor(`document.activeElement.matches('.leaflet-container')`)
  await page.waitFor(`document.querySelector('path.carte-terre')`)
  expect(await page.evaluate(`document.querySelector('button.essai')`)).toBeNull()
}

describe.each(await browsers())('$name', ({ name }) => {
  let browser: CdpBrowser
  beforeAll(async () => {
    browser = await start(name)
  })
  afterAll(() => browser?.close())

  test('shows the point of a place, and fills the form of another from a click', async () => {
    const page = await Page.open(browser, { width: 1366, height: 768 })
    await logIn(page, site, 'admin')
    await openMap(page, `/lieux/${lieu}`)
    await page.waitFor(`document.querySelector('.carte-point')`)

    await openMap(page, '/lieux/nouveau')
    await page.click('.carte-lieu')
    await page.waitFor(`document.querySelector('.carte-point')`)
    const typed = await page.evaluate<string>(
      `document.querySelector('[name=latitude]').value + ' ' + document.querySelector('[name=longitude]').value`,
    )
    expect(typed).toMatch(/^4[5-8],\d{5} [1-3],\d{5}$/)
    expect(page.errors).toEqual([])
  })
})
