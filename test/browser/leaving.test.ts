// Leaving the entry desk: asked about only where what was typed would be lost. And how much that is when nobody is asked.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launch } from '../support/browsers.ts'
import { type Site, startSite } from '../support/site.ts'
import { deskUrl, field, openDesk, text, until } from './desk.ts'
import { everyDriven, testMore, testOnce } from './driven.ts'
import { landmarksOf } from './site-map.ts'

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

describe.each(everyDriven)('%s', (name) => {
  const more = testMore(name)
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
    await page.click('header details[data-menu] > summary')
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

  more('kept on the server alone: nothing is asked', async () => {
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

  more('typed a moment ago, with no store of one’s own: on its way is not there', async () => {
    const { context, page } = await typed('EN CHEMIN', { isRefused: true })
    expect(await leave(page)).toBe(true)
    await expect.poll(kept('EN CHEMIN')).toBe(true)
    await context.close()
  })

  /** Types without a pause; tells what was typed, and when, key by key. */
  async function typeOn(page: Page, forMs: number) {
    await page.focus(field('nom'))
    const keys: { text: string; at: number }[] = []
    for (const begun = Date.now(); Date.now() - begun < forMs; ) {
      await page.keyboard.type('abcdefghij'.charAt(keys.length % 10), { delay: 40 })
      keys.push({ text: await page.inputValue(field('nom')), at: Date.now() })
    }
    return keys
  }

  more('killed while one types without a pause: at most the last second is gone', async () => {
    const { context, page } = await typed('', { isAlone: true })
    const keys = await typeOn(page, 3000)
    const cdp = await context.newCDPSession(page)
    const killed = Date.now()
    cdp.send('Page.crash').catch(() => undefined)
    await new Promise((crashed) => page.once('crash', crashed))
    const next = await context.newPage()
    await next.goto(deskUrl(site, source))
    await until(next, `document.querySelector('${field('nom')}').value !== ''`)
    const back = await next.inputValue(field('nom'))
    const lost = keys.find(({ text }) => text.length > back.length)
    expect(keys.map(({ text }) => text)).toContain(back)
    expect(killed - (lost?.at ?? killed)).toBeLessThan(1000)
    await context.close()
  })

  testOnce(name)('typing without a pause: the server has a draft before it ends, and all of it after', async () => {
    const { context, page } = await typed('', { isRefused: true })
    let sendings = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/brouillons')) sendings += 1
    })
    const keys = await typeOn(page, 6000)
    const last = keys[keys.length - 1]?.text ?? ''
    const rows = await site.deps.db.selectFrom('brouillons').select('contenu').execute()
    const held = String(rows[0]?.contenu['data[nom]'])
    expect(last.startsWith(held)).toBe(true)
    await expect.poll(kept(last), { timeout: 4000 }).toBe(true)
    await expect.poll(() => sendings).toBe(2)
    await context.close()
  })

  more('nothing typed, or everything saved: nothing is asked', async () => {
    const { context, page } = await typed('', { isRefused: true, isAlone: true })
    expect(await leave(page)).toBe(false)
    await context.close()
  })
})
