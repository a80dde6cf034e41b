// Persons at the desk: the second witness waits until the first one is named, and every key finds its way through the groups.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launch } from '../support/browsers.ts'
import { type Site, sessionOf, startSite } from '../support/site.ts'
import { deskUrl, field, focused, save } from './desk.ts'
import { names, testOnce } from './driven.ts'

let site: Site
let source: number

beforeAll(async () => {
  site = await startSite()
  const burials = await site.deps.db
    .selectFrom('sources')
    .innerJoin('types_sources', 'types_sources.id', 'sources.type_source_id')
    .select('sources.id')
    .where('types_sources.acte', '=', 'sepulture')
    .executeTakeFirstOrThrow()
  source = burials.id
  await site.deps.db.updateTable('sources').set({ status: 'en_cours' }).where('id', '=', source).execute()
})

afterAll(async () => {
  await site?.close()
})

/** Which groups that wait for the one before them are open. */
const open = (page: Page) =>
  page.evaluate<boolean[]>("Array.from(document.querySelectorAll('details[data-suite-de]'), (one) => one.open)")

async function deskOf(browser: Browser, javaScriptEnabled = true): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, javaScriptEnabled })
  await context.addCookies([{ name: 'session', value: await sessionOf(site, 'admin'), url: site.url }])
  const page = await context.newPage()
  await page.goto(deskUrl(site, source))
  return page
}

describe.each(names)('%s', (name) => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch(name)
  })
  afterAll(async () => {
    await browser?.close()
  })

  test('the second witness opens when the first one is named, and folds again for the next act', async () => {
    const page = await deskOf(browser)
    expect(await open(page)).toEqual([false])
    await page.fill('[name="data[date_evenement][valeur]"]', '12/08/1787')
    await page.fill(field('nom'), 'LE GOFF')
    await page.focus(field('prenom_temoin_1'))
    await page.keyboard.type('Yves')
    expect(await open(page)).toEqual([true])
    await page.keyboard.press('Enter')
    expect(await focused(page)).toBe('data[commentaire_temoin_1]')
    await page.keyboard.press('Enter')
    expect(await focused(page)).toBe('data[nom_temoin_2]')
    await page.keyboard.type('TANGUY')
    await save(page)
    expect(await open(page)).toEqual([false])
    await page.focus(field('commentaire_temoin_1'))
    await page.keyboard.press('Enter')
    expect(await focused(page)).toBe('data[notes]')
    await page.context().close()
  })

  testOnce(name)(
    'without a script the line of the second witness opens by itself, and what is in it is stored',
    async () => {
      const page = await deskOf(browser, false)
      await page.fill('[name="data[date_evenement][valeur]"]', '13/08/1787')
      await page.fill(field('nom'), 'SANSCRIPT')
      await page.focus('details[data-suite-de] summary')
      await page.keyboard.press('Enter')
      await page.fill(field('nom_temoin_2'), 'MORVAN')
      await page.click('[data-enregistrer]')
      const { data } = await site.deps.db
        .selectFrom('releves')
        .select('data')
        .where('source_id', '=', source)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      expect(data).toMatchObject({ nom: 'SANSCRIPT', nom_temoin_2: 'MORVAN' })
      await page.context().close()
    },
  )
})
