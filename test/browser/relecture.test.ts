// A hundred acts read over without the mouse: one key an act, a few more where a name is wrong; and the same without a script.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch } from '../support/browsers.ts'
import { day, type Factories, factories } from '../support/factories.ts'
import { type Site, sessionOf, startSite } from '../support/site.ts'
import { until } from './desk.ts'
import { isThorough, names } from './driven.ts'
import { faultsInWindow } from './looking.ts'

const ACTS = 100
const FEW = 5
/** Each is a page, or four. */
const WITHOUT_SCRIPT = isThorough ? ACTS : 30
/** Every tenth surname lacks its last letter. */
const isWrong = (n: number): boolean => n % 10 === 5

let site: Site
let browser: Browser
let make: Factories
let source: { id: number; titre: string }

beforeAll(async () => {
  site = await startSite()
  make = factories(site.deps.db)
  browser = await launch(names[0])
})

afterAll(async () => {
  await browser?.close()
  await site?.close()
})

async function sourceOf(acts: number): Promise<void> {
  const { db } = site.deps
  source = await make.source({ titre: 'Baptêmes à relire' })
  const author = await db.selectFrom('users').select('id').where('name', '=', 'marie').executeTakeFirstOrThrow()
  for (let n = 1; n <= acts; n += 1)
    await make.releve(source, { nom: isWrong(n) ? 'LE GOF' : 'LE GOFF', numero: n, date_evenement: day('1787-08-12') })
  await db.updateTable('releves').set({ created_by: author.id }).where('source_id', '=', source.id).execute()
  const row = { status: 'a_valider' as const, relecture: 'tous' as const, quatre_yeux: false }
  await db.updateTable('sources').set(row).where('id', '=', source.id).execute()
}

async function open(more: { javaScriptEnabled?: boolean } = {}) {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, ...more })
  await context.addCookies([{ name: 'session', value: await sessionOf(site, 'admin'), url: site.url }])
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.goto(`${site.url}/revue/${source.id}/acte`)
  return { context, page, errors }
}

const shownPath = (page: Page) => page.getAttribute('form.relecture-gestes', 'action')

/** Until another act than the one of this path is on the screen, or none. */
const next = (page: Page, path: string | null) =>
  until(
    page,
    `(function () {
      var form = document.querySelector('form.relecture-gestes')
      return form ? form.getAttribute('action') !== ${JSON.stringify(path)} : /Plus aucun acte/.test(document.body.textContent)
    })()`,
  )

const surname = (page: Page) =>
  page.evaluate<string>("document.querySelector('[data-champ=nom] dd').firstElementChild.textContent")

/** Every act has one word of the reader, and the surnames are right. */
async function expectRead(acts: number): Promise<void> {
  const { db } = site.deps
  const said = await db
    .selectFrom('releve_avis')
    .select(['releve_id', 'verdict'])
    .where('source_id', '=', source.id)
    .execute()
  expect(said.filter(({ verdict }) => verdict === 'corrige')).toHaveLength(acts / 10)
  expect([said.length, new Set(said.map(({ releve_id }) => releve_id)).size]).toEqual([acts, acts])
  const read = await db.selectFrom('releves').select('nom').where('source_id', '=', source.id).execute()
  expect(new Set(read.map(({ nom }) => nom))).toEqual(new Set(['LE GOFF']))
}

test('a hundred acts by keys alone: one an act, six at most beyond the name where it is wrong', async () => {
  await sourceOf(ACTS)
  const { context, page, errors } = await open()
  const begun = performance.now()
  for (let n = 1; n <= ACTS; n += 1) {
    const path = await shownPath(page)
    if ((await surname(page)) === 'LE GOF') {
      await page.keyboard.press('c')
      await until(page, "document.activeElement.name === 'data[nom]'")
      await page.keyboard.type('LE GOFF')
      await page.keyboard.press('Enter')
    } else await page.keyboard.press('v')
    await next(page, path)
  }
  const seconds = (performance.now() - begun) / 1000
  process.stdout.write(`reading over: ${ACTS} acts by keys in ${seconds.toFixed(0)} s\n`)
  await expectRead(ACTS)
  expect(await page.textContent('main')).toContain('Plus aucun acte n’attend d’être relu')
  expect(errors).toEqual([])
  await context.close()
}, 180_000)

test('the same without a script, by the buttons and the plain form of a field', async () => {
  await sourceOf(WITHOUT_SCRIPT)
  const { context, page } = await open({ javaScriptEnabled: false })
  for (let n = 1; n <= WITHOUT_SCRIPT; n += 1) {
    if ((await surname(page)) === 'LE GOF') {
      await page.focus('[data-champ=nom] a.corriger')
      await page.keyboard.press('Enter')
      await page.waitForURL(/champ=nom/)
      await page.fill('[name="data[nom]"]', 'LE GOFF')
      await Promise.all([page.waitForNavigation(), page.press('[name="data[nom]"]', 'Enter')])
      continue
    }
    await page.focus('[name=verdict][value=bon]')
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')])
  }
  await expectRead(WITHOUT_SCRIPT)
  await context.close()
}, 180_000)

test('A keeps another reading beside the value and shows the next act', async () => {
  await sourceOf(FEW)
  const { context, page, errors } = await open()
  const path = await shownPath(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('a')
  await until(page, "document.activeElement.name === 'lecture'")
  expect(await faultsInWindow(page)).toEqual([])
  await page.keyboard.type('LE GAFF')
  await page.keyboard.press('Enter')
  await next(page, path)
  const id = Number(/\d+/.exec(path ?? '')?.[0])
  const query = site.deps.db.selectFrom('releves').select(['version', 'lectures']).where('id', '=', id)
  const { version, lectures } = await query.executeTakeFirstOrThrow()
  expect([version, Object.values(lectures ?? {})]).toEqual([2, [['LE GAFF']]])
  await page.goto(`${site.url}/releves/${id}`)
  expect(await page.textContent('main')).toContain('autre lecture\u00a0: LE GAFF')
  expect(errors).toEqual([])
  await context.close()
})

test('axe finds nothing on the page of an act, nor with a field open', async () => {
  await sourceOf(FEW)
  const { context, page } = await open()
  expect(await faultsInWindow(page)).toEqual([])
  await page.keyboard.press('c')
  await until(page, "document.activeElement.name === 'data[nom]'")
  expect(await faultsInWindow(page)).toEqual([])
  await context.close()
})
