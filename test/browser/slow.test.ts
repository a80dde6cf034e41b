// The machines that people have: a processor six times slower than ours, behind a line of 400 kbit/s.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch } from '../support/browsers.ts'
import { type Site, sessionOf, startSite } from '../support/site.ts'
import { landmarksOf } from './site-map.ts'

const BYTES_PER_SECOND = 400_000 / 8
const LATENCY_MS = 150
const PATIENCE_MS = 5_000

let site: Site
let browser: Browser

beforeAll(async () => {
  site = await startSite()
  browser = await launch()
})

afterAll(async () => {
  await browser?.close()
  await site?.close()
})

async function slowPage(): Promise<Page> {
  const context = await browser.newContext()
  await context.addCookies([{ name: 'session', value: await sessionOf(site, 'marie'), url: site.url }])
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

test('the entry page is ready to type in, and a save gives the next form', async () => {
  const page = await slowPage()
  const { source } = await landmarksOf(site)
  const first = page.locator('[name="data[date_evenement][valeur]"]:focus')
  const visit = () => page.goto(`${site.url}/sources/${source}/releves/nouveau`).then(() => first.waitFor())
  await timed('first visit of the entry page', visit)
  const again = await timed('entry page with its files at hand', visit)

  await page.keyboard.type('12/08/1787')
  await page.locator('[name="data[nom]"]').fill('LE BRETON')
  const save = await timed('save and next form', async () => {
    await page.keyboard.press('Control+Enter')
    await page.locator('#saisie-recents tr.neuf', { hasText: 'LE BRETON' }).waitFor()
    await first.waitFor()
  })
  expect(await first.inputValue()).toBe('')
  expect(again).toBeLessThan(PATIENCE_MS)
  expect(save).toBeLessThan(PATIENCE_MS)
})
