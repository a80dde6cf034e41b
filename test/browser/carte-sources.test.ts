// The map of the sources: markers and groups in every browser, bubbles by mouse and keyboard, filters, the list without scripts,
// and the images of another server where an administrator chose one.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { launch, start } from '../support/browsers.ts'
import type { CdpBrowser } from '../support/cdp.ts'
import { factories } from '../support/factories.ts'
import { Page } from '../support/page.ts'
import { logIn, type Site, sessionOf, startSite } from '../support/site.ts'
import { everyBrowser, testMore } from './driven.ts'

let site: Site

beforeAll(async () => {
  site = await startSite()
  const make = factories(site.deps.db)
  const type = await make.typeSource({ nom: 'Recensements' })
  // Two places side by side, which only a near look tells apart, and two at the very same point.
  for (const [nom, latitude, longitude, sources, status] of [
    ['Quimper', 47.9975, -4.0979, 6, 'en_cours'],
    ['Kerfeunteun', 48.012, -4.11, 1, 'validee'],
    ['Belfort ville', 47.64, 6.86, 1, 'validee'],
    ['Belfort faubourg', 47.64, 6.86, 4, 'validee'],
    ['<b>Bastia</b>', 42.7, 9.45, 1, 'en_cours'],
  ] as const) {
    const lieu = await make.lieu({ nom, latitude, longitude })
    for (let n = 0; n < sources; n += 1)
      await make.releve(await make.source({ titre: `Registre ${n} de ${nom}`, type, lieu, status, annee_debut: 1880 }))
  }
  // A first record puts a source under way; this one is to be begun anew.
  const bastia = site.deps.db.updateTable('sources').set({ status: 'a_relever' })
  await bastia.where('titre', '=', 'Registre 0 de <b>Bastia</b>').execute()
})

afterEach(() => site.deps.settings.write({ tuiles_url: '', tuiles_mention: '' }))
afterAll(() => site?.close())

const READY = `document.querySelector('[data-carte-prete]')`
const disc = (title: string) => `.carte-disque[title^="${title}"]`

describe.each(everyBrowser)('%s', (name) => {
  const more = testMore(name, everyBrowser)
  let browser: CdpBrowser
  let page: Page
  beforeAll(async () => {
    browser = await start(name)
    page = await Page.open(browser, { width: 1366, height: 768 })
    await logIn(page, site, 'admin')
  })
  afterAll(() => browser?.close())

  const openMap = async (query = '') => {
    await page.goto(`${site.url}/carte${query}`)
    await page.waitFor(READY)
    // Scrolling to a disc would scroll what is inside the map's frame, which no hand can.
    await page.evaluate(`document.querySelector('[data-carte-sources]').scrollIntoView({ block: 'center' })`)
  }

  test('opens by itself; a group is looked at from nearer, a place tells its sources', async () => {
    await openMap()
    expect(
      await page.evaluate(`document.querySelectorAll('[data-carte-sources] .carte-disque').length`),
    ).toBeGreaterThan(3)
    await page.waitFor(`document.querySelector('path.carte-terre')`)
    await page.click(disc('2\u00a0lieux, 7'))
    await page.waitFor(`document.querySelector(${JSON.stringify(disc('Quimper'))})`)
    const size = (title: string) =>
      page.evaluate<number>(`document.querySelector(${JSON.stringify(disc(title))}).offsetWidth`)
    expect(await size('Quimper')).toBeGreaterThan(await size('Kerfeunteun'))
    await page.click(disc('Quimper'))
    await page.waitFor(`document.querySelectorAll('.leaflet-popup .carte-bulle li').length === 6`)
    expect(await page.text('.leaflet-popup')).toContain('Rechercher dans ce lieu')
    await page.leaving(() => page.click('.leaflet-popup li a'))
    expect(await page.url()).toMatch(/\/sources\/\d+$/)
    expect(page.errors).toEqual([])
  })

  more('by the keyboard a bubble takes the focus and gives it back', async () => {
    await openMap()
    await page.evaluate(`document.querySelector(${JSON.stringify(disc('2\u00a0lieux, 5'))}).focus()`)
    // Nothing takes two places of one point apart: the bubble names them.
    await page.press('Enter')
    await page.waitFor(`document.activeElement.closest('.carte-bulle')`)
    expect(await page.text('.carte-bulle')).toMatch(/2 lieux au même endroit Belfort/)
    await page.press('Escape')
    await page.waitFor(`document.activeElement.matches('.carte-disque')`)
    expect(page.errors).toEqual([])
  })

  more('the list beside it follows what is in sight, and a line of it opens the place', async () => {
    await openMap()
    const all = await page.text('[data-carte-compte]')
    expect(all).toMatch(/^\d+ lieux à l’écran$/)
    await page.click(disc('2\u00a0lieux, 7'))
    await page.waitFor(`document.querySelector(${JSON.stringify(disc('Quimper'))})`)
    expect(await page.text('[data-carte-compte]')).toBe('2 lieux à l’écran')
    expect(await page.text('[data-carte-liste]')).toMatch(/^Quimper ?6 sources, 6 relevés ?Kerfeunteun/)
    await page.evaluate(`document.querySelector('[data-carte-liste] a').focus()`)
    await page.press('Enter')
    await page.waitFor(`document.activeElement.closest('.carte-bulle')`)
    await page.press('Escape')
    await page.waitFor(`document.activeElement.matches('[data-carte-liste] a')`)
    await page.click('[data-carte-tout]')
    await page.waitFor(
      `document.querySelector('[data-carte-compte]').textContent === ${JSON.stringify(all.replace(' ', '\u00a0'))}`,
    )
    expect(page.errors).toEqual([])
  })

  more('names towns, nearer ones by their département, and goes to a place that is looked for', async () => {
    await openMap()
    const isNamed = (name: string) =>
      `Array.from(document.querySelectorAll('.carte-nom')).some(function (e) { return e.textContent === '${name}' })`
    await page.waitFor(isNamed('Lyon'))
    expect(await page.evaluate(isNamed('Plomelin'))).toBe(false)
    await page.fill('[data-combobox-texte]', 'kerfeunteun')
    await page.waitFor(`document.querySelector('[role=listbox] [role=option]')`)
    await page.press('ArrowDown')
    await page.press('Enter')
    await page.waitFor(`document.querySelector('[data-carte-ici]')`)
    await page.waitFor(isNamed('Plomelin'))
    expect(await page.text('[data-carte-ici]')).toBe('Kerfeunteun : 1 source, 1 relevé.')
    expect(await page.evaluate(`document.querySelector('.carte-point').title`)).toBe('Kerfeunteun')
    expect(await page.url()).toMatch(/lieu=\d+/)
    expect(page.errors).toEqual([])
  })

  more('follows the filters without being loaded again, and what a name holds is text', async () => {
    await openMap()
    await page.evaluate(`document.querySelector('[data-carte-sources]').dataset.temoin = 'le même'`)
    const before = await page.evaluate<string>(`document.querySelector('[data-carte-sources]').dataset.cartePrete`)
    await page.evaluate(`(function () {
      var select = document.querySelector('[name=type]')
      var option = Array.from(select.options).filter(function (o) { return o.text.trim() === 'Recensements' })[0]
      select.value = option.value
      select.dispatchEvent(new Event('change', { bubbles: true }))
    })()`)
    await page.waitFor(`document.querySelector('[data-carte-sources]').dataset.cartePrete === '5'`)
    expect(Number(before)).toBeGreaterThan(5)
    expect(await page.evaluate(`document.querySelector('[data-carte-sources]').dataset.temoin`)).toBe('le même')
    expect(await page.url()).toMatch(/type=\d+/)
    await page.waitFor(`document.querySelectorAll('#carte-lieux tbody tr').length === 5`)
    expect(await page.evaluate(`document.querySelector('.carte-disque[title*="Bastia"]').title`)).toMatch(
      /^<b>Bastia<\/b>/,
    )
    await page.click('.carte-disque[title*="Bastia"]')
    await page.waitFor(`document.querySelector('.leaflet-popup .carte-bulle li')`)
    expect(await page.evaluate(`document.querySelector('.leaflet-popup b')`)).toBeNull()
    expect(page.errors).toEqual([])
  })

  more(
    'the coverage is drawn as rings with letters, told beside and in the bubble, and goes with its choice',
    async () => {
      await openMap('?couche=couverture')
      const letters = (title: string) => page.text(`.carte-part[title*="${title}"]`)
      expect([await letters('2\u00a0lieux, 1'), await letters('2\u00a0lieux, 2'), await letters('Bastia')]).toEqual([
        'C',
        'V',
        'F',
      ])
      const shown = (name: string) => page.evaluate(`document.querySelector('[data-carte-${name}]').offsetHeight > 0`)
      expect([await shown('legende'), await shown('legende-couverture')]).toEqual([false, true])
      expect(await page.text('[data-carte-liste]')).toMatch(/Quimper ?1 année en cours/)
      await page.click('.carte-part[title*="Bastia"]')
      await page.waitFor(`document.querySelector('.leaflet-popup .carte-bulle a[href^="/couverture/lieux/"]')`)
      expect(await page.text('.leaflet-popup .carte-bulle')).toContain('Couverture : 1 année à faire.')
      await page.evaluate(`(function () {
      var select = document.querySelector('[name=couche]')
      select.value = ''
      select.dispatchEvent(new Event('change', { bubbles: true }))
    })()`)
      await page.waitFor(
        `document.querySelector('.carte-disque') && !document.querySelector('[data-carte-sources] .carte-part')`,
      )
      expect([await shown('legende'), await shown('legende-couverture')]).toEqual([true, false])
      expect(page.errors).toEqual([])
    },
  )

  more('without scripts the list says it all', async () => {
    const plain = await Page.open(browser, { javaScript: false })
    await logIn(plain, site, 'admin')
    await plain.goto(`${site.url}/carte`)
    expect(await plain.evaluate(`document.querySelector('[data-carte-sources]').offsetHeight`)).toBe(0)
    expect(await plain.text('#carte-lieux')).toContain('Kerfeunteun')
    await plain.leaving(() => plain.click('#carte-lieux tbody a'))
    expect(await plain.url()).toContain('/carte/lieux/')
  })
})

test('images of the chosen server are shown with its mention; without them the coasts come back', async () => {
  const browser = await launch('chromium-109')
  const context = await browser.newContext()
  await context.addCookies([{ name: 'session', value: await sessionOf(site, 'admin'), url: site.url }])
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  const referers = new Set<string | undefined>()
  const png = readFileSync(join(import.meta.dirname, '../data/images/logo.png'))
  await page.route('https://a.tuiles.exemple.fr/**', async (route) => {
    referers.add(
      await route
        .request()
        .headerValue('referer')
        .then((value) => value ?? undefined),
    )
    await route.fulfill({ contentType: 'image/png', body: png })
  })
  for (const host of ['b', 'c'])
    await page.route(`https://${host}.tuiles.exemple.fr/**`, (route) =>
      route.fulfill({ contentType: 'image/png', body: png }),
    )
  site.deps.settings.write({
    tuiles_url: 'https://{s}.tuiles.exemple.fr/{z}/{x}/{y}.png',
    tuiles_mention: '© <b>Exemple</b>',
  })
  await page.goto(`${site.url}/carte`)
  await page.locator('.leaflet-tile-loaded').nth(3).waitFor({ state: 'attached' })
  expect(await page.textContent('.leaflet-control-attribution')).toContain('© <b>Exemple</b>')
  expect(await page.locator('path.carte-terre').count()).toBe(0)
  expect(complaints).toEqual([])
  expect([...referers]).toEqual([`${site.url}/`])

  await page.unroute('https://a.tuiles.exemple.fr/**')
  await page.route('https://*.tuiles.exemple.fr/**', (route) => route.abort())
  await page.goto(`${site.url}/carte`)
  await page.waitForSelector('path.carte-terre', { state: 'attached' })
  await browser.close()
})

test('discs and list are there before the base map, and without it', async () => {
  const browser = await launch('chromium-109')
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
  await context.addCookies([{ name: 'session', value: await sessionOf(site, 'admin'), url: site.url }])
  const page = await context.newPage()
  let arrive = () => {}
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/assets/carte-fond.*', async (route) => {
    await held
    await route.abort()
  })
  await page.goto(`${site.url}/carte`)
  await page.locator('[data-carte-liste] a', { hasText: 'Quimper' }).waitFor()
  expect(await page.locator('.carte-disque').count()).toBeGreaterThan(3)
  expect(await page.locator('path.carte-terre').count()).toBe(0)
  arrive()
  await page.getByText('Le fond de carte n’a pas pu être chargé.').waitFor()
  await page.locator('[data-carte-liste] a', { hasText: 'Quimper' }).click()
  await page.locator('.leaflet-popup .carte-bulle li').first().waitFor()
  await browser.close()
})
