// The register beside the form in every Chromium, the oldest of them too: it turns, follows the act, and keeps its place.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { start } from '../support/browsers.ts'
import type { CdpBrowser } from '../support/cdp.ts'
import { Page } from '../support/page.ts'
import { type Site, sessionOf, startSite } from '../support/site.ts'
import { DATE, deskUrl, field } from './desk.ts'
import { everyBrowser } from './driven.ts'
import { IMAGE, makeViews, type PictureServer, pictureServer } from './register.ts'
import { landmarksOf } from './site-map.ts'

const ALT = 1
const SHIFT = 8
const CTRL = 2
const CODES: Record<string, number> = { PageDown: 34, ArrowDown: 40, Enter: 13, KeyG: 71, KeyR: 82, KeyL: 76 }

let site: Site
let pictures: PictureServer
let source: number

beforeAll(async () => {
  site = await startSite()
  pictures = await pictureServer()
  source = (await landmarksOf(site)).source
  await makeViews(site, source, pictures.host)
})

afterAll(async () => {
  await pictures?.close()
  await site?.close()
})

/** One key with others held down. */
async function press(page: Page, modifiers: number, code: string): Promise<void> {
  const key = code.startsWith('Key') ? code.slice(3) : code
  const event = { key, code, modifiers, windowsVirtualKeyCode: CODES[code] }
  await page.command('Input.dispatchKeyEvent', { ...event, type: 'rawKeyDown' })
  await page.command('Input.dispatchKeyEvent', { ...event, type: 'keyUp' })
}

const shows = (page: Page, n: number) =>
  page.waitFor(`${IMAGE} && /page-${n}\\/full\\/!(1200|2000|4000)/.test(${IMAGE}.src) && ${IMAGE}.complete`)

const middle = (page: Page) =>
  page.evaluate<number>(`(function () {
    var box = document.querySelector('[data-cadre]'), page = document.querySelector('[data-page]')
    return (box.scrollTop + box.clientHeight / 2) / page.offsetHeight
  })()`)

describe.each(everyBrowser)('%s', (name) => {
  let browser: CdpBrowser
  beforeAll(async () => {
    browser = await start(name)
  })
  afterAll(() => browser?.close())

  test('an act with its view and its ruler, a page turned by a key, the same place after a reload', async () => {
    const { db } = site.deps
    await db.deleteFrom('releves').where('source_id', '=', source).execute()
    const page = await Page.open(browser, { width: 1366, height: 768 })
    await page.setCookie('session', await sessionOf(site, 'marie'), site.url)
    await page.goto(deskUrl(site, source))
    await page.waitFor("document.querySelector('form[data-pret]')")
    await shows(page, 1)
    await page.fill(field('vue'), '4')
    await page.press('Tab')
    await shows(page, 2)
    for (let n = 0; n < 3; n += 1) await press(page, ALT + SHIFT, 'KeyG')
    await press(page, ALT + SHIFT, 'KeyL')
    for (let n = 0; n < 8; n += 1) await press(page, ALT + SHIFT, 'ArrowDown')
    for (let n = 0; n < 4; n += 1) await press(page, ALT, 'ArrowDown')
    await page.fill(DATE, '1/8/1787')
    await page.fill(field('nom'), 'LE GALL')
    const place = await middle(page)
    expect(place).toBeGreaterThan(0.1)
    await press(page, CTRL, 'Enter')
    await page.waitFor('/Enregistré à/.test(document.body.textContent)')
    const [act] = await db.selectFrom('releves').select(['data', 'repere']).where('source_id', '=', source).execute()
    expect([act?.data.nom, act?.data.vue]).toEqual(['LE GALL', '4'])
    expect(act?.repere).toBeGreaterThan(0.02)
    await press(page, ALT + SHIFT, 'PageDown')
    await shows(page, 3)
    expect(await page.evaluate(`document.querySelector('${field('vue')}').value`)).toBe('5')
    expect(Math.abs((await middle(page)) - place)).toBeLessThan(0.01)
    for (let n = 0; n < 4; n += 1) await press(page, ALT + SHIFT, 'KeyR')
    expect(Math.abs((await middle(page)) - place)).toBeLessThan(0.01)
    await new Promise((go) => setTimeout(go, 800))
    await page.goto(deskUrl(site, source))
    await shows(page, 3)
    expect(Math.abs((await middle(page)) - place)).toBeLessThan(0.01)
    expect(page.errors).toEqual([])
  }, 60_000)
})
