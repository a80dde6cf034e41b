// The search page in a browser: how much it shows, and that a criterion changes what is found without a letter or a place lost.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTypeFromModel, modelByKey } from '../../src/features/types-sources/actions/models.ts'
import { launch } from '../support/browsers.ts'
import { factories } from '../support/factories.ts'
import { type Site, sessionOf, startSite } from '../support/site.ts'
import { text, until } from './desk.ts'

const NOTEBOOK = { width: 1366, height: 768 }
const FOCUSED = 'document.activeElement.name || document.activeElement.id'

let site: Site
let browser: Browser

beforeAll(async () => {
  site = await startSite()
  browser = await launch()
  await weddings(60)
})

afterAll(async () => {
  await browser?.close()
  await site?.close()
})

/** Names and titles are as long here as in Brittany: a father and a witness of the name asked for, places with all above them. */
async function weddings(count: number): Promise<void> {
  const make = factories(site.deps.db)
  const model = modelByKey('mariages_paroissiaux')
  if (!model) throw new Error('no model')
  const type = { id: await createTypeFromModel(site.deps.db, { ...model, nom: 'Mariages et bans' }), nom: model.nom }
  const pays = await make.lieu({ nom: 'Pays de Saint-Malo, Bretagne' })
  const lieu = await make.lieu({ nom: 'Saint-Jouan-des-Guérets', parent: pays })
  const titres = ['Registre paroissial, baptêmes, mariages et sépultures, collection communale, 1737-1792', 'Mariages']
  for (let n = 0; n < count; n += 1) {
    const source = await make.source({ titre: `${titres[n % 2]}, ${n % 4}`, type, lieu })
    const valeur = `17${40 + (n % 40)}-05-${10 + (n % 15)}`
    await make.releve(source, {
      ...{ nom: 'KERGUELEN DE LA VILLE', prenom: n % 3 === 0 ? 'Jean Baptiste' : 'Guillaume' },
      ...{ nom_epouse: 'LE GOUVELLO', prenom_epouse: 'Marie Perrine Josèphe' },
      ...{ nom_pere_epoux: 'KERGUELEN DE LA VILLE-ÈS-COMTE', prenom_pere_epoux: 'Jacques' },
      ...{ nom_temoin_1: 'KERGUELEN', prenom_temoin_1: 'Toussaint' },
      date_evenement: { valeur, calendrier: 'gregorien', iso: valeur },
    })
  }
}

interface Opened {
  page: Page
  errors: string[]
  close(): Promise<void>
}

/** The page as it was loaded has a mark: whoever finds it later knows that nothing but parts were swapped. */
async function open(query: string, options: { javaScriptEnabled?: boolean } = {}): Promise<Opened> {
  const context = await browser.newContext({ viewport: NOTEBOOK, ...options })
  await context.addCookies([{ name: 'session', value: await sessionOf(site, 'admin'), url: site.url }])
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    // A request that gave way to a newer one, and the browser's own line about a refused search.
    const isExpected = /status of 422|htmx:(sendAbort|afterRequest)/.test(message.text())
    if (message.type() === 'error' && !isExpected) errors.push(message.text())
  })
  await page.goto(`${site.url}/recherche${query}`)
  if (options.javaScriptEnabled !== false) await page.evaluate('window.meme = true')
  return { page, errors, close: () => context.close() }
}

const isSamePage = (page: Page) => page.evaluate<boolean>('window.meme === true')
const count = (page: Page) => text(page, '#recherche-compte')
const counted = (page: Page, expected: string) =>
  until(
    page,
    `(document.querySelector('#recherche-compte') || {}).textContent === '${expected.replace(' ', '\u00a0')}'`,
  )
const query = (page: Page) => decodeURIComponent(new URL(page.url()).search)
const searchFor = (page: Page, expected: string) => until(page, `decodeURIComponent(location.search) === '${expected}'`)

/** The scripts of a page that « Back » loaded anew are there. */
const loaded = (page: Page) => until(page, "document.readyState === 'complete'")

/** The line is slow for these requests; one that was given up goes nowhere. */
const delay = (page: Page, address: RegExp, ms: number) =>
  page.route(address, async (route) => {
    await new Promise((later) => setTimeout(later, ms))
    await route.continue().catch(() => undefined)
  })

/** Rows that are in the window whole, and where the first begins. */
const ROWS = `(function () {
  var rows = Array.prototype.map.call(document.querySelectorAll('.trouves tbody tr'), function (row) {
    return row.getBoundingClientRect()
  })
  return { first: rows[0].top, whole: rows.filter(function (r) { return r.bottom <= innerHeight }).length }
})()`
/** Texts that stick out of their row or that another one covers. */
const SPILT = `Array.prototype.filter.call(document.querySelectorAll('.trouves tbody tr > *'), function (cell) {
  var row = cell.parentNode.getBoundingClientRect(), own = cell.getBoundingClientRect()
  return own.right > row.right + 1 || own.bottom > row.bottom + 1 || cell.scrollWidth > cell.clientWidth + 1
}).length`

test('eight whole results under the form at 1366 × 768, however long their names and titles', async () => {
  const { page, errors, close } = await open('?nom=kerguelen&prenom=jean')
  const { first, whole } = await page.evaluate<{ first: number; whole: number }>(ROWS)
  process.stdout.write(`search page: first result at ${Math.round(first)} px, ${whole} whole ones at 1366 × 768\n`)
  expect(first).toBeLessThanOrEqual(320)
  expect(whole).toBeGreaterThanOrEqual(8)
  expect(await page.evaluate(SPILT)).toBe(0)
  // The words that were asked for are not what is cut of a long line.
  const cut = `Array.prototype.some.call(document.querySelectorAll('.trouve-mots'), function (span) {
    return span.scrollWidth > span.clientWidth })`
  expect(await page.evaluate(cut)).toBe(false)
  expect(errors).toEqual([])
  await close()
})

test('an error of a year never makes the page scroll sideways', async () => {
  const { page, close } = await open('?nom=a&nom2=b&annee_debut=1800&annee_fin=1700')
  for (const width of [320, 390, 683, 768, 1024, 1130, 1290, 1366])
    for (const taille of ['normale', 'tres-grande']) {
      await page.setViewportSize({ width, height: 768 })
      await page.evaluate(`document.documentElement.dataset.taille = '${taille}'`)
      const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
      expect([width, taille, isWide]).toEqual([width, taille, false])
    }
  await close()
})

test('on a phone and at 200 % nothing is cut, and nothing sticks out', async () => {
  const { page, close } = await open('?nom=kerguelen')
  for (const size of [
    { width: 390, height: 844 },
    { width: 683, height: 384 },
    { width: 320, height: 568 },
  ]) {
    await page.setViewportSize(size)
    expect([size, await page.evaluate(SPILT)]).toEqual([size, 0])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    const small = `Array.prototype.filter.call(document.querySelectorAll('.trouves *'), function (e) {
      return parseFloat(getComputedStyle(e).fontSize) < 14 }).length`
    expect(await page.evaluate(small)).toBe(0)
  }
  await close()
})

test('by keys: Tab searches and the focus goes on, Enter searches at once, the address follows', async () => {
  const { page, errors, close } = await open('')
  await page.focus('[name=nom]')
  await page.keyboard.type('kerguelen')
  const asked = page.waitForRequest(/recherche\?.*nom=kerguelen/)
  await delay(page, /nom=kerguelen.*prenom=&/, 500)
  await page.keyboard.press('Tab')
  await asked
  await page.keyboard.type('jea')
  await counted(page, '60 relevés')
  // The answer took neither the focus nor a letter.
  expect(await page.evaluate(FOCUSED)).toBe('prenom')
  expect(query(page)).toBe('?nom=kerguelen')
  await page.keyboard.type('n')
  await page.keyboard.press('Enter')
  await counted(page, '20 relevés')
  expect(await page.evaluate(FOCUSED)).toBe('prenom')
  expect(await page.inputValue('[name=prenom]')).toBe('jean')
  expect(query(page)).toBe('?nom=kerguelen&prenom=jean')
  expect(await text(page, '#recherche-annonce')).toBe('20 relevés')
  expect(await page.evaluate("document.querySelectorAll('.jeton').length")).toBe(2)
  expect(await isSamePage(page)).toBe(true)
  expect(errors).toEqual([])
  await close()
})

test('« Back » shows the search of before, form and results', async () => {
  const { page, close } = await open('?nom=kerguelen')
  await page.click('.recherche-autres summary')
  await page.selectOption('[name=mode]', 'debut')
  await searchFor(page, '?nom=kerguelen&mode=debut')
  await page.fill('main [name=annee_fin]', '1749')
  await page.keyboard.press('Enter')
  await counted(page, '20 relevés')
  expect(query(page)).toBe('?nom=kerguelen&mode=debut&annee_fin=1749')
  // A search that is asked once more is no step back.
  const again = page.waitForResponse(/annee_fin=1749/)
  await page.press('main [name=annee_fin]', 'Enter')
  await again
  await page.waitForTimeout(200)
  await page.goBack()
  await counted(page, '60 relevés')
  expect([query(page), await page.inputValue('main [name=annee_fin]')]).toEqual(['?nom=kerguelen&mode=debut', ''])
  await loaded(page)
  await page.goBack()
  await until(page, "document.querySelector('[name=mode]').value === 'exact'")
  expect(query(page)).toBe('?nom=kerguelen')
  await loaded(page)
  await page.goForward()
  await until(page, "document.querySelector('[name=mode]').value === 'debut'")
  await close()
})

test('a slow answer never comes over a newer one', async () => {
  const { page, errors, close } = await open('')
  await delay(page, /nom=kerguelen.*prenom=&/, 1500)
  await page.fill('main [name=nom]', 'kerguelen')
  await page.press('main [name=nom]', 'Enter')
  await page.fill('main [name=prenom]', 'jean')
  await page.press('main [name=prenom]', 'Enter')
  await counted(page, '20 relevés')
  await page.waitForTimeout(2000)
  expect([await count(page), query(page)]).toEqual(['20 relevés', '?nom=kerguelen&prenom=jean'])
  expect(errors).toEqual([])
  await close()
})

test('« Back » while an answer is awaited gives that search up', async () => {
  const { page, close } = await open('?nom=kerguelen')
  await page.fill('main [name=annee_fin]', '1749')
  await page.keyboard.press('Enter')
  await searchFor(page, '?nom=kerguelen&annee_fin=1749')
  await delay(page, /prenom=jean/, 1500)
  await page.fill('main [name=prenom]', 'jean')
  await page.keyboard.press('Enter')
  await page.waitForTimeout(300)
  await page.goBack()
  await counted(page, '60 relevés')
  await page.waitForTimeout(2000)
  expect([await count(page), query(page)]).toEqual(['60 relevés', '?nom=kerguelen'])
  await close()
})

test('what is wrong stands beside its field, which keeps the focus; it goes when it is mended', async () => {
  const { page, errors, close } = await open('?nom=kerguelen')
  await page.fill('main [name=annee_debut]', '1760')
  await page.fill('main [name=annee_fin]', '1700')
  await page.keyboard.press('Enter')
  await until(page, "document.querySelector('#annee_fin-erreur')")
  expect(await text(page, '#annee_fin-erreur')).toBe('La dernière année est avant la première.')
  expect(await page.evaluate(FOCUSED)).toBe('annee_fin')
  expect(await page.getAttribute('#annee_fin', 'aria-invalid')).toBe('true')
  expect(await page.getAttribute('#annee_fin', 'aria-describedby')).toBe('annee_fin-erreur')
  expect(await text(page, '#recherche-suite [role=alert]')).toContain('À l’année : La dernière année')
  expect(await page.evaluate("document.querySelectorAll('.trouves').length")).toBe(0)
  await page.fill('main [name=annee_fin]', '1779')
  await page.keyboard.press('Tab')
  await until(page, "document.querySelector('.trouves')")
  expect(
    await page.evaluate("document.querySelectorAll('main .erreur, main [aria-invalid], main .erreurs').length"),
  ).toBe(0)
  expect(await page.getAttribute('#annee_fin', 'aria-describedby')).toBeNull()
  expect(await isSamePage(page)).toBe(true)
  expect(errors).toEqual([])
  await close()
})

test('a place is looked for once it is chosen, not while it is typed', async () => {
  const { page, close } = await open('?nom=kerguelen')
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/recherche?') && asked.push(request.url()))
  await page.focus('#lieu')
  await page.keyboard.type('saint-jouan', { delay: 30 })
  await until(page, "document.querySelector('.suggestions:not([hidden]) [role=option]')")
  await page.waitForTimeout(400)
  expect(asked).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await until(page, '/lieu=\\d+$/.test(location.search)')
  await page.fill('#lieu', 'saint-jouan nulle part')
  await page.keyboard.press('Tab')
  await until(page, "document.querySelector('#lieu-erreur')")
  expect(await page.inputValue('#lieu')).toBe('saint-jouan nulle part')
  await close()
})

test('facets, chips, order and pages are swapped with the form, and the keyboard goes on from the results', async () => {
  const { page, errors, close } = await open('?nom=kerguelen')
  const follow = async (selector: string, expected: RegExp) => {
    // Numbers that a slow machine counts apart take the place of the links that stand for them.
    await until(page, `!document.querySelector('main [hx-trigger="load"]')`)
    await page.focus(selector)
    await page.keyboard.press('Enter')
    await until(page, `${expected}.test(location.search) && document.activeElement.id === 'recherche-suite'`)
  }
  await follow('.pagination [rel=next]', /apres=/)
  expect(await page.evaluate("document.querySelectorAll('.trouves tbody tr').length")).toBe(10)
  await follow('.recherche-compte a', /^\?nom=kerguelen$/)
  await follow('.recherche-bilan a[href*=annee]', /annee_debut=17/)
  expect(await page.inputValue('main [name=annee_debut]')).toMatch(/^17\d0$/)
  await follow('.recherche-ordre a[href*="tri=nom"]', /tri=nom/)
  await follow('.jeton[href*="annee_debut"]', /annee_debut/)
  await page.fill('main [name=prenom]', 'guillaume')
  await page.keyboard.press('Enter')
  await until(page, '/prenom=guillaume.*tri=nom/.test(location.search)')
  expect(await isSamePage(page)).toBe(true)
  expect(errors).toEqual([])
  await close()
})

test('« un couple » shows the second names, with JavaScript and without, and « une personne » does without them', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const { page, close } = await open('?nom=kerguelen', { javaScriptEnabled })
    expect(await page.isVisible('[name=nom2]')).toBe(false)
    await page.check('#pour-couple')
    await page.fill('[name=nom2]', 'le gouvello')
    await page.press('[name=nom2]', 'Enter')
    await page.waitForURL(/nom2=le/)
    await counted(page, '60 relevés')
    expect(await page.isChecked('#pour-couple')).toBe(true)
    await page.fill('[name=nom2]', 'personne')
    await page.press('[name=nom2]', 'Enter')
    await page.waitForURL(/nom2=personne/)
    await until(page, "document.querySelector('.recherche-conseils')")
    await page.check('#pour-personne')
    if (!javaScriptEnabled) await page.click('main .recherche-ligne .principal')
    await counted(page, '60 relevés')
    expect(await page.isVisible('[name=nom2]')).toBe(false)
    await close()
  }
})

test('without JavaScript the same form asks by its address, and its errors stand on top', async () => {
  const { page, close } = await open('', { javaScriptEnabled: false })
  await page.fill('main [name=nom]', 'kerguelen')
  await page.press('main [name=nom]', 'Enter')
  await page.waitForURL(/nom=kerguelen/)
  expect(await count(page)).toBe('60 relevés')
  expect(await page.evaluate("document.querySelector('.recherche-autres details').open")).toBe(false)
  await page.click('.recherche-autres summary')
  await page.selectOption('[name=mode]', 'debut')
  await page.click('main .recherche-ligne .principal')
  await page.waitForURL(/mode=debut/)
  expect(await page.evaluate("document.querySelector('.recherche-autres details').open")).toBe(true)
  await page.click('.pagination [rel=next]')
  await page.waitForURL(/apres=/)
  await page.fill('main [name=annee_fin]', 'bientôt')
  await page.press('main [name=annee_fin]', 'Enter')
  await page.waitForURL(/annee_fin=bient/)
  expect(
    await page.evaluate(
      "document.querySelector('.erreurs').compareDocumentPosition(document.querySelector('.recherche-criteres')) & 4",
    ),
  ).toBe(4)
  expect(await text(page, '#annee_fin-erreur')).not.toBe('')
  await close()
})
