// Fields that one always passes leave the desk into one line, by a key, and come back to their place; the server keeps them.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launch } from '../support/browsers.ts'
import { type Site, startSite } from '../support/site.ts'
import { deskUrl, field, focused, openDesk, save, text, until } from './desk.ts'
import { names } from './driven.ts'
import { landmarksOf } from './site-map.ts'

let site: Site
let source: number

beforeAll(async () => {
  site = await startSite()
  source = (await landmarksOf(site)).source
})

afterAll(() => site?.close())

const stored = async () =>
  (
    await site.deps.db
      .selectFrom('champs_passes')
      .innerJoin('champs', 'champs.id', 'champs_passes.champ_id')
      .select('nom')
      .orderBy('champs.ordre')
      .execute()
  ).map(({ nom }) => nom)

const line = (page: Page) => text(page, '.saisie-passes > summary')
const order = (page: Page) =>
  page.$$eval('.saisie-groupe [data-champ]', (champs) => champs.map((champ) => champ.getAttribute('data-champ')))

describe.each(names)('%s', (name) => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch(name)
  })
  afterAll(() => browser?.close())

  test('many keys at once: all are kept, in the order of the register, and come back to it', async () => {
    await site.deps.db.deleteFrom('champs_passes').execute()
    const { context, page, errors } = await openDesk(browser, site, source)
    const before = await order(page)
    for (const nom of ['mere_decedee', 'sexe', 'legitimite', 'ondoye']) {
      await page.focus(field(nom))
      await page.keyboard.press('Alt+s')
    }
    expect(await focused(page)).toBe('data[nom_pere]')
    expect(await line(page)).toContain('4 champs passés : Sexe, Légitimité, Ondoyé, Mère décédée')
    await page.waitForTimeout(500)
    expect(await stored()).toEqual(['sexe', 'legitimite', 'ondoye', 'mere_decedee'])

    await page.reload()
    await until(page, "document.querySelector('form[data-pret]')")
    expect(await line(page)).toContain('4 champs passés : Sexe, Légitimité, Ondoyé, Mère décédée')
    await page.focus('.saisie-passes > summary')
    await page.keyboard.press('Enter')
    for (const _one of ['sexe', 'legitimite', 'ondoye', 'mere_decedee']) {
      await page.focus('.saisie-passes select:not([data-etat-de])')
      await page.keyboard.press('Alt+s')
    }
    expect(await order(page)).toEqual(before)
    expect(await page.isHidden('.saisie-passes')).toBe(true)
    await page.waitForTimeout(500)
    expect([await stored(), errors]).toEqual([[], []])
    await context.close()
  })

  test('what the browser kept before is taken over once; a value opens the line, the next record closes it', async () => {
    await site.deps.db.deleteFrom('champs_passes').execute()
    const { context, page, errors } = await openDesk(browser, site, source)
    const user = await page.getAttribute('form[data-saisie]', 'data-utilisateur')
    const key = `releves.passes.${user}.${source}`
    await page.evaluate(`localStorage.setItem('${key}', 'prenom_mere sexe disparu')`)
    await page.goto(deskUrl(site, source))
    await until(page, `document.querySelector('form[data-pret]') && localStorage.getItem('${key}') === null`)
    expect(await stored()).toEqual(['sexe', 'prenom_mere'])
    expect(await page.isVisible(field('sexe'))).toBe(false)

    await page.fill('[name="data[date_evenement][valeur]"]', '12/08/1787')
    await page.fill(field('nom'), 'PASSÉ')
    await page.focus('.saisie-passes > summary')
    await page.keyboard.press('Enter')
    await page.selectOption(field('sexe'), 'F')
    await save(page)
    expect(await page.isVisible(field('sexe'))).toBe(false)
    await page.focus(field('nom'))
    // « Tout idem » says something in a passed field.
    await page.keyboard.press('Alt+Shift+Equal')
    expect([await page.isVisible(field('sexe')), await page.inputValue(field('sexe'))]).toEqual([true, 'F'])
    expect(errors).toEqual([])
    await context.close()
  })

  test('a person of whom all is passed is not there; without a line the choice is for this page, and said so', async () => {
    await site.deps.db.deleteFrom('champs_passes').execute()
    const { context, page } = await openDesk(browser, site, source)
    await context.setOffline(true)
    for (const nom of ['nom_marraine', 'prenom_marraine', 'commentaire_marraine']) {
      await page.focus(field(nom))
      await page.keyboard.press('Alt+s')
    }
    expect(await page.isVisible('legend:text-is("Marraine")')).toBe(false)
    await until(page, "/ne vaut que pour cette page/.test(document.querySelector('[data-saisie-etat]').textContent)")
    await page.click('.saisie-passes > summary')
    await page.focus(field('nom_marraine'))
    await page.keyboard.press('Alt+s')
    expect(await page.isVisible('legend:text-is("Marraine")')).toBe(true)
    expect(await focused(page)).toBe('data[nom_marraine]')
    await context.close()
  })
})
