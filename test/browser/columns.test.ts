// The columns of a list chosen by the keyboard alone, on a telephone, with scripts and without.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launch } from '../support/browsers.ts'
import { type Site, startSite } from '../support/site.ts'
import { signInto, text, until } from './desk.ts'
import { names } from './driven.ts'
import { landmarksOf } from './site-map.ts'

let site: Site
let source: number

beforeAll(async () => {
  site = await startSite()
  source = (await landmarksOf(site)).source
})

afterAll(async () => {
  await site?.close()
})

const heads = (page: Page) =>
  page.evaluate<string[]>(
    "Array.from(document.querySelectorAll('#releves thead th:not(.colonne-actions)'), (th) => th.textContent.trim())",
  )

const focusedName = (page: Page) =>
  page.evaluate<string>("(document.activeElement.getAttribute('aria-label') || '').replace(/\\s+/g, ' ')")

const overflow = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')

async function listOf(browser: Browser, javaScriptEnabled: boolean): Promise<Page> {
  await site.deps.db.deleteFrom('colonnes_choisies').execute()
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, javaScriptEnabled })
  await signInto(context, site)
  const page = await context.newPage()
  await page.goto(`${site.url}/sources/${source}/releves?tri=saisie`)
  return page
}

/** Chooses by the keyboard: the surname goes one column down, « Nom du père » comes in. */
async function chooseByKeys(page: Page): Promise<void> {
  await page.focus('.colonnes-ligne > a')
  await page.keyboard.press('Enter')
  await page.waitForSelector('#colonnes')
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.focus('.colonnes-ordre li:first-child button:not([disabled])')
  expect(await focusedName(page)).toBe('Descendre « Nom », colonne 1 sur 6')
  await page.keyboard.press('Enter')
  await until(page, "/colonne 2 sur 6/.test(document.activeElement.getAttribute('aria-label'))")
  expect(await focusedName(page)).toBe('Descendre « Nom », colonne 2 sur 6')
  const box = await page.evaluate<string>(
    "Array.from(document.querySelectorAll('#champs label')).find((one) => one.textContent === 'Nom du père').htmlFor",
  )
  await page.focus(`#${box}`)
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await page.waitForSelector('#releves')
}

describe.each(names)('%s', (name) => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch(name)
  })
  afterAll(async () => {
    await browser?.close()
  })

  // Without scripts the server alone chooses.
  test.each(name === names[0] ? [true, false] : [true])(
    'columns are chosen, moved and taken back (scripts: %s)',
    async (scripts) => {
      const page = await listOf(browser, scripts)
      const before = await heads(page)
      expect(await text(page, '.colonnes-ligne')).toContain('1 colonne vide masquée')
      await chooseByKeys(page)
      expect(page.url()).toBe(`${site.url}/sources/${source}/releves?tri=saisie`)
      expect((await heads(page)).slice(0, 2)).toEqual(['Prénoms', 'Nom'])
      expect((await heads(page)).at(-2)).toBe('Nom du père')
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      await page.focus('.colonnes-ligne span a')
      await page.keyboard.press('Enter')
      await until(page, "/la masquer/.test(document.querySelector('.colonnes-ligne').textContent)")
      await page.focus('.colonnes-ligne > a')
      await page.keyboard.press('Enter')
      await page.waitForSelector('#colonnes')
      await page.focus('button[value=defaut]')
      await page.keyboard.press('Enter')
      await page.waitForSelector('#releves')
      expect(await heads(page)).toEqual(expect.arrayContaining(before))
      await page.context().close()
    },
  )
})
