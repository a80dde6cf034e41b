// Drawings that somebody opens by themselves (reliability.md T9): as they were sent, to see what the answer's headers alone keep
// from happening, beside a server without them; and as the site keeps them.

import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readImage } from '../../src/lib/images/image.ts'
import { HOSTILE_SVG, PIEGE } from '../data/images/svg-hostiles.ts'
import { HEAVY_SVG, ORDINARY_SVG } from '../data/images/svg-lourds.ts'
import { launch } from '../support/browsers.ts'
import { type Site, startSite } from '../support/site.ts'

const HOST = new URL(PIEGE).host

let site: Site
let browser: Browser
let open: Server
let shown = ''

beforeAll(async () => {
  site = await startSite()
  browser = await launch('chromium-109')
  open = createServer((_request, answer) => answer.setHeader('Content-Type', 'image/svg+xml').end(shown))
  await new Promise<void>((ready) => {
    open.listen(0, '127.0.0.1', ready)
  })
})

afterAll(async () => {
  await browser?.close()
  await site?.close()
  open?.close()
})

/** A page that opens drawings one after the other, and tells of each whether a script ran or anything was asked for elsewhere. */
async function trap() {
  const page = await browser.newPage()
  let asked = false
  // The policy keeps the request from leaving, so that it never comes here.
  await page.route(`**://${HOST}/**`, (route) => {
    asked = true
    return route.abort()
  })
  return {
    close: () => page.close(),
    async catches(url: string): Promise<boolean> {
      asked = false
      await page.goto(url)
      await page.waitForTimeout(30)
      return asked || (await page.evaluate<string>('document.title')) === 'piege'
    },
  }
}

const keep = (svg: string | Buffer) => {
  const folder = join(site.deps.storage, 'app', 'public')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'logo.svg'), svg)
  site.deps.settings.write({ logo: 'logo.svg', logo_version: '0' })
}

test('a drawing opened by itself neither runs nor fetches anything, even one that was never cleaned', async () => {
  const { catches, close } = await trap()
  const elsewhere = `http://127.0.0.1:${(open.address() as AddressInfo).port}/a.svg`
  const results = { open: 0, raw: [] as string[], kept: [] as string[] }
  // Much of what was cleaned is one drawing then; a refused one is not kept.
  const seen = new Set<string>()
  for (const [name, svg] of HOSTILE_SVG) {
    shown = svg
    if (await catches(elsewhere)) results.open += 1
    keep(svg)
    if (await catches(`${site.url}/logo/logo.svg`)) results.raw.push(name)
    const read = readImage(Buffer.from(svg))
    if (!read.ok || seen.has(read.image.bytes.toString('latin1'))) continue
    seen.add(read.image.bytes.toString('latin1'))
    keep(read.image.bytes)
    if (await catches(`${site.url}/logo/logo.svg`)) results.kept.push(name)
  }
  await close()
  expect(seen.size).toBeGreaterThan(5)
  expect([results.raw, results.kept]).toEqual([[], []])
  // The traps are real: without the headers many of them close.
  expect(results.open).toBeGreaterThan(10)
})

/** Machines that test are busy: alone, the slowest takes a second. */
const PATIENCE_MS = 8000

test.each([...HEAVY_SVG, ...ORDINARY_SVG])(
  'every page is there in no time with a drawing that weighs: %s',
  async (_name, svg) => {
    const read = readImage(Buffer.from(svg))
    // Refused, in words (test/lib/images/image.test.ts).
    if (!read.ok) return
    keep(read.image.bytes)
    const page = await browser.newPage()
    const begun = performance.now()
    await page.goto(`${site.url}/login`, { timeout: PATIENCE_MS })
    await page.screenshot({ timeout: PATIENCE_MS })
    expect(performance.now() - begun).toBeLessThan(PATIENCE_MS)
    await page.close()
  },
)

test('the logo is shown on the page, 40 points high at most, and as its icon', async () => {
  const page = await browser.newPage()
  keep(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100"><rect width="300" height="100" fill="#7a2e1f"/></svg>',
  )
  await page.goto(`${site.url}/login`)
  const box = await page.locator('.marque img').boundingBox()
  expect(await page.evaluate("document.querySelector('.marque img').naturalWidth")).toBeGreaterThan(0)
  expect([Math.round(box?.height ?? 0), Math.round(box?.width ?? 0)]).toEqual([40, 120])
  expect(await page.locator('.entete .barre').evaluate((bar) => bar.clientHeight)).toBeLessThanOrEqual(64)
  await page.close()
})
