// Records that wait on the device for a line: whose they are, where they are kept, and how many there may be.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { browsers, launch } from '../support/browsers.ts'
import { type Site, sessionOf, startSite } from '../support/site.ts'
import { DATE, field, openDesk, signInto, text, until } from './desk.ts'
import { landmarksOf } from './site-map.ts'

const names = (await browsers()).filter(({ playwright }) => playwright).map(({ name }) => name)

let site: Site
let source: number
/** The last record that was there before the tests. */
let before: number

beforeAll(async () => {
  site = await startSite()
  source = (await landmarksOf(site)).source
  const last = site.deps.db.selectFrom('releves').select((eb) => eb.fn.max('id').as('id'))
  before = (await last.executeTakeFirstOrThrow()).id
})

afterAll(() => site?.close())

const named = async (prefix: string) => {
  const rows = await site.deps.db
    .selectFrom('releves')
    .selectAll()
    .where('nom', 'like', `${prefix}%`)
    .orderBy('id')
    .execute()
  return rows
}
const LIST = '[data-file]'
const PATIENCE = { timeout: 15_000 }
const waits = (page: Page, n: number) =>
  expect
    .poll(() => text(page, `${LIST} summary`), PATIENCE)
    .toBe(`Hors connexion : ${n} ${n > 1 ? 'relevés attendent' : 'relevé attend'}`)

/** Ctrl+Enter, and the form of another record. */
async function next(page: Page): Promise<void> {
  const key = await page.evaluate<string>("document.querySelector('form[data-saisie]').dataset.cle")
  await page.keyboard.press('Control+Enter')
  await until(page, `document.querySelector('form[data-saisie]').dataset.cle !== '${key}'`)
}

async function act(page: Page, nom: string, date = '12/08/1787'): Promise<void> {
  await page.fill(DATE, date)
  await page.fill(field('nom'), nom)
  await next(page)
}

describe.each(names)('%s', (name) => {
  let browser: Browser
  let context: BrowserContext
  beforeAll(async () => {
    browser = await launch(name)
  })
  afterAll(() => browser?.close())
  afterEach(async () => {
    await context?.close()
    await site.deps.db.deleteFrom('brouillons').execute()
    await site.deps.db.deleteFrom('releves').where('id', '>', before).execute()
  })

  async function open() {
    const desk = await openDesk(browser, site, source)
    context = desk.context
    return desk
  }

  test('only who typed sends: logging out is asked about, another person reads how many wait, and nothing of them', async () => {
    const { page } = await open()
    await context.setOffline(true)
    for (const n of [1, 2]) await act(page, `MARIE ${n}`)
    // Nothing goes from here on but what the test lets through.
    await page.route(`**/sources/${source}/releves`, (route) => route.abort('connectionrefused'))
    await context.setOffline(false)
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.message())
      return dialog.dismiss()
    })
    await page.evaluate('document.querySelector(\'form[action="/logout"] button\').click()')
    expect(asked[0]).toContain('2 relevés ne sont pas encore envoyés. Ils restent sur cet appareil')
    expect(page.url()).toContain('/releves/nouveau')
    await context.clearCookies()
    await context.addCookies([{ name: 'session', value: await sessionOf(site, 'admin'), url: site.url }])
    for (const path of ['/lieux', `/sources/${source}/releves/nouveau`]) {
      await page.unroute(`**/sources/${source}/releves`)
      await page.goto(`${site.url}${path}`)
      await until(page, "/2 relevés de marie attendent/.test(document.querySelector('main').textContent)")
      await page.waitForTimeout(300)
      expect(await text(page, 'main')).not.toContain('MARIE 1')
    }
    expect(await named('MARIE')).toEqual([])
    await context.clearCookies()
    await signInto(context, site)
    // From any page.
    await page.goto(`${site.url}/lieux`)
    await expect
      .poll(async () => (await named('MARIE')).map(({ nom }) => nom), PATIENCE)
      .toEqual(['MARIE 1', 'MARIE 2'])
  })

  test('no IndexedDB: localStorage has it; nothing at all: the form keeps it, and says so', async () => {
    const { page } = await open()
    await context.addInitScript(
      "Object.defineProperty(window, 'indexedDB', { value: { open: function () { throw new Error('no') } } })",
    )
    await page.reload()
    await context.setOffline(true)
    await act(page, 'REPLI 1')
    await act(page, 'REPLI 2')
    await waits(page, 2)
    await page.evaluate(
      "Storage.prototype.setItem = function () { throw new DOMException('full', 'QuotaExceededError') }",
    )
    await page.fill(DATE, '12/08/1787')
    await page.fill(field('nom'), 'REPLI 3')
    await page.keyboard.press('Control+Enter')
    await until(page, "/n’a plus de place/.test((document.querySelector('.saisie-bandeau') || {}).textContent)")
    expect(await page.inputValue(field('nom'))).toBe('REPLI 3')
    await context.setOffline(false)
    await expect.poll(async () => (await named('REPLI')).length, PATIENCE).toBe(2)
    await page.keyboard.press('Control+Enter')
    await expect
      .poll(async () => (await named('REPLI')).map(({ nom }) => nom), PATIENCE)
      .toEqual(['REPLI 1', 'REPLI 2', 'REPLI 3'])
  })

  test('the session ended meanwhile: what waits is told, with the way back, and goes after it', async () => {
    const { page } = await open()
    await context.setOffline(true)
    await act(page, 'SESSION 1')
    await context.clearCookies()
    await context.setOffline(false)
    await expect.poll(() => text(page, `${LIST} summary`), PATIENCE).toBe('Session terminée : 1 relevé attend')
    await page.click(`${LIST} summary`)
    await until(page, `/Reconnectez-vous/.test(document.querySelector('${LIST} a').textContent)`)
    await signInto(context, site)
    await page.reload()
    await expect.poll(async () => (await named('SESSION')).length, PATIENCE).toBe(1)
  })

  test('2,000 acts wait: the next key and the next form are as quick, and all are there after a reload', async () => {
    const { page } = await open()
    await context.setOffline(true)
    await act(page, 'FOULE')
    await waits(page, 1)
    await page.evaluate(MULTIPLY)
    await page.route(`**/sources/${source}/releves`, (route) => route.abort('connectionrefused'))
    await context.setOffline(false)
    await page.reload()
    await waits(page, 2000)
    await page.click(`${LIST} summary`)
    await until(page, `document.querySelectorAll('${LIST} li').length === 50`)
    const times: number[] = []
    for (let n = 0; n < 5; n += 1) {
      await page.fill(DATE, '12/08/1787')
      await page.focus(field('nom'))
      await page.keyboard.type('FOULE')
      const begun = performance.now()
      await next(page)
      times.push(performance.now() - begun)
    }
    await waits(page, 2005)
    process.stdout.write(`2,000 acts wait, ${name}: next form in ${times.map(Math.round).join(', ')} ms\n`)
    expect(Math.min(...times)).toBeLessThan(500)
  })
})

/** The one act that waits, two thousand times. */
const MULTIPLY = `new Promise(function (done) {
  indexedDB.open('releves-file').onsuccess = function (event) {
    var store = event.target.result.transaction('actes', 'readwrite').objectStore('actes')
    store.getAll().onsuccess = function (found) {
      var one = found.target.result[0]
      for (var n = 1; n < 2000; n += 1)
        store.put(Object.assign({}, one, { at: one.at + n, jeton: one.jeton.slice(0, 20) + 'abcdefghij'[n % 10] + 'abcdefghij'[(n / 10 | 0) % 10] + 'abcdefghij'[(n / 100 | 0) % 10] + 'ab'[n / 1000 | 0] }))
      store.transaction.oncomplete = done
    }
  }
})`
