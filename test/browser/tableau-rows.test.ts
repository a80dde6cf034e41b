// The rows of a page that only their cells tell, in each browser, the oldest too: what the script reads in them is what the server would
// put into the fields. And a row typed there.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { start } from '../support/browsers.ts'
import type { CdpBrowser } from '../support/cdp.ts'
import { factories } from '../support/factories.ts'
import { Page } from '../support/page.ts'
import { type Site, sessionOf, startSite } from '../support/site.ts'
import { everyBrowser, testMore } from './driven.ts'
import { fullTable } from './full-table.ts'

let site: Site
let full: { source: number; path: string }
/** Acts that no cell can tell by itself. */
let odd: number[]
let typed = 0

const date = (valeur: string, calendrier: string) => ({ valeur, calendrier, iso: '1794-08-01' })

beforeAll(async () => {
  site = await startSite()
  full = await fullTable(site)
  const make = factories(site.deps.db)
  odd = [
    await make.releve(
      { id: full.source },
      {
        vue: '46',
        nom: ' B & <b> "c" ',
        sexe: 'ancien',
        date_evenement: date('0002-11-14', 'republicain'),
        numero_acte: 1.5,
      },
    ),
    await make.releve(
      { id: full.source },
      { vue: '46', nom: 'C', date_evenement: date('1582-12-09', 'julien'), ondoye: true },
    ),
    await make.releve(
      { id: full.source },
      {
        vue: '46',
        nom: 'AUBIN',
        date_evenement: date('1794-08-01', 'gregorien'),
        notes: `deux\nlignes ${'x'.repeat(140)}`,
      },
      { prenom: 'illisible', nom: 'douteux', notes: 'douteux' },
    ),
  ]
})

afterAll(() => site?.close())

/** The values of the live row; and those with which the server makes that row live. */
const VALUES = `function (root) {
  var all = {}
  root.querySelectorAll('form[data-tableau] [data-champ] [name]').forEach(function (field) {
    if (!/^(montre|recherche):/.test(field.name) && field.value !== '') all[field.name] = field.value
  })
  return all
}`
const HERE = `(${VALUES})(document)`
const AT_SERVER = `(function () {
  var id = document.querySelector('.vive').dataset.ligne
  return fetch(location.pathname + '?ligne=' + id).then(function (r) { return r.text() }).then(function (html) {
    return (${VALUES})(new DOMParser().parseFromString(html, 'text/html'))
  })
})()`

describe.each(everyBrowser)('%s', (name) => {
  const more = testMore(name, everyBrowser)
  let browser: CdpBrowser
  beforeAll(async () => {
    browser = await start(name)
  })
  afterAll(() => browser?.close())

  async function open(path: string): Promise<Page> {
    const page = await Page.open(browser, { width: 1366, height: 625 })
    await page.setCookie('session', await sessionOf(site, 'admin'), site.url)
    await page.goto(site.url + path)
    await page.waitFor("document.querySelector('form[data-tableau][data-pret]')")
    return page
  }

  const versions = async (ids: number[] | undefined) => {
    const { db } = site.deps
    const rows = await db.selectFrom('releves').select(['id', 'version']).where('source_id', '=', full.source).execute()
    return rows.filter(({ id, version }) => version > 1 && (ids === undefined || ids.includes(id)))
  }

  more('rows are gone through and read as they are stored; nothing is sent', async () => {
    for (const { path, rows } of [
      { path: full.path, rows: 12 },
      { path: `/sources/${full.source}/tableau?vue=46&vides=montrer`, rows: odd.length },
    ]) {
      const page = await open(path)
      for (let n = 0; n < rows; n += 1) {
        await page.press('ArrowUp')
        expect(await page.evaluate(HERE)).toEqual(await page.evaluate(AT_SERVER))
      }
      expect(await page.evaluate("document.querySelectorAll('.grille-etat').length")).toBe(0)
      expect(page.errors).toEqual([])
    }
    expect(await versions(undefined)).toEqual([])
  })

  test('a row is typed and stored alone, its cells those that a page has', async () => {
    const page = await open(`/sources/${full.source}/tableau?vue=${name}`)
    await page.fill('[name="data[date_evenement][valeur]"]', '12/08/1787')
    await page.fill('[name="data[nom]"]', 'MORIN')
    // An act that is there already gets a remark: each browser and each attempt types one of its own.
    typed += 1
    await page.fill('[name="data[prenom]"]', `Anne-${typed}`)
    await page.evaluate("document.querySelector('form[data-tableau] .actions button[data-enregistrer]').click()")
    await page.waitFor("document.querySelector('tr[data-version=\"1\"]') && !document.querySelector('.grille-etat')")
    const SHOWN = `Array.from(document.querySelectorAll('tr[data-version="1"] td:not(.grille-liens)'), function (td) {
      var own = td.querySelector('[data-texte]')
      return own ? own.textContent : td.textContent
    })`
    const shown = await page.evaluate<string[]>(SHOWN)
    expect(shown).toEqual(expect.arrayContaining(['12/08/1787', 'MORIN', `Anne-${typed}`]))
    await page.goto(await page.url())
    await page.waitFor("document.querySelector('form[data-tableau][data-pret]')")
    expect(await page.evaluate(SHOWN)).toEqual(shown)
    expect(page.errors).toEqual([])
  })

  more('« confortable » has rows 8 px higher and larger letters, at once', async () => {
    const page = await open(full.path)
    const SHAPE = `(function () {
      var row = document.querySelector('tbody tr:not(.vive)'), field = document.querySelector('.vive [name="data[nom]"]')
      return [row, field].map(function (e) { return Math.round(e.getBoundingClientRect().height) })
        .concat(getComputedStyle(row.querySelector('td')).fontSize)
    })()`
    expect(await page.evaluate(SHAPE)).toEqual([34, 32, '16px'])
    await page.evaluate("document.querySelector('[name=densite][value=confort]').click()")
    expect(await page.evaluate(SHAPE)).toEqual([42, 40, '18px'])
    expect(page.errors).toEqual([])
  })
})
