// All that a browser fetches of its own for a first visit: what scripts ask for later, and pictures, too. The pages where that is more than
// their addresses say; `budgets.test.ts` weighs these of every page.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch } from '../support/browsers.ts'
import { type Site, sessionOf, startSite } from '../support/site.ts'
import { fullTable } from './full-table.ts'
import { type Landmarks, landmarksOf } from './site-map.ts'

let site: Site
let ids: Landmarks
let table: string
let browser: Browser

beforeAll(async () => {
  site = await startSite()
  ids = await landmarksOf(site)
  table = (await fullTable(site)).path
  browser = await launch('chromium')
})

afterAll(async () => {
  await browser?.close()
  await site?.close()
})

interface Visit {
  /** Bodies as they came over the line, still compressed. */
  bytes: number
  fetched: string[]
}

/** Opens a page as somebody whose browser knows nothing of the site, and waits until it asks for nothing more. */
async function firstVisit(path: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
  await context.addCookies([{ name: 'session', value: await sessionOf(site, 'admin'), url: site.url }])
  const page = await context.newPage()
  const visit: Visit = { bytes: 0, fetched: [] }
  const line = await context.newCDPSession(page)
  await line.send('Network.enable')
  line.on('Network.requestWillBeSent', ({ request }) => visit.fetched.push(new URL(request.url).pathname))
  line.on('Network.responseReceivedExtraInfo', ({ headersText = '' }) => {
    visit.bytes -= headersText.length
  })
  line.on('Network.loadingFinished', ({ encodedDataLength }) => {
    visit.bytes += encodedDataLength
  })
  await page.goto(`${site.url}${path}`, { waitUntil: 'networkidle' })
  // A browser without a window has no place for the icon: it is asked for here.
  const icon = await page.getAttribute('link[rel=icon]', 'href')
  if (!visit.fetched.includes(`${icon}`)) await page.evaluate(`fetch('${icon}').then((answer) => answer.blob())`)
  await context.close()
  return visit
}

test.each([
  ['the dashboard', () => '/', 60_000],
  ['the records of a source', () => `/sources/${ids.source}/releves`, 60_000],
  ['a search, and how what it finds is spread', () => '/recherche?q=marie', 60_000],
  ['the desk', () => `/sources/${ids.source}/releves/nouveau`, 75_000],
  ['the table', () => table, 75_000],
  ['the map', () => '/carte', 120_000],
])('a first visit of %s', async (what, path, most) => {
  const { bytes, fetched } = await firstVisit(path())
  process.stdout.write(`first visit of ${what}: ${bytes} bytes in ${fetched.length} answers\n`)
  expect(fetched.length).toBeGreaterThan(4)
  expect(bytes).toBeGreaterThan(20_000)
  expect([bytes, fetched].slice(bytes > most ? 0 : 2)).toEqual([])
})
