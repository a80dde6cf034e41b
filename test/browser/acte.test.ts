// « Voir l’acte » in the pages that show records: the picture opens where the record stands, when it is asked for.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launch } from '../support/browsers.ts'
import { type Site, sessionOf, startSite } from '../support/site.ts'
import { text, until } from './desk.ts'
import { everyDriven, names, testMore } from './driven.ts'
import { faultsInWindow } from './looking.ts'
import { makeViews, type PictureServer, pictureServer } from './register.ts'
import { landmarksOf } from './site-map.ts'

let site: Site
let pictures: PictureServer
let source: number
let releve: number
let nom: string

/** The first record of the source stands on view 5 of its register, which is the third of its pictures, at two fifths of the height. */
beforeAll(async () => {
  site = await startSite()
  pictures = await pictureServer()
  ;({ source, releve } = await landmarksOf(site))
  await makeViews(site, source, pictures.host)
  const { db } = site.deps
  const row = db.selectFrom('releves').select(['data', 'nom']).where('id', '=', releve)
  const found = await row.executeTakeFirstOrThrow()
  nom = String(found.nom)
  const data = { ...(found.data as object), vue: '5' }
  await db
    .updateTable('releves')
    .set({ data: JSON.stringify(data), repere: 0.4 })
    .where('id', '=', releve)
    .execute()
  await db.updateTable('sources').set({ status: 'a_valider' }).where('id', '=', source).execute()
})

afterAll(async () => {
  await pictures?.close()
  await site?.close()
})

const LINK = () => `a[href="/releves/${releve}/acte"]`
const PICTURE = "document.querySelector('.acte-coupe figure img')"
const arrived = (page: Page) => until(page, `${PICTURE} && ${PICTURE}.complete && ${PICTURE}.naturalHeight > 0`)
const PAGES: [string, () => string][] = [
  ['a record', () => `/releves/${releve}`],
  ['a search', () => `/recherche?nom=${encodeURIComponent(nom)}&source=${source}`],
  ['the review', () => `/revue/${source}`],
]

/** A page as rene reads it, who reviews; its complaints. */
async function openPage(browser: Browser, path: string, more: { javaScriptEnabled?: boolean } = {}) {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, ...more })
  await context.addCookies([{ name: 'session', value: await sessionOf(site, 'rene'), url: site.url }])
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  pictures.asked.length = 0
  await page.goto(site.url + path)
  return { context, page, errors }
}

describe.each(everyDriven)('%s', (name) => {
  let browser: Browser
  const more = testMore(name)

  beforeAll(async () => {
    browser = await launch(name)
  })
  afterAll(() => browser?.close())

  test.each(PAGES)('in %s the picture opens where the record stands, and closes', async (_what, path) => {
    const { context, page, errors } = await openPage(browser, path())
    expect(pictures.asked).toEqual([])
    await page.click(LINK())
    await arrived(page)
    expect(pictures.asked).toEqual(['/iiif/page-3/pct:0,28,100,24/!2000,2000/0/default.jpg'])
    expect(await text(page, '.acte-coupe figcaption')).toContain('Archives d’essai')
    expect(await page.getAttribute(LINK(), 'aria-expanded')).toBe('true')
    expect(new URL(page.url()).pathname).toBe(path().split('?')[0])
    if (name === names[0]) expect(await faultsInWindow(page)).toEqual([])
    await page.click(LINK())
    expect(await page.getAttribute(LINK(), 'aria-expanded')).toBe('false')
    expect(await page.evaluate("document.querySelectorAll('.acte-coupe').length")).toBe(0)
    expect(errors).toEqual([])
    await context.close()
  })

  more('it still opens in a page that the browser held, and that the server only confirmed', async () => {
    const { context, page, errors } = await openPage(browser, `/releves/${releve}`)
    await page.goto(`${site.url}/releves/${releve}`)
    await page.click(LINK())
    await arrived(page)
    expect(errors).toEqual([])
    await context.close()
  })

  more('results that took the place of none may show their pictures', async () => {
    const { context, page, errors } = await openPage(browser, '/recherche')
    await page.fill('[name="nom"]', nom)
    await page.keyboard.press('Enter')
    await until(page, `document.querySelector('${LINK()}')`)
    await page.click(LINK())
    await arrived(page)
    expect(errors).toEqual([])
    await context.close()
  })

  more('a line that is broken: told in words, and asked for once more', async () => {
    const { context, page } = await openPage(browser, `/releves/${releve}`)
    await context.setOffline(true)
    await page.click(LINK())
    await until(page, "/ne répond pas/.test(document.getElementById('flash').textContent)")
    await until(page, `document.querySelector('${LINK()}').getAttribute('aria-expanded') === 'false'`)
    await context.setOffline(false)
    await page.click(LINK())
    await arrived(page)
    await context.close()
  })

  more('without a script the link leads to the page of the act', async () => {
    const { context, page } = await openPage(browser, `/releves/${releve}`, { javaScriptEnabled: false })
    await Promise.all([page.waitForURL(/\/acte$/), page.click(LINK())])
    expect(await page.getAttribute('figure img', 'src')).toContain('/pct:0,28,100,24/')
    await context.close()
  })
})
