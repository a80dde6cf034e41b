// Whose hands a waiting record is in: no other page, source or person takes its place or sees it.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { browsers, launch } from '../support/browsers.ts'
import { type Site, sessionOf, startSite } from '../support/site.ts'
import { DATE, deskUrl, field, openDesk, signInto, text, until } from './desk.ts'
import { landmarksOf } from './site-map.ts'

const names = (await browsers()).filter(({ playwright }) => playwright).map(({ name }) => name)

let site: Site
let source: number
/** Another source of the same kind. */
let other: number
/** The last record that was there before the tests. */
let before: number

beforeAll(async () => {
  site = await startSite()
  source = (await landmarksOf(site)).source
  const one = await site.deps.db.selectFrom('sources').selectAll().where('id', '=', source).executeTakeFirstOrThrow()
  const { id: _id, ...row } = one
  const defauts = JSON.stringify(row.defauts)
  const made = site.deps.db.insertInto('sources').values({ ...row, defauts, titre: 'Autre registre' } as never)
  other = (await made.returning('id').executeTakeFirstOrThrow()).id
  const last = site.deps.db.selectFrom('releves').select((eb) => eb.fn.max('id').as('id'))
  before = (await last.executeTakeFirstOrThrow()).id
})

afterAll(() => site?.close())

const named = (prefix: string) =>
  site.deps.db.selectFrom('releves').selectAll().where('nom', 'like', `${prefix}%`).orderBy('id').execute()
const LIST = '[data-file]'
const PATIENCE = { timeout: 15_000 }
const waits = (page: Page, n: number) =>
  expect
    .poll(() => text(page, `${LIST} summary`), PATIENCE)
    .toContain(`${n} relevé${n > 1 ? 's attendent' : ' attend'}`)
const keyOf = (page: Page) => page.evaluate<string>("document.querySelector('form[data-saisie]').dataset.cle")

async function act(page: Page, nom: string): Promise<void> {
  await page.fill(DATE, '12/08/1787')
  await page.fill(field('nom'), nom)
  const key = await keyOf(page)
  await page.keyboard.press('Control+Enter')
  await until(page, `document.querySelector('form[data-saisie]').dataset.cle !== '${key}'`)
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

  test('a page that bears the token of a waiting record, out of a cache or of a duplicated tab: both are stored', async () => {
    const { page } = await open()
    const key = await keyOf(page)
    await context.setOffline(true)
    await act(page, 'JUMEAU 1')
    await page.evaluate(
      `(function (form) { form.dataset.cle = '${key}'; form.elements._envoi.value = '${key}' })(document.querySelector('form[data-saisie]'))`,
    )
    await act(page, 'JUMEAU 2')
    await waits(page, 2)
    await context.setOffline(false)
    await expect
      .poll(async () => (await named('JUMEAU')).map(({ nom }) => nom), PATIENCE)
      .toEqual(['JUMEAU 1', 'JUMEAU 2'])
  })

  test('the record before, of two registers typed side by side, is that of this register', async () => {
    const { page, another } = await open()
    const aside = await another()
    await aside.goto(deskUrl(site, other))
    await context.setOffline(true)
    await act(page, 'ICI 1')
    await act(aside, 'LÀ 1')
    await page.bringToFront()
    await page.evaluate('document.querySelector(\'a[rel="prev"]\').click()')
    await until(page, `document.querySelector('[name="data[nom]"]').value !== ''`)
    expect(await page.inputValue(field('nom'))).toBe('ICI 1')
    await page.keyboard.press('Control+Enter')
    await context.setOffline(false)
    await expect.poll(async () => (await named('LÀ')).map((row) => row.source_id), PATIENCE).toEqual([other])
    await expect.poll(async () => (await named('ICI')).map((row) => row.source_id), PATIENCE).toEqual([source])
  })

  test('an address that names a waiting record of somebody else opens an empty form', async () => {
    const { page } = await open()
    const key = await keyOf(page)
    await context.setOffline(true)
    await act(page, 'SECRET 1')
    await page.route(`**/sources/${source}/releves`, (route) => route.abort('connectionrefused'))
    await context.clearCookies()
    await context.addCookies([{ name: 'session', value: await sessionOf(site, 'admin'), url: site.url }])
    await context.setOffline(false)
    await page.goto('about:blank')
    await page.goto(`${deskUrl(site, source)}#file=${key}`)
    await until(page, `/vient d’être envoyé/.test(document.querySelector('[data-saisie-etat]').textContent)`)
    expect(await page.inputValue(field('nom'))).toBe('')
    await context.clearCookies()
    await signInto(context, site)
    await page.unroute(`**/sources/${source}/releves`)
    await page.goto(deskUrl(site, source))
    await expect.poll(async () => (await named('SECRET')).length, PATIENCE).toBe(1)
  })

  const correct = async (page: Page, nom: string) => {
    await page.evaluate(`(document.querySelector('${LIST} details').open = true)`)
    const line = page.locator(`${LIST} li`, { hasText: nom })
    // The list is drawn anew with each attempt to send: it may move under a mouse.
    await line.locator('button', { hasText: 'Corriger' }).dispatchEvent('click')
    await until(page, `document.querySelector('[name="data[nom]"]').value === '${nom}'`)
  }
  const rankOf = (id: number) =>
    site.deps.db.selectFrom('rangs').select('apres').where('releve_id', '=', id).executeTakeFirst()

  test('an inserted act that waits keeps its place through a correction', async () => {
    const { page } = await open()
    const first = site.deps.db.selectFrom('releves').select('id').where('source_id', '=', source).orderBy('id')
    const anchor = (await first.executeTakeFirstOrThrow()).id
    await page.goto(`${deskUrl(site, source)}?apres=${anchor}`)
    await context.setOffline(true)
    await act(page, 'PLACE 1')
    await waits(page, 1)
    await until(page, "/La saisie reprend à la fin/.test(document.querySelector('.saisie-bandeau').textContent)")
    await correct(page, 'PLACE 1')
    await page.fill(field('prenom'), 'Corrigé')
    const key = await keyOf(page)
    await page.keyboard.press('Control+Enter')
    await until(page, `document.querySelector('form[data-saisie]').dataset.cle !== '${key}'`)
    await context.setOffline(false)
    await expect.poll(async () => (await named('PLACE')).map(({ prenom }) => prenom), PATIENCE).toEqual(['Corrigé'])
    const [stored] = await named('PLACE')
    expect(await rankOf(stored?.id ?? 0)).toEqual({ apres: anchor })
  })

  test('a correction that is left half way: for another one it goes as it stands, a reload brings it back', async () => {
    const { page } = await open()
    await context.setOffline(true)
    for (const n of [1, 2]) await act(page, `MOITIÉ ${n}`)
    await waits(page, 2)
    await correct(page, 'MOITIÉ 1')
    await page.fill(field('prenom'), 'Un')
    await correct(page, 'MOITIÉ 2')
    await page.fill(field('prenom'), 'Deux')
    await page.waitForTimeout(800)
    await context.setOffline(false)
    await page.reload()
    await expect.poll(() => page.inputValue(field('prenom')), PATIENCE).toBe('Deux')
    await page.keyboard.press('Control+Enter')
    const typed = async () => (await named('MOITIÉ')).map((row) => `${row.nom} ${row.prenom ?? ''}`.trim()).join()
    await expect.poll(typed, { timeout: 150_000 }).toMatch(/^MOITIÉ 1 Un,MOITIÉ 2( Deux)?$/)
    const drafts = await site.deps.db.selectFrom('brouillons').selectAll().execute()
    const isDraft = drafts.some(({ contenu }) => contenu['data[prenom]'] === 'Deux')
    expect(isDraft || (await typed()).endsWith('Deux')).toBe(true)
  }, 200_000)

  test('a page of somebody’s network, by a redirection or a refusal, does not stop the sending', async () => {
    const { page } = await open()
    const answers = [302, 403]
    await context.setOffline(true)
    await act(page, 'PORTAIL 1')
    await page.route(`**/sources/${source}/releves`, (route) => {
      const status = answers.shift()
      const headers = status === 302 ? { location: 'http://portail.invalid/' } : {}
      return status === undefined ? route.continue() : route.fulfill({ status, headers, body: '<p>Wi-Fi</p>' })
    })
    await context.setOffline(false)
    await expect.poll(async () => (await named('PORTAIL')).length, { timeout: 40_000 }).toBe(1)
    expect(answers).toEqual([])
  })
})
