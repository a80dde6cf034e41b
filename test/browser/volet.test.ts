// The register beside the form: what it shows, how it keeps its place, and the acts that are typed with it.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { launch } from '../support/browsers.ts'
import { type Site, startSite } from '../support/site.ts'
import { DATE, deskUrl, field, focused, openDesk, save, signInto, text, until } from './desk.ts'
import { names } from './driven.ts'
import { faultsInWindow } from './looking.ts'
import { folderOf, IMAGE, makeViews, middleOf, type PictureServer, pictureServer, showsPage } from './register.ts'
import { landmarksOf } from './site-map.ts'

let site: Site
let pictures: PictureServer
let source: number
let browser: Browser

beforeAll(async () => {
  site = await startSite()
  pictures = await pictureServer()
  source = (await landmarksOf(site)).source
  await makeViews(site, source, pictures.host)
  browser = await launch(names[0])
})

beforeEach(async () => {
  Object.assign(pictures, { isBroken: false, wait: 0 })
  pictures.asked.length = 0
  await site.deps.db.deleteFrom('releves').where('source_id', '=', source).execute()
})

afterAll(async () => {
  await browser?.close()
  await pictures?.close()
  await site?.close()
})

const open = () => openDesk(browser, site, source)
const press = (page: Page, ...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
const view = (page: Page) => text(page, '.registre-vue')
const stored = () =>
  site.deps.db.selectFrom('releves').select(['data', 'repere']).where('source_id', '=', source).orderBy('id').execute()

function near(one: readonly number[], other: readonly number[]): void {
  for (const [at, share] of one.entries()) expect(Math.abs(share - (other[at] ?? 0))).toBeLessThan(0.01)
}

/** A place in the midst of the page that has not been there by chance. */
async function wander(page: Page): Promise<[number, number]> {
  await press(page, 'Alt+Shift+g', 'Alt+Shift+g', 'Alt+Shift+g')
  for (let n = 0; n < 24; n += 1) await press(page, 'Alt+Shift+ArrowDown')
  await press(page, 'Alt+Shift+ArrowRight')
  await page.waitForTimeout(700)
  return middleOf(page)
}

describe('the pane', () => {
  test('a form is usable before its picture is asked for, and a picture comes in two sizes', async () => {
    pictures.wait = 300
    const { context, page, errors } = await open()
    await until(page, "document.querySelector('form[data-pret]')")
    expect(await focused(page)).toBe('data[date_evenement][valeur]')
    await showsPage(page, 1)
    expect(pictures.asked.map((path) => path.replace(/.*full\/!(\d+).*/, '$1'))).toEqual(['320', '2000'])
    expect(await view(page)).toBe('Vue 3 / 12')
    expect(await text(page, '.registre-mention')).toBe('Archives d’essai – licence : Licence ouverte 2.0')
    expect(errors).toEqual([])
    await context.close()
  })

  test('twenty acts without the mouse, the view turned every fifth: each has its view, no save asks for the picture', async () => {
    const { context, page, errors } = await open()
    await showsPage(page, 1)
    await page.focus(field('vue'))
    await page.keyboard.type('3')
    await page.fill(field('numero_acte'), '1')
    await page.focus(DATE)
    for (let act = 0; act < 20; act += 1) {
      if (act > 0 && act % 5 === 0) {
        await press(page, 'Alt+Shift+PageDown')
        await showsPage(page, act / 5 + 1)
      }
      const asked = pictures.asked.length
      await page.evaluate(`window.image = ${IMAGE}`)
      await page.keyboard.type(`${(act % 27) + 1}/8/1787`)
      // A view that the record before has told is passed.
      await press(page, 'Enter', ...(act === 0 ? ['Enter', 'Enter'] : []))
      expect(await focused(page)).toBe('data[nom]')
      await page.keyboard.type(`ACTE ${act}`)
      if (act === 7) await press(page, 'Alt+ArrowDown', 'Alt+ArrowDown', 'Alt+ArrowDown')
      await save(page)
      expect(await page.evaluate(`window.image === ${IMAGE}`)).toBe(true)
      expect(pictures.asked.slice(asked).filter((path) => !path.includes(`page-${Math.floor(act / 5) + 2}/`))).toEqual(
        [],
      )
    }
    const acts = await stored()
    expect(acts.map(({ data }) => data.vue)).toEqual(
      Array.from({ length: 20 }, (_, act) => String(3 + Math.floor(act / 5))),
    )
    expect(acts.flatMap(({ repere }, act) => (repere === null ? [] : [act]))).toEqual([7])
    expect(errors).toEqual([])
    await context.close()
  }, 120_000)

  test('after a save, a turn and back, a page and a reload the same point is in the middle', async () => {
    const { context, page } = await open()
    await showsPage(page, 1)
    await page.focus(field('vue'))
    await page.keyboard.type('3')
    const place = await wander(page)
    expect(place[1]).toBeGreaterThan(0.1)
    await page.focus(field('nom'))
    await page.keyboard.type('LE GOFF')
    await page.fill(DATE, '1/8/1787')
    await save(page)
    near(await middleOf(page), place)
    await press(page, 'Alt+Shift+r')
    // Turned by a quarter, the point lies at the left of where it was below the top.
    near(await middleOf(page), [1 - place[1], place[0]])
    await press(page, 'Alt+Shift+r', 'Alt+Shift+r', 'Alt+Shift+r')
    near(await middleOf(page), place)
    await press(page, 'Alt+Shift+PageDown')
    await showsPage(page, 2)
    near(await middleOf(page), place)
    await page.waitForTimeout(800)
    await page.reload()
    await showsPage(page, 2)
    near(await middleOf(page), place)
    await context.close()
  })

  test('turned, all edges can be reached, and « début de page » is the upper left corner', async () => {
    const { context, page } = await open()
    await showsPage(page, 1)
    await press(page, 'Alt+Shift+g', 'Alt+Shift+g', 'Alt+Shift+r')
    const edges = await page.evaluate<number[]>(`(function () {
      var box = document.querySelector('[data-cadre]'), image = ${IMAGE}
      var gaps = []
      box.scrollLeft = box.scrollTop = 0
      var a = image.getBoundingClientRect(), b = box.getBoundingClientRect()
      gaps.push(a.left - b.left, a.top - b.top)
      box.scrollLeft = box.scrollTop = 1e6
      a = image.getBoundingClientRect()
      gaps.push(b.left + box.clientWidth - a.right, b.top + box.clientHeight - a.bottom)
      return gaps
    })()`)
    for (const gap of edges) expect(Math.abs(gap)).toBeLessThan(2)
    await press(page, 'Alt+Shift+Home')
    const top = await page.evaluate<number[]>(
      "[document.querySelector('[data-cadre]').scrollLeft, document.querySelector('[data-cadre]').scrollTop]",
    )
    expect(top).toEqual([0, 0])
    await context.close()
  })

  test('the field drives the pane, Alt+V turns both, and a number outside the register leaves the pane', async () => {
    const { context, page } = await open()
    await showsPage(page, 1)
    await page.fill(field('vue'), '7 gauche')
    await press(page, 'Tab')
    await showsPage(page, 5)
    await press(page, 'Alt+v')
    expect(await page.inputValue(field('vue'))).toBe('7 droite')
    await press(page, 'Alt+v')
    await showsPage(page, 6)
    await press(page, 'Alt+Shift+PageDown')
    await showsPage(page, 7)
    expect(await page.inputValue(field('vue'))).toBe('9 gauche')
    await page.fill(field('vue'), '99')
    await press(page, 'Tab')
    expect(await view(page)).toBe('Vue 9 / 12')
    await context.close()
  })

  test('an act opened again has its view and its ruler, and keeps its number when one looks further', async () => {
    const { context, page } = await open()
    await page.fill(field('vue'), '5')
    await page.fill(DATE, '1/8/1787')
    await page.fill(field('nom'), 'LE GALL')
    await showsPage(page, 3)
    await press(page, 'Alt+Shift+l', 'Alt+ArrowDown', 'Alt+ArrowDown')
    await save(page)
    const [act] = await stored()
    expect(act?.repere).toBeGreaterThan(0.02)
    await page.fill(field('vue'), '9')
    await press(page, 'Tab')
    await showsPage(page, 7)
    await press(page, 'Alt+PageUp')
    await until(page, "document.querySelector('form[data-releve]')")
    await showsPage(page, 3)
    const rule = await page.evaluate<string>("document.querySelector('[data-regle]').style.top")
    expect(Number.parseFloat(rule) / 100).toBeCloseTo(act?.repere ?? 0, 3)
    await press(page, 'Alt+Shift+PageDown')
    await showsPage(page, 4)
    expect(await page.inputValue(field('vue'))).toBe('5')
    await context.close()
  })

  test('where it was asked for, the pane goes down to the next act by the step learnt from those before', async () => {
    const { context, page } = await open()
    await showsPage(page, 1)
    await page.click('.registre summary')
    await page.click('[data-choix=pas]')
    await page.focus(field('vue'))
    await page.keyboard.type('3')
    await press(page, 'Alt+Shift+l', ...Array(4).fill('Alt+ArrowUp'))
    const act = async (nom: string, ...keys: string[]) => {
      await page.fill(field('nom'), nom)
      await page.fill(DATE, '1/8/1787')
      await press(page, ...keys)
      await page.waitForTimeout(500)
      await save(page)
    }
    await act('UN')
    await act('DEUX', ...Array(6).fill('Alt+ArrowDown'))
    await act('TROIS')
    const marks = (await stored()).map(({ repere }) => Number(repere))
    expect(marks[1]).toBeCloseTo((marks[0] ?? 0) + 0.06, 3)
    expect(marks[2]).toBeCloseTo((marks[0] ?? 0) + 0.12, 3)
    expect(await page.evaluate("JSON.parse(localStorage.getItem('releves.registre')).pas")).toBe(true)
    await context.close()
  })

  test('a larger picture is asked for when the zoom passes it, and light ones never', async () => {
    const { context, page } = await open()
    await showsPage(page, 1)
    await press(page, ...Array.from({ length: 5 }, () => 'Alt+Shift+g'))
    await until(page, `/!4000,/.test(${IMAGE}.src)`)
    await page.click('.registre summary')
    await page.click('[data-choix=legeres]')
    await until(page, `/!1200,/.test(${IMAGE}.src)`)
    await press(page, 'Alt+Shift+PageDown')
    await until(page, `/page-2.*!1200,/.test(${IMAGE}.src)`)
    await context.close()
  })

  test('the next view is fetched once one has typed for three seconds, and only that one', async () => {
    const { context, page } = await open()
    await showsPage(page, 1)
    await page.focus(field('nom'))
    await page.keyboard.type('LE')
    await until(page, 'true')
    expect(pictures.asked.filter((path) => path.includes('page-2'))).toEqual([])
    await page.waitForTimeout(3600)
    await page.keyboard.type(' GOFF')
    await page.waitForTimeout(3600)
    expect(pictures.asked.filter((path) => !path.includes('page-1/'))).toEqual([
      '/iiif/page-2/full/!2000,2000/0/default.jpg',
    ])
    await context.close()
  })

  test('a host that fails says so with the link, and the form never waits', async () => {
    pictures.isBroken = true
    const { context, page } = await open()
    await until(page, "/n’est pas venue/.test(document.querySelector('[data-mot]').textContent)")
    expect(await page.getAttribute('[data-mot] a', 'href')).toBe('https://archives.exemple.fr/registre/1')
    await page.fill(DATE, '1/8/1787')
    await page.fill(field('nom'), 'SANS IMAGE')
    await save(page)
    pictures.isBroken = false
    await page.click('[data-mot] button')
    await showsPage(page, 1)
    await context.close()
  })

  test('on saveData nothing is fetched that was not asked for', async () => {
    const context = await browser.newContext()
    await signInto(context, site)
    await context.addInitScript("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
    const page = await context.newPage()
    await page.goto(deskUrl(site, source))
    await until(page, "/Afficher/.test(document.querySelector('[data-mot]').textContent)")
    expect(pictures.asked).toEqual([])
    await page.click('[data-mot] button')
    await showsPage(page, 1)
    await context.close()
  })

  test('closed, beside and its height are remembered; the divider moves by the keyboard', async () => {
    const { context, page } = await open()
    await showsPage(page, 1)
    const height = () => page.evaluate<number>("document.querySelector('.registre').offsetHeight / innerHeight")
    expect(await height()).toBeCloseTo(0.45, 1)
    await page.focus('[data-borne]')
    for (let n = 0; n < 5; n += 1) await press(page, 'ArrowDown')
    expect(await height()).toBeCloseTo(0.55, 1)
    await page.click('[data-v="cote"]')
    await page.reload()
    await showsPage(page, 1)
    const [left, right] = await page.evaluate<number[]>(
      "['.registre', '.saisie-feuille'].map(function (one) { return document.querySelector(one).getBoundingClientRect().left })",
    )
    expect(right).toBeGreaterThan((left ?? 0) + 500)
    await page.click('[data-v="cote"]')
    await page.click('[data-v="fermer"]')
    await page.reload()
    await until(page, "document.querySelector('.registre-ferme')")
    expect(await height()).toBeLessThan(0.1)
    await context.close()
  })

  test('a field that has the focus never lies under the picture', async () => {
    const { context, page } = await open()
    await showsPage(page, 1)
    await page.focus(field('nom_marraine'))
    await page.waitForTimeout(200)
    await page.focus(DATE)
    await page.waitForTimeout(300)
    const gap = await page.evaluate<number>(
      "document.activeElement.getBoundingClientRect().top - document.querySelector('.registre').getBoundingClientRect().bottom",
    )
    expect(gap).toBeGreaterThanOrEqual(0)
    await context.close()
  })

  test('where pictures may not be shown there are links, and the window of the archive follows', async () => {
    const { db } = site.deps
    await db.updateTable('depots').set({ diffusion: 'lien' }).execute()
    for (const numero of [1, 2])
      await db
        .updateTable('source_vues')
        .set({ adresse: `http://${pictures.host}/registre/${numero}` })
        .where('numero', '=', numero)
        .execute()
    const { context, page } = await open()
    await until(page, "document.querySelector('.registre-vide')")
    expect(await text(page, '[data-mot]')).toBe('Cette vue se regarde sur le site des archives.')
    const [other] = await Promise.all([context.waitForEvent('page'), page.click('[data-v="ouvrir"]')])
    await other.waitForURL(/\/registre\/1$/)
    await press(page, 'Alt+Shift+PageDown')
    await other.waitForURL(/\/registre\/2$/)
    expect(context.pages()).toHaveLength(2)
    await context.close()
    await db.updateTable('depots').set({ diffusion: 'membres' }).execute()
  })
})

describe('without a script', () => {
  test('the view of the address, links to those beside it, and a form that saves', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    await signInto(context, site)
    const page = await context.newPage()
    await page.goto(deskUrl(site, source))
    await page.click('.registre a.sans-js')
    expect(page.url()).toMatch(/\?vue=2$/)
    expect(await page.getAttribute('.registre noscript img, .registre img', 'src')).toContain('page-2/full/!2000')
    await page.fill(DATE, '1/8/1787')
    await page.fill(field('nom'), 'SANS SCRIPT')
    await page.fill(field('vue'), '6')
    await page.click('[data-enregistrer]')
    expect((await stored()).map(({ data }) => data.nom)).toEqual(['SANS SCRIPT'])
    expect(await page.getAttribute('.registre img', 'src')).toContain('page-4/full/!2000')
    await context.close()
  })
})

test('axe finds nothing, in both themes', async () => {
  const { context, page } = await open()
  await showsPage(page, 1)
  await page.click('.registre summary')
  expect(await faultsInWindow(page)).toEqual([])
  await context.close()
})

test('pictures of one’s own disk, in a source without views: in the order of their numbers, and nothing is sent', async () => {
  await site.deps.db.deleteFrom('source_vues').where('source_id', '=', source).execute()
  const { context, page, errors } = await open()
  await until(page, "document.querySelector('form[data-pret]')")
  const files = () =>
    page.evaluate<number>("document.querySelectorAll('script[src*=volet], link[rel=stylesheet][href*=volet]').length")
  expect(await files()).toBe(0)
  await page.click('.saisie-plus > summary')
  await page.click('a[href$="dossier=1"]')
  await until(page, "document.activeElement.matches('[data-dossier]')")
  expect(await files()).toBe(2)
  const sent: string[] = []
  page.on('request', (request) => request.url().startsWith('blob:') || sent.push(request.url()))
  await page.evaluate(folderOf(11))
  await until(page, `${IMAGE} && ${IMAGE}.alt === 'Vue 1 : vue 1.svg'`)
  for (let n = 0; n < 9; n += 1) await press(page, 'Alt+Shift+PageDown')
  await until(page, `${IMAGE} && ${IMAGE}.alt === 'Vue 10 : vue 10.svg'`)
  expect(await page.inputValue(field('vue'))).toBe('10')
  expect(sent.filter((url) => !url.endsWith('/brouillons'))).toEqual([])
  expect(errors).toEqual([])
  await context.close()
})
