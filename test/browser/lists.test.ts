// Lists show their first row at once, in a window of an old notebook; on a phone their filters are folded.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actorWithout, record } from '../../src/features/journal/actions.ts'
import { launch } from '../support/browsers.ts'
import { type Site, sessionOf, startSite } from '../support/site.ts'
import { type Landmarks, landmarksOf } from './site-map.ts'

let site: Site
let ids: Landmarks
let browser: Browser

beforeAll(async () => {
  site = await startSite()
  ids = await landmarksOf(site)
  await record(site.deps.db, actorWithout(null), { action: 'reglages' }, '2026-11-21T10:00:00.000Z')
  browser = await launch('chromium')
})

afterAll(async () => {
  await browser?.close()
  await site?.close()
})

async function open(path: string, width: number, height: number, javaScriptEnabled = true): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height }, javaScriptEnabled })
  await context.addCookies([{ name: 'session', value: await sessionOf(site, 'admin'), url: site.url }])
  const page = await context.newPage()
  await page.goto(`${site.url}${path}`)
  return page
}

const LISTS = [
  '/sources',
  '/sources?statut=en_cours',
  '/admin/utilisateurs',
  '/lieux',
  '/lieux?q=pleurtuit',
  'releves',
  '/recherche?q=marie',
  '/admin/sections',
  '/admin/types-sources',
  '/admin/journal',
]

const FIRST_ROW = `Math.round(document.querySelector('main tbody tr, main .recherche-resultats li').getBoundingClientRect().top)`

test.each(LISTS)('the first row of %s is in view at once', async (list) => {
  const path = list === 'releves' ? `/sources/${ids.source}/releves` : list
  const page = await open(path, 1366, 768)
  const top = await page.evaluate(FIRST_ROW)
  await page.context().close()
  process.stdout.write(`first row of ${path}: y = ${top}\n`)
  expect(top).toBeLessThanOrEqual(320)
})

test.each(['/sources', 'releves', '/recherche?q=marie'])('on a phone that of %s is too', async (list) => {
  const path = list === 'releves' ? `/sources/${ids.source}/releves` : list
  const page = await open(path, 390, 844)
  const top = await page.evaluate(FIRST_ROW)
  await page.context().close()
  process.stdout.write(`first row of ${path} on a phone: y = ${top}\n`)
  expect(top).toBeLessThanOrEqual(320)
})

test('on a phone the form of a search is folded once something is found, without scripts too', async () => {
  for (const scripts of [true, false]) {
    const page = await open('/recherche', 390, 844, scripts)
    const form = page.locator('form.recherche-criteres')
    await page.locator('#q').fill('marie')
    await page.locator('#q').press('Enter')
    await page.waitForSelector('#resultats')
    await expect.poll(() => form.isVisible()).toBe(false)
    expect(await page.locator('.recherche-suites').isVisible()).toBe(false)
    await page.getByLabel('Critères et export').check()
    expect([await form.isVisible(), await page.locator('.recherche-suites').isVisible()]).toEqual([true, true])
    await page.locator('#q').fill('xyzzyx')
    await page.locator('#q').press('Enter')
    await page.waitForSelector('.vide')
    expect(await form.isVisible()).toBe(true)
    await page.context().close()
  }
})

test('on a phone the filters are folded until they are asked for, without scripts too', async () => {
  for (const scripts of [true, false]) {
    const page = await open('/sources', 390, 844, scripts)
    const statut = page.locator('form.filtres select[name=statut]')
    expect([scripts, await statut.isVisible(), await page.locator('input[name=q]').last().isVisible()]).toEqual([
      ...[scripts, false, true],
    ])
    await page.getByLabel('Tous les filtres').check()
    expect([scripts, await statut.isVisible()]).toEqual([scripts, true])
    await page.context().close()
  }
})

test('no list scrolls in a box of its own, and the head of a wide table stays in view', async () => {
  const page = await open(`/sources/${ids.source}/releves`, 1000, 500)
  const boxes = `Array.from(document.querySelectorAll('main *')).filter(function (e) {
    return e.scrollHeight > e.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(e).overflowY) && e.clientHeight > 0
  }).length`
  expect(await page.evaluate(boxes)).toBe(0)
  await page.evaluate('window.scrollTo(0, 700)')
  await expect
    .poll(() => page.evaluate(`Math.round(document.querySelector('.cadre thead th').getBoundingClientRect().top)`))
    .toBe(0)
  await page.context().close()
})

const CONTROLS = `Array.from(document.querySelectorAll('button, input, select, summary, .bouton, .navigation a, .fil a, .pagination a'))
  .filter(function (e) { return e.getClientRects().length > 0 && getComputedStyle(e).visibility === 'visible' })
  .map(function (e) { return (e.className || e.tagName) + ' ' + (e.textContent || e.name || '').trim().slice(0, 30) })`

test('on paper a page has neither controls nor what is empty, and says its source and its date', async () => {
  const paths = [`/sources/${ids.source}`, `/sources/${ids.source}/releves`, `/releves/${ids.releve}`]
  for (const path of [...paths, '/sources?statut=en_cours', '/recherche?q=marie']) {
    const page = await open(path, 1366, 768)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    // A4 less its margins.
    await page.setViewportSize({ width: 680, height: 960 })
    await page.evaluate(`window.dispatchEvent(new Event('beforeprint'))`)
    expect([path, await page.evaluate(CONTROLS)]).toEqual([path, []])
    expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 680])
    expect(await page.evaluate(`document.querySelector('main').innerText`)).not.toContain('non renseigné')
    expect(await page.evaluate(`document.querySelector('.imprime').innerText`)).toContain(path)
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)')
    if (path !== '/recherche?q=marie' && path.indexOf('statut') < 0)
      expect(await page.evaluate(`document.querySelector('main').innerText`)).toContain('Baptêmes de Pleurtuit')
    await page.context().close()
  }
})

test.each(['grande', 'tres-grande'])('%s letters on the smallest phone leave a filter its width', async (taille) => {
  for (const path of ['/registres', '/sources', '/couverture/trous']) {
    const page = await open(path, 320, 568)
    await page.evaluate(`document.documentElement.dataset.taille = '${taille}'`)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    const box = await page.locator('form.filtres .champ').first().boundingBox()
    const isFolded = (await page.locator('label.filtres-voir').count()) > 0
    await page.context().close()
    expect([path, (box?.width ?? 0) >= 240, isFolded]).toEqual([path, true, path !== '/registres'])
  }
})
