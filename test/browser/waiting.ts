// Acts that wait on the device of marie for a line: a site of their own, its desk, and what is asked of both.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { type BrowserName, launch } from '../support/browsers.ts'
import { type Site, sessionOf, startSite } from '../support/site.ts'
import { DATE, field, openDesk, signInto, text, until } from './desk.ts'
import { landmarksOf } from './site-map.ts'

export const LIST = '[data-file]'
export const PATIENCE = { timeout: 15_000 }

export const waits = (page: Page, n: number, why = 'Hors connexion') =>
  expect
    .poll(() => text(page, `${LIST} summary`), PATIENCE)
    .toBe(`${why} : ${n} ${n > 1 ? 'relevés attendent' : 'relevé attend'}`)

export const empty = (page: Page) => until(page, `document.querySelector('${LIST}').hidden`)

export const keyOf = (page: Page) => page.evaluate<string>("document.querySelector('form[data-saisie]').dataset.cle")

/** Ctrl+Enter, and the form of another record. */
export async function next(page: Page): Promise<void> {
  const key = await keyOf(page)
  await page.keyboard.press('Control+Enter')
  await until(page, `document.querySelector('form[data-saisie]').dataset.cle !== '${key}'`)
}

export async function act(page: Page, nom: string, date = '12/08/1787'): Promise<void> {
  await page.fill(DATE, date)
  await page.fill(field('nom'), nom)
  await next(page)
}

/** The desk of « Baptêmes de Pleurtuit », in each browser; what a test has stored goes with it. */
export class Waiting {
  site!: Site
  source!: number
  context!: BrowserContext
  #browser!: Browser

  /** marie at the desk, in a browser of her own. */
  async open() {
    const desk = await openDesk(this.#browser, this.site, this.source)
    this.context = desk.context
    return desk
  }

  named(prefix: string) {
    const releves = this.site.deps.db.selectFrom('releves').selectAll()
    return releves.where('nom', 'like', `${prefix}%`).orderBy('id').execute()
  }

  /** In the end those that were stored are these, in this order. */
  stored(prefix: string, names: string[], patience = PATIENCE) {
    return expect.poll(async () => (await this.named(prefix)).map(({ nom }) => nom), patience).toEqual(names)
  }

  /** Nothing goes but what a test lets through, though the browser believes that there is a line. */
  async closeLine(page: Page): Promise<() => Promise<void>> {
    const path = `**/sources/${this.source}/releves`
    await page.route(path, (route) => route.abort('connectionrefused'))
    await this.context.setOffline(false)
    return () => page.unroute(path)
  }

  async signIn(who: 'marie' | 'admin'): Promise<void> {
    await this.context.clearCookies()
    if (who === 'marie') return signInto(this.context, this.site)
    await this.context.addCookies([{ name: 'session', value: await sessionOf(this.site, who), url: this.site.url }])
  }

  /** Tests in each of these browsers. */
  static in(names: readonly BrowserName[], tests: (waiting: Waiting, name: BrowserName) => void): void {
    const waiting = new Waiting()
    let before: number
    beforeAll(async () => {
      waiting.site = await startSite()
      waiting.source = (await landmarksOf(waiting.site)).source
      const last = waiting.site.deps.db.selectFrom('releves').select((eb) => eb.fn.max('id').as('id'))
      before = (await last.executeTakeFirstOrThrow()).id
    })
    afterAll(() => waiting.site?.close())
    describe.each(names)('%s', (name) => {
      beforeAll(async () => {
        waiting.#browser = await launch(name)
      })
      afterAll(() => waiting.#browser?.close())
      afterEach(async () => {
        await waiting.context?.close()
        await waiting.site.deps.db.deleteFrom('brouillons').execute()
        await waiting.site.deps.db.deleteFrom('releves').where('id', '>', before).execute()
      })
      tests(waiting, name)
    })
  }
}
