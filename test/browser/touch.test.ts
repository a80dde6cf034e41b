// A finger on the daily pages: what stands alone is 44 px high; a link within a sentence, or within the quiet line of a result, may be lower.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch } from '../support/browsers.ts'
import { type Site, sessionOf, startSite } from '../support/site.ts'
import { type Landmarks, landmarksOf } from './site-map.ts'

let site: Site
let browser: Browser
let ids: Landmarks

beforeAll(async () => {
  site = await startSite()
  ids = await landmarksOf(site)
  browser = await launch()
})

afterAll(async () => {
  await browser?.close()
  await site?.close()
})

/** Each low target once, with its height and its place. */
const LOW = `(() => {
  const isInText = (el) => el.tagName === 'A' && getComputedStyle(el).display === 'inline' &&
    (el.closest('.recherche-ligne, .compris') ||
      Array.from(el.parentElement.childNodes).some((node) => node.nodeType === 3 && node.textContent.trim().length > 1))
  const isFolded = (el) => el.closest('details:not([open])') && el.tagName !== 'SUMMARY'
  // A sign may take a finger beyond what is seen of it.
  const reachOf = (el) => {
    const { height } = el.getBoundingClientRect()
    if (height >= 43.5) return height
    el.scrollIntoView({ block: 'center' })
    const { left, top, width } = el.getBoundingClientRect()
    const middle = top + height / 2
    const isHit = (y) => el.contains(document.elementFromPoint(left + width / 2, y))
    const far = (step) => { let y = middle; while (isHit(y) && Math.abs(y - middle) < 40) y += step; return Math.abs(y - middle) }
    return Math.max(height, far(-0.5) + far(0.5))
  }
  const heightOf = (el) => {
    const label = /checkbox|radio/.test(el.type) && (el.closest('label') || document.querySelector('label[for="' + el.id + '"]'))
    return Math.max(reachOf(el), label ? label.getBoundingClientRect().height : 0)
  }
  const low = Array.from(document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary'))
    .filter((el) => el.getBoundingClientRect().width > 2 && !el.closest('.hors-ecran, [hidden]') && !isFolded(el) && !isInText(el))
    .filter((el) => heightOf(el) < 43.5)
    .map((el) => Math.round(heightOf(el)) + ' px: ' + el.tagName + '.' + el.className + ' in ' + el.parentElement.className)
  return Array.from(new Set(low))
})()`

test.each(['marie', 'admin'])('a finger finds what it aims at on the daily pages (%s)', async (name) => {
  const { source, releve } = ids
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await context.addCookies([{ name: 'session', value: await sessionOf(site, name), url: site.url }])
  const page = await context.newPage()
  const own = [`/sources/${source}/releves`, `/releves/${releve}`, `/sources/${source}/releves/nouveau`]
  const faults: string[] = []
  for (const path of ['/', '/sources', `/sources/${source}`, ...own, '/recherche', '/lieux', '/aide', '/profil']) {
    await page.goto(site.url + path)
    for (const low of await page.evaluate<string[]>(LOW)) faults.push(`${path} ${low}`)
  }
  expect(faults).toEqual([])
  await context.close()
})
