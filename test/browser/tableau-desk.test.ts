// A row is typed with the help that the desk gives: completion, abbreviations, families known, what the act proposes, its keys.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch } from '../support/browsers.ts'
import { factories } from '../support/factories.ts'
import { type Site, startSite } from '../support/site.ts'
import { DATE, field, focused, ghosted, signInto, text, until } from './desk.ts'
import { landmarksOf } from './site-map.ts'

let site: Site
let browser: Browser
let source: number

const FATHER = { nom: 'QUÉVERT', nom_pere: 'QUÉVERT', prenom_pere: 'Zacharie' }

beforeAll(async () => {
  site = await startSite()
  browser = await launch()
  const { db } = site.deps
  const { marie, source: known, type } = await landmarksOf(site)
  const { section_id } = await db
    .selectFrom('sources')
    .select('section_id')
    .where('id', '=', known)
    .executeTakeFirstOrThrow()
  const make = factories(db)
  const { nom } = await db.selectFrom('types_sources').select('nom').where('id', '=', type).executeTakeFirstOrThrow()
  const section = section_id === null ? undefined : { id: section_id }
  source = (
    await make.source({ type: { id: type, nom }, ...(section && { section }), annee_debut: 1780, annee_fin: 1799 })
  ).id
  const told = { profession_pere: 'sabotier', nom_mere: 'HUBERT', prenom_mere: 'Zoé' }
  await make.releve({ id: source }, { vue: '44', ...FATHER, ...told })
  const dated = { created_at: '2026-11-21T10:00:00.000Z', updated_at: '2026-11-21T10:00:00.000Z' }
  const row = { user_id: marie, section_id: null, recherche: '', ...dated }
  await db
    .insertInto('abreviations')
    .values({ ...row, abreviation: 'jn', texte: 'Jean' })
    .execute()
})

afterAll(async () => {
  await browser?.close()
  await site?.close()
})

async function open(vue = '45') {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
  await signInto(context, site)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.goto(`${site.url}/sources/${source}/tableau?vue=${vue}&vides=montrer`)
  await until(page, "document.querySelector('form[data-tableau][data-pret]')")
  return { context, page, errors }
}

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const held = (page: Page, ...noms: string[]) => Promise.all(noms.map((nom) => page.inputValue(field(nom))))
const stored = async (nom: string) => {
  const rows = await site.deps.db.selectFrom('releves').select('data').where('source_id', '=', source).execute()
  return rows.map(({ data }) => data).filter((data) => data.nom === nom)
}

test('Tab takes the value in grey, an abbreviation is written out and taken back, the first name tells the sex', async () => {
  const { context, page, errors } = await open()
  await page.fill(DATE, '12/08/1787')
  await page.focus(field('nom'))
  await page.keyboard.type('quév')
  await ghosted(page, 'nom', 'QUÉVERT')
  await press(page, 'Tab')
  expect([await held(page, 'nom'), await focused(page)]).toEqual([['QUÉVERT'], 'data[prenom]'])
  await page.keyboard.type('jn jn')
  await press(page, 'Enter')
  expect(await held(page, 'prenom')).toEqual(['Jean Jean'])
  await until(page, `document.querySelector('${field('sexe')}').value === 'M'`)
  await page.focus(field('commentaire_parrain'))
  await page.keyboard.type('jn')
  await press(page, 'Enter')
  expect(await held(page, 'commentaire_parrain')).toEqual(['Jean'])
  await press(page, 'Backspace')
  expect([await held(page, 'commentaire_parrain'), await focused(page)]).toEqual([['jn'], 'data[commentaire_parrain]'])
  await press(page, 'Control+Enter')
  await until(page, "!document.querySelector('.grille-etat')")
  // A row that is stored already has nothing proposed, and the next one begins without.
  expect(await held(page, 'sexe')).toEqual([''])
  await press(page, 'ArrowUp')
  expect(await held(page, 'sexe')).toEqual(['M'])
  await page.fill(field('prenom'), 'Perrine')
  await page.waitForTimeout(600)
  expect(await held(page, 'sexe')).toEqual(['M'])
  await press(page, 'Escape')
  expect((await stored('QUÉVERT')).at(-1)).toMatchObject({ prenom: 'Jean Jean', sexe: 'M', vue: '45' })
  expect(errors).toEqual([])
  await context.close()
})

test('the family of a father is offered beside the buttons, Alt+F fills it, and both parents make a child « légitime »', async () => {
  const { context, page, errors } = await open()
  await page.fill(field('nom'), 'COUPLE')
  await page.fill(field('nom_pere'), 'QUÉVERT')
  await page.focus(field('prenom_pere'))
  await page.keyboard.type('zacharie')
  await press(page, 'Enter')
  await until(page, "document.querySelector('.actions .saisie-couple')")
  expect(await text(page, '.actions .saisie-couple')).toBe('et Zoé HUBERT, sabotier [Alt+F]')
  await press(page, 'Alt+f')
  expect(await held(page, 'profession_pere', 'nom_mere', 'prenom_mere', 'legitimite')).toEqual([
    ...['sabotier', 'HUBERT', 'Zoé', 'légitime'],
  ])
  await page.fill(DATE, '13/08/1787')
  await press(page, 'Control+Enter')
  await until(page, "!document.querySelector('.grille-etat')")
  expect(await page.$('.saisie-couple')).toBeNull()
  expect((await stored('COUPLE'))[0]).toMatchObject({ nom_mere: 'HUBERT', legitimite: 'légitime' })
  expect(errors).toEqual([])
  await context.close()
})

test('a column is passed from then on, by a key or a button; the keys are listed; the next view comes once the row is stored', async () => {
  const { context, page, errors } = await open('47')
  await page.fill(DATE, '14/08/1787')
  await page.fill(field('nom'), 'VUE')
  await page.focus(field('prenom'))
  await press(page, 'Alt+s')
  const after = await focused(page)
  expect(after).not.toBe('data[prenom]')
  await page.focus(field('nom'))
  await press(page, 'Enter')
  expect(await focused(page)).toBe(after)
  await page.click('.saisie-plus > summary')
  await page.click('[data-outil=absent]')
  await page.click('[data-outil=touches]')
  expect(await text(page, '#saisie-touches')).toContain('Touches du tableau')
  await press(page, 'Escape')
  await page.focus(field('nom'))
  await press(page, 'Alt+v')
  await until(page, "/vue=48/.test(location.search) && document.querySelector('form[data-tableau][data-pret]')")
  expect(await stored('VUE')).toHaveLength(1)
  await page.focus(field('nom'))
  await press(page, 'Enter')
  expect(await focused(page)).toBe(after)
  await page.focus(field('prenom'))
  await press(page, 'Alt+s')
  await page.focus(field('nom'))
  await press(page, 'Enter')
  expect(await focused(page)).toBe('data[prenom]')
  expect(errors).toEqual([])
  await context.close()
})

test('a row that is not stored is told on other pages, with the way back to it, and to who logs out', async () => {
  const { context, page } = await open('49')
  await page.fill(field('prenom'), 'Sans nom')
  await page.focus(field('prenom'))
  await press(page, 'Control+Enter')
  await until(page, "document.querySelector('.grille-refus')")
  await page.goto(`${site.url}/sources/${source}`)
  const told = '1 ligne d’un tableau n’est pas enregistrée. Elle est gardée sur cet appareil. Ouvrir le tableau'
  expect(await text(page, '.retrouve')).toBe(told)
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    void dialog.dismiss()
  })
  await page.evaluate('document.querySelector(\'form[action="/logout"]\').requestSubmit()')
  await until(page, "document.querySelector('.retrouve a')")
  expect(asked.join()).toContain('1 relevé n’est pas encore envoyé')
  await page.click('.retrouve a')
  await until(page, "/vue=49/.test(location.search) && document.querySelector('.grille-refus')")
  expect(await page.$('.retrouve a[href*="/tableau"]')).toBeNull()
  await context.close()
})
