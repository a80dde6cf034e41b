// From the save of a record to the form of the next one, which is the same form with other values.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launch } from '../support/browsers.ts'
import { type Site, startSite } from '../support/site.ts'
import { DATE, field, focused, openDesk, save, saved, text, until } from './desk.ts'
import { everyDriven, testMore, testOnce } from './driven.ts'
import { landmarksOf } from './site-map.ts'

const POST = /\/sources\/\d+\/releves$/

let site: Site
let source: number

beforeAll(async () => {
  site = await startSite()
  source = (await landmarksOf(site)).source
})

afterAll(() => site?.close())

/** All that a form tells of its record, its token aside. */
const held = (page: Page) =>
  page.evaluate<Record<string, unknown>>(`(function () {
    var form = document.querySelector('form[data-saisie]')
    return {
      values: Array.from(form.elements)
        .filter(function (field) { return /^((texte:)?data|etats)\\[/.test(field.name) })
        .map(function (field) { return [field.name, field.value, field.disabled, field.tabIndex] }),
      champs: Array.from(form.querySelectorAll('[data-champ]'))
        .map(function (champ) {
          var before = JSON.parse(champ.dataset.precedent || '{}')
          return Object.assign({}, champ.dataset, { precedent: Object.keys(before).sort().map(function (name) { return [name, before[name]] }) })
        }),
      said: Array.from(form.querySelectorAll('.compris, [data-combobox-avis], [data-saisie-etat]'))
        .map(function (line) { return line.textContent }),
      previous: form.querySelector('a[rel=prev]').getAttribute('href'),
      recent: document.querySelector('#saisie-recents').innerText,
      focus: document.activeElement.name,
      key: form.dataset.cle === form.elements._envoi.value && form.dataset.cle.length,
    }
  })()`)

/** Every record of the source starts with this value; gives what takes that back. */
async function giveDefault(nom: string, value: string): Promise<() => Promise<unknown>> {
  const { db } = site.deps
  const change = async (politique: 'defaut' | 'vide', defauts: object) => {
    await db.updateTable('champs').set({ politique }).where('nom', '=', nom).execute()
    await db
      .updateTable('sources')
      .set({ defauts: JSON.stringify(defauts) })
      .where('id', '=', source)
      .execute()
  }
  await change('defaut', { [nom]: value })
  return () => change('vide', {})
}

describe.each(everyDriven)('%s', (name) => {
  const more = testMore(name)
  let browser: Browser
  beforeAll(async () => {
    browser = await launch(name)
  })
  afterAll(() => browser?.close())

  async function typeAct(page: Page, nom: string): Promise<void> {
    await page.fill(DATE, '12/08/1787')
    await page.fill(field('vue'), '14')
    await page.fill(field('numero_acte'), '40')
    await page.fill(field('nom'), nom)
    await page.selectOption('[name="etats[prenom]"]', 'illisible')
    await page.fill('[name="texte:data[domicile]"]', '')
    await page.keyboard.type('pleurt')
    await until(page, "document.querySelector('.lieu .suggestions:not([hidden]) li')")
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await until(page, "/choisi/.test(document.querySelector('[data-combobox-avis]').textContent)")
  }

  test('the form that stays holds what a page that arrives would, and the address gives it again', async () => {
    const { context, page, errors } = await openDesk(browser, site, source)
    await page.evaluate("document.querySelector('form[data-saisie]').dataset.reste = '1'")
    for (const nom of ['SUITE UN', 'SUITE DEUX']) {
      await typeAct(page, nom)
      await save(page)
    }
    const kept = await held(page)
    expect(await page.evaluate("document.querySelector('form[data-saisie]').dataset.reste")).toBe('1')
    expect(JSON.stringify(kept)).toContain('SUITE DEUX')
    // The address follows a moment after the form.
    await until(page, `'${kept.previous}'.indexOf('/' + location.search.slice('?enregistre='.length) + '/') > 0`)
    expect(page.url()).toMatch(/\?enregistre=\d+$/)
    await page.reload()
    await until(page, "document.querySelector('form[data-saisie][data-pret]')")
    expect(await held(page)).toEqual(kept)
    // A reload sends nothing, and what is typed now is a record of its own.
    await typeAct(page, 'SUITE TROIS')
    await save(page)
    const rows = await site.deps.db.selectFrom('releves').select('nom').where('nom', 'like', 'SUITE %').execute()
    expect(rows.map(({ nom }) => nom).sort()).toEqual(['SUITE DEUX', 'SUITE TROIS', 'SUITE UN'])
    await site.deps.db.deleteFrom('releves').where('nom', 'like', 'SUITE %').execute()
    expect(errors).toEqual([])
    await context.close()
  })

  testOnce(name)(
    'a default that was emptied stays empty, a calendar put back is the Gregorian one, and every sign arrives',
    async () => {
      const { db } = site.deps
      const takeBack = await giveDefault('profession_pere', 'laboureur')
      const { context, page, errors } = await openDesk(browser, site, source)
      const noms = ['SIGNES UN', 'SIGNES & 50 % + « é » = 1']
      for (const [n, nom] of noms.entries()) {
        expect(await page.inputValue(field('profession_pere'))).toBe('laboureur')
        await page.fill(DATE, `${12 + n}/08/1787`)
        await page.selectOption('[name="data[date_evenement][calendrier]"]', n === 0 ? 'julien' : 'gregorien')
        await page.fill(field('nom'), nom)
        await page.fill(field('profession_pere'), '')
        await save(page)
      }
      const rows = await db
        .selectFrom('releves')
        .select('data')
        .where('nom', 'like', 'SIGNES %')
        .orderBy('id')
        .execute()
      expect(rows.map(({ data }) => [data.nom, data.profession_pere])).toEqual(noms.map((nom) => [nom, undefined]))
      expect(rows.map(({ data }) => data.date_evenement)).toMatchObject(
        ['julien', 'gregorien'].map((calendrier) => ({ calendrier })),
      )
      expect(errors).toEqual([])
      await takeBack()
      await db.deleteFrom('releves').where('nom', 'like', 'SIGNES %').execute()
      await context.close()
    },
  )

  testOnce(name)('a refused form, put right, leads to a whole new one', async () => {
    const { context, page } = await openDesk(browser, site, source)
    await page.fill(DATE, '31/02/1788')
    await page.fill(field('nom'), 'REFUS')
    await page.keyboard.press('Control+Enter')
    await until(page, "document.querySelector('#saisie-avis .erreurs')")
    await page.fill(DATE, '28/02/1788')
    await save(page)
    expect(await text(page, '#saisie-avis')).toBe('')
    expect(await page.inputValue(field('nom'))).toBe('')
    expect(await focused(page)).toBe('data[date_evenement][valeur]')
    await page.fill(DATE, '29/02/1788')
    await page.fill(field('nom'), 'REFUS BIS')
    expect(await text(page, '[data-saisie-etat]')).toBe('Modifications non enregistrées')
    await save(page)
    expect(await page.inputValue(field('nom'))).toBe('')
    await context.close()
  })

  more('while the record is on its way its form takes nothing, the next one what is typed', async () => {
    const { context, page, errors } = await openDesk(browser, site, source)
    await page.fill(DATE, '12/08/1787')
    await page.fill(field('nom'), 'EN ROUTE')
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(POST, async (route) => {
      await held
      await route.continue()
    })
    await page.keyboard.press('Control+Enter')
    await until(page, "/Enregistrement…/.test(document.querySelector('[data-saisie-etat]').textContent)")
    for (const key of ['Alt+i', 'Alt+Equal']) await page.keyboard.press(key)
    // A typist who does not look types the next act.
    await page.keyboard.type('13/08/1788')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('7')
    await page.keyboard.press('Enter')
    await page.keyboard.type('15')
    expect(await page.inputValue(field('nom'))).toBe('EN ROUTE')
    expect(await page.inputValue('[name="etats[nom]"]')).toBe('sur')
    answer()
    await until(page, "/EN ROUTE/.test(document.querySelector('#saisie-recents .neuf').textContent)")
    expect([await page.inputValue(DATE), await page.inputValue(field('vue'))]).toEqual(['13/08/1787', '15'])
    await page.keyboard.type('6')
    expect(await page.inputValue(field('vue'))).toBe('156')
    expect(errors).toEqual([])
    await context.close()
  })

  more('a draft that is answered late says nothing of a record on its way', async () => {
    const { context, page } = await openDesk(browser, site, source)
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/brouillons', async (route) => {
      await held
      await route.continue()
    })
    await page.route(POST, () => undefined)
    const draft = page.waitForRequest('**/brouillons')
    await page.fill(field('nom'), 'TARDIF')
    await draft
    await page.keyboard.press('Control+Enter')
    const kept = page.waitForResponse('**/brouillons')
    answer()
    await (await kept).finished()
    expect(await text(page, '[data-saisie-etat]')).toBe('Enregistrement…')
    await context.close()
  })

  more('a double click, a key held down: one record, and nothing said of the next form', async () => {
    const { context, page, errors } = await openDesk(browser, site, source)
    const count = async () => (await site.deps.db.selectFrom('releves').select('id').execute()).length
    await page.fill(DATE, '12/08/1787')
    await page.fill(field('nom'), 'DOUBLE')
    const before = await count()
    const { x, y, width, height } = (await page.locator('[data-enregistrer]').first().boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    }
    await page.mouse.move(x + width / 2, y + height / 2)
    for (const clickCount of [1, 2]) {
      await page.mouse.down({ clickCount })
      await page.mouse.up({ clickCount })
      if (clickCount === 1) await saved(page)
    }
    await page.waitForTimeout(500)
    expect([await count(), await text(page, '#saisie-avis')]).toEqual([before + 1, ''])
    expect(await text(page, '[data-saisie-etat]')).toContain('Enregistré à')

    await page.fill(DATE, '13/08/1787')
    await page.fill(field('nom'), 'TENUE')
    await page.keyboard.down('Control')
    await page.keyboard.down('Enter')
    await saved(page)
    // The second press of the same key is a repetition.
    await page.keyboard.down('Enter')
    await page.waitForTimeout(500)
    await page.keyboard.up('Enter')
    await page.keyboard.up('Control')
    expect([await count(), await text(page, '#saisie-avis')]).toEqual([before + 2, ''])
    expect(errors).toEqual([])
    await context.close()
  })

  more('words that come and go leave the button where it is', async () => {
    const { context, page } = await openDesk(browser, site, source)
    const words = [
      '',
      'Enregistrement…',
      'Modifications non enregistrées',
      'Brouillon gardé sur cet appareil, pas encore enregistré',
      'Votre session est terminée, rien n’est encore enregistré.',
    ]
    for (const width of [1024, 1280, 1366]) {
      await page.setViewportSize({ width, height: 768 })
      const tops: number[] = []
      for (const word of words) {
        await page.evaluate(`document.querySelector('[data-saisie-etat]').textContent = ${JSON.stringify(word)}`)
        tops.push((await page.locator('[data-enregistrer]').first().boundingBox())?.y ?? 0)
      }
      expect(new Set(tops).size).toBe(1)
    }
    await context.close()
  })

  const withNames = async (...noms: string[]) => {
    const rows = await site.deps.db.selectFrom('releves').select(['id', 'nom']).where('nom', 'in', noms).execute()
    return rows.map(({ nom }) => nom).sort()
  }

  /** Types a record whose answer never comes back, though it is stored; changes it while it waits, and opens what became of the change. */
  async function changeLost(page: Page, nom: string, to: string): Promise<void> {
    let isStored = false
    // Before anything is typed: a request that follows at once may still pass by, on a busy machine.
    await page.route(POST, async (route) => {
      if (!isStored) await route.fetch({ maxRedirects: 0 })
      isStored = true
      await route.abort('connectionreset')
    })
    await page.fill(DATE, '12/08/1787')
    await page.fill(field('nom'), nom)
    await page.keyboard.press('Control+Enter')
    await page.click('[data-file] summary')
    await page.click('[data-file] li button')
    await until(page, `document.querySelector('${field('nom')}').value === '${nom}'`)
    await page.fill(field('nom'), to)
    await page.unroute(POST)
    await page.keyboard.press('Control+Enter')
    await until(page, "/déjà enregistré/.test(document.querySelector('[data-file]').textContent)")
    await page.goto(`${site.url}/brouillons`)
    await page.click('a[aria-label^="Reprendre"]')
    await until(page, "/déjà enregistré/.test((document.querySelector('.retrouve') || {}).textContent)")
    // The keys of the desk are heard from then on.
    await until(page, "document.querySelector('form[data-pret]')")
    expect(await page.inputValue(field('nom'))).toBe(to)
    expect(await withNames(nom, to)).toEqual([nom])
  }

  testOnce(name)('stored, the answer lost, then changed: the change goes into that record', async () => {
    const { context, page } = await openDesk(browser, site, source)
    await changeLost(page, `PERDU ${name}`, `RETROUVÉ ${name}`)
    await page.keyboard.press('Control+Enter')
    await until(page, "/Relevé modifié/.test(document.querySelector('#flash').textContent)")
    expect(await withNames(`PERDU ${name}`, `RETROUVÉ ${name}`)).toEqual([`RETROUVÉ ${name}`])
    await context.close()
  })

  testOnce(name)('or, as a record of its own, leaves nothing behind', async () => {
    const { context, page } = await openDesk(browser, site, source)
    await changeLost(page, `UN ${name}`, `DEUX ${name}`)
    const edit = page.url()
    await page.click('button[formaction]')
    await saved(page)
    expect(await withNames(`UN ${name}`, `DEUX ${name}`)).toEqual([`DEUX ${name}`, `UN ${name}`])
    await page.goto(edit)
    await page.waitForTimeout(700)
    expect(await page.inputValue(field('nom'))).toBe(`UN ${name}`)
    expect(await text(page, '#saisie-avis')).toBe('')
    await context.close()
  })
})
