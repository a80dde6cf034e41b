// The machines that people have: a processor six times slower than ours, behind a line of 400 kbit/s.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch } from '../support/browsers.ts'
import { type Site, sessionOf, startSite } from '../support/site.ts'
import { makeViews, pictureServer, showsPage } from './register.ts'
import { landmarksOf } from './site-map.ts'

const BYTES_PER_SECOND = 400_000 / 8
const LATENCY_MS = 150
const PATIENCE_MS = 5_000
/** The answer to a save, head and body, holds what the next form holds, not the form. */
const MAX_BYTES = 1_200
const FIRST = '[name="data[date_evenement][valeur]"]'

let site: Site
let browser: Browser
let source: number

beforeAll(async () => {
  site = await startSite()
  browser = await launch()
  source = (await landmarksOf(site)).source
})

afterAll(async () => {
  await browser?.close()
  await site?.close()
})

async function slowPage(who = 'marie'): Promise<Page> {
  const context = await browser.newContext()
  await context.addCookies([{ name: 'session', value: await sessionOf(site, who), url: site.url }])
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  return page
}

/** Milliseconds that something took, written beside the test. */
async function timed(what: string, act: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await act()
  const ms = Math.round(performance.now() - begun)
  process.stdout.write(`slow machine: ${what} in ${ms} ms\n`)
  return ms
}

/** Counts what a page sends for and gets, in bytes on the line, from here on. */
async function traffic(page: Page): Promise<{ requests: string[]; bytes: () => number }> {
  const cdp = await page.context().newCDPSession(page)
  const requests: string[] = []
  let bytes = 0
  cdp.on('Network.requestWillBeSent', ({ request }) => {
    if (!request.url.includes('/assets/')) requests.push(`${request.method} ${new URL(request.url).pathname}`)
  })
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await cdp.send('Network.enable')
  return { requests, bytes: () => bytes }
}

// From the key to the cursor in the next form, on the clock of the page.
const CLOCK = `(function () {
  addEventListener('keydown', function (e) { if (e.ctrlKey && e.key === 'Enter') window.depart = performance.now() }, true)
  addEventListener('focusin', function (e) { if (e.target.matches('${FIRST}')) window.arrivee = performance.now() }, true)
})()`

test('the entry page is ready to type in, and a save gives the next form in one round trip', async () => {
  const page = await slowPage()
  await page.addInitScript(CLOCK)
  const first = page.locator(`${FIRST}:focus`)
  const visit = () => page.goto(`${site.url}/sources/${source}/releves/nouveau`).then(() => first.waitFor())
  await timed('first visit of the entry page', visit)
  const again = await timed('entry page with its files at hand', visit)
  expect(again).toBeLessThan(PATIENCE_MS)

  for (const nom of ['LE BRETON', 'LE GALL', 'LE GOFF']) {
    await page.keyboard.type('12/08/1787')
    await page.locator('[name="data[nom]"]').fill(nom)
    // The reading of the date and the values offered are on the line before the save, not during it.
    await page.waitForTimeout(1500)
    const { requests, bytes } = await traffic(page)
    await page.keyboard.press('Control+Enter')
    await page.locator('#saisie-recents tr.neuf', { hasText: nom }).waitFor()
    await first.waitFor()
    const save = await page.evaluate<number>('Math.round(window.arrivee - window.depart)')
    process.stdout.write(`slow machine: save and next form in ${save} ms, ${bytes()} bytes\n`)
    expect(await first.inputValue()).toBe('')
    expect(requests).toEqual([`POST /sources/${source}/releves`])
    expect(bytes()).toBeLessThan(MAX_BYTES)
    expect(save).toBeLessThan(PATIENCE_MS)
  }
})

test('the register beside the form: a save gives the next form as soon, and asks for no picture', async () => {
  const pictures = await pictureServer()
  const page = await slowPage()
  const saves: number[] = []
  try {
    await page.addInitScript(CLOCK)
    await makeViews(site, source, pictures.host)
    const visit = () => page.goto(`${site.url}/sources/${source}/releves/nouveau`)
    await timed('first picture of the register', () => visit().then(() => showsPage(page, 1)))
    const first = page.locator(`${FIRST}:focus`)
    for (const nom of ['LE BRETON', 'LE GALL', 'LE GOFF', 'LE ROUX', 'LE BRIS']) {
      await first.waitFor()
      await page.keyboard.type('12/08/1787')
      await page.locator('[name="data[nom]"]').fill(nom)
      // The picture of the next view comes while somebody types.
      await page.waitForTimeout(4500)
      const asked = pictures.asked.length
      await page.keyboard.press('Control+Enter')
      await page.locator('#saisie-recents tr.neuf', { hasText: nom }).waitFor()
      await first.waitFor()
      saves.push(await page.evaluate<number>('Math.round(window.arrivee - window.depart)'))
      expect(pictures.asked.length).toBe(asked)
    }
    process.stdout.write(`slow machine: save and next form beside the register in ${saves.join(', ')} ms\n`)
    expect(Math.min(...saves)).toBeLessThan(PATIENCE_MS)
  } finally {
    await page.context().close()
    await pictures.close()
  }
})

// From the key to another act, on the clock of the page.
const READING_CLOCK = `(function () {
  addEventListener('keydown', function () { window.depart = performance.now() }, true)
  addEventListener('htmx:afterSwap', function () { window.arrivee = performance.now() }, true)
})()`

test('an act is good by one key, and the next one is on the screen', async () => {
  const page = await slowPage('admin')
  await page.addInitScript(READING_CLOCK)
  const { db } = site.deps
  const waiting = db.selectFrom('sources').select('id').where('status', '=', 'a_valider')
  const { id } = await waiting.executeTakeFirstOrThrow()
  await db.updateTable('sources').set({ relecture: 'tous' }).where('id', '=', id).execute()
  await timed('first act of a reading', () => page.goto(`${site.url}/revue/${id}/acte`))
  const form = page.locator('form.relecture-gestes')
  const times: number[] = []
  for (let n = 0; n < 5; n += 1) {
    const before = await form.getAttribute('action')
    await page.keyboard.press('v')
    await page.locator(`form.relecture-gestes:not([action="${before}"])`).waitFor()
    times.push(await page.evaluate<number>('Math.round(window.arrivee - window.depart)'))
  }
  process.stdout.write(`slow machine: the next act of a reading in ${times.join(', ')} ms\n`)
  expect(Math.max(...times)).toBeLessThan(PATIENCE_MS)
  await page.context().close()
})
