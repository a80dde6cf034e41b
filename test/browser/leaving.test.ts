// Leaving the entry desk: asked about only where what was typed would be lost.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browsers, launch } from '../support/browsers.ts'
import { type Site, startSite } from '../support/site.ts'
import { deskUrl, field, openDesk, text, until } from './desk.ts'
import { landmarksOf } from './site-map.ts'

const names = (await browsers()).filter(({ playwright }) => playwright).map(({ name }) => name)

let site: Site
let source: number

beforeAll(async () => {
  site = await startSite()
  source = (await landmarksOf(site)).source
})

afterAll(() => site?.close())

/** A browser that keeps nothing for anybody: private windows of some, a full disk. */
const REFUSED = `Storage.prototype.setItem = function () { throw new DOMException('full', 'QuotaExceededError') }`

const kept = (nom: string) => async () =>
  (await site.deps.db.selectFrom('brouillons').select('contenu').execute()).some(
    ({ contenu }) => contenu['data[nom]'] === nom,
  )

describe.each(names)('%s', (name) => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch(name)
  })
  afterAll(() => browser?.close())

  /** The desk with a name in it; without a local store where `isRefused`, without a server where `isAlone`. */
  async function typed(nom: string, { isRefused = false, isAlone = false } = {}) {
    const { context, page } = await openDesk(browser, site, source)
    if (isRefused) await context.addInitScript(REFUSED)
    await page.goto(deskUrl(site, source))
    if (isAlone) await page.route('**/brouillons', (route) => route.abort('connectionrefused'))
    await page.focus(field('nom'))
    await page.keyboard.type(nom)
    return { context, page }
  }

  /** Leaves by a link; tells whether the browser asked first. */
  async function leave(page: Page): Promise<boolean> {
    let isAsked = false
    page.on('dialog', async (dialog) => {
      isAsked = dialog.type() === 'beforeunload'
      await dialog.accept()
    })
    await page.click('header a[href="/lieux"]')
    await until(page, "document.querySelector('h1') && location.pathname === '/lieux'")
    return isAsked
  }

  test('kept in this browser: nothing is asked, and it comes back', async () => {
    const { context, page } = await typed('GARDÉ ICI', { isAlone: true })
    expect(await leave(page)).toBe(false)
    await page.goto(deskUrl(site, source))
    await until(page, `document.querySelector('${field('nom')}').value === 'GARDÉ ICI'`)
    await context.close()
  })

  test('kept on the server alone: nothing is asked', async () => {
    const { context, page } = await typed('GARDÉ AILLEURS', { isRefused: true })
    await until(page, "/Brouillon gardé, pas/.test(document.querySelector('[data-saisie-etat]').textContent)")
    expect(await kept('GARDÉ AILLEURS')()).toBe(true)
    expect(await leave(page)).toBe(false)
    await context.close()
  })

  test('kept nowhere: asked', async () => {
    const { context, page } = await typed('GARDÉ NULLE PART', { isRefused: true, isAlone: true })
    await page.waitForTimeout(2600)
    expect(await text(page, '[data-saisie-etat]')).toBe('Modifications non enregistrées')
    expect(await leave(page)).toBe(true)
    await context.close()
  })

  test('typed a moment ago, with no store of one’s own: on its way is not there', async () => {
    const { context, page } = await typed('EN CHEMIN', { isRefused: true })
    expect(await leave(page)).toBe(true)
    await expect.poll(kept('EN CHEMIN')).toBe(true)
    await context.close()
  })

  test('nothing typed, or everything saved: nothing is asked', async () => {
    const { context, page } = await typed('', { isRefused: true, isAlone: true })
    expect(await leave(page)).toBe(false)
    await context.close()
  })
})
