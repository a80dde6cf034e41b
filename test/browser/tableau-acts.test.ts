// Baptisms typed in the table by keys are those typed at the desk, field by field; cells pasted in it are a dry run.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browsers, launch } from '../support/browsers.ts'
import { factories } from '../support/factories.ts'
import { type Site, startSite } from '../support/site.ts'
import { DATE, deskUrl, field, save, signInto, until } from './desk.ts'
import { isThorough } from './driven.ts'
import { BAPTEMES, type Bapteme } from './entry-acts.ts'

const [oldest] = (await browsers()).filter(({ playwright }) => playwright)

let site: Site
let browser: Browser
let type: { id: number; nom: string }
let section: { id: number }

beforeAll(async () => {
  site = await startSite()
  browser = await launch(oldest?.name)
  const names = ['nom', 'prenom', 'prenom_pere', 'nom_mere', 'prenom_mere', 'nom_parrain', 'nom_marraine']
  const texts = names.map((nom) => ({ nom, required: nom === 'nom' }))
  const date = { nom: 'date_evenement', type: 'date' as const }
  const sexe = { nom: 'sexe', type: 'select' as const, options: ['M', 'F'] }
  type = await factories(site.deps.db).typeSource({ champs: [date, ...texts, sexe] })
  section = await site.deps.db
    .selectFrom('section_membres')
    .innerJoin('users', 'users.id', 'section_membres.user_id')
    .select('section_id as id')
    .where('users.name', '=', 'marie')
    .executeTakeFirstOrThrow()
})

afterAll(async () => {
  await browser?.close()
  await site?.close()
})

async function opened(path: (source: number) => string) {
  const { id } = await factories(site.deps.db).source({ type, section, annee_debut: 1780, annee_fin: 1799 })
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
  await signInto(context, site)
  const page = await context.newPage()
  await page.goto(path(id))
  await until(page, "document.querySelector('form[data-saisie][data-pret]')")
  return { context, page, source: id }
}

const storedOf = (source: number) =>
  site.deps.db
    .selectFrom('releves')
    .select(['data', 'etats', 'date_evenement'])
    .where('source_id', '=', source)
    .orderBy('id')
    .execute()

/** The cells of an act in the order of the columns; the date with its month and year, as the first one has them. */
const cellsOf = ({ iso, nom, prenom, pere, mere, parrain, marraine, sexe }: Bapteme): string[] => {
  const date = iso.split('-').reverse().join('/')
  return [date, nom, prenom, pere, mere[0], mere[1], parrain[0], marraine[0], sexe]
}

const NAMES = ['nom', 'prenom', 'prenom_pere', 'nom_mere', 'prenom_mere', 'nom_parrain', 'nom_marraine']

async function typeAtDesk(page: Page, act: Bapteme): Promise<void> {
  const [date = '', ...cells] = cellsOf(act)
  await page.fill(DATE, date)
  for (const [i, nom] of NAMES.entries()) await page.fill(field(nom), cells[i] ?? '')
  await page.selectOption(field('sexe'), act.sexe)
  await save(page)
}

// The letters go the same way from the sixth act on.
const acts = isThorough ? BAPTEMES : BAPTEMES.slice(0, 5)

test(`${acts.length} baptisms are stored as at the desk`, async () => {
  const desk = await opened((id) => deskUrl(site, id))
  for (const act of acts) await typeAtDesk(desk.page, act)
  const table = await opened((id) => `${site.url}/sources/${id}/tableau`)
  for (const act of acts) {
    for (const cell of cellsOf(act)) {
      await table.page.keyboard.type(cell)
      await table.page.keyboard.press('Enter')
    }
  }
  await until(
    table.page,
    `document.querySelectorAll('tr[data-ligne]').length === ${acts.length + 1} && !document.querySelector('.grille-etat')`,
  )
  const expected = await storedOf(desk.source)
  expect(expected).toHaveLength(acts.length)
  expect(await storedOf(table.source)).toEqual(expected)
  for (const { context } of [desk, table]) await context.close()
}, 180_000)

/** Burials, cell by cell, signs among them: date, name, first names, age, trade, sex, father, remarks. */
const BURIALS = [
  ['31/08/1787', 'MORIN', 'Anne', '72', 'fileuse', 'F', '', 'munie des sacrements'],
  ['1/9', '=', 'Guillaume', '3,5', '-', 'M', 'Jean', ''],
  ['4', 'HERVÉ', '?', '40', 'laboureur', 'M', 'Yves', 'noyé, levée du corps'],
  ['12', 'ROUXEL', 'Perrine', '', '=', 'F', '=', '?'],
]
const BURIAL = ['nom', 'prenom', 'age', 'profession', 'sexe', 'prenom_pere', 'notes']

test('burials with signs and short dates are stored as at the desk', async () => {
  const texts = ['nom', 'prenom', 'profession', 'prenom_pere'].map((nom) => ({ nom, required: nom === 'nom' }))
  const of = (nom: string) => texts.filter((one) => one.nom === nom)
  const champs = [
    { nom: 'date_evenement', type: 'date' as const },
    ...[...of('nom'), ...of('prenom'), { nom: 'age', type: 'number' as const }, ...of('profession')],
    ...[{ nom: 'sexe', type: 'select' as const, options: ['M', 'F'] }, ...of('prenom_pere')],
    { nom: 'notes', type: 'textarea' as const },
  ]
  type = await factories(site.deps.db).typeSource({ nom: 'Sépultures, du tableau', champs })
  const desk = await opened((id) => deskUrl(site, id))
  for (const [date = '', ...cells] of BURIALS) {
    await desk.page.fill(DATE, date)
    for (const [i, nom] of BURIAL.entries()) {
      if (nom === 'sexe') await desk.page.selectOption(field(nom), cells[i] ?? '')
      else await desk.page.fill(field(nom), cells[i] ?? '')
    }
    await save(desk.page)
  }
  const table = await opened((id) => `${site.url}/sources/${id}/tableau`)
  for (const cells of BURIALS) {
    for (const cell of cells) {
      await table.page.keyboard.type(cell)
      await table.page.keyboard.press('Enter')
    }
  }
  await until(
    table.page,
    "document.querySelectorAll('tr[data-ligne]').length === 5 && !document.querySelector('.grille-etat')",
  )
  const expected = await storedOf(desk.source)
  expect(expected.map(({ etats }) => etats)).toContainEqual({ prenom: 'illisible' })
  expect(await storedOf(table.source)).toEqual(expected)
  for (const { context } of [desk, table]) await context.close()
}, 90_000)

test('« = » with nothing above is refused in its cell, as at the desk, and the row goes once it is mended', async () => {
  const { page, context, source } = await opened((id) => `${site.url}/sources/${id}/tableau`)
  await page.fill(DATE, '12/08/1787')
  await page.fill(field('nom'), 'ÉGAL')
  await page.fill(field('prenom'), '=')
  await page.press(field('prenom'), 'Control+Enter')
  await until(
    page,
    "/rien à reprendre/.test((document.querySelector('.grille-etat, .vive .erreur') || {}).textContent)",
  )
  expect(await storedOf(source)).toEqual([])
  await page.click('tr.grille-refus td >> nth=1')
  expect(await page.inputValue(field('prenom'))).toBe('=')
  await page.fill(field('prenom'), 'Jean')
  await page.press(field('prenom'), 'Control+Enter')
  await until(page, 'document.querySelectorAll(\'tr[data-version="1"]\').length === 1')
  expect((await storedOf(source)).map(({ data }) => data.prenom)).toEqual(['Jean'])
  await context.close()
}, 60_000)

test('cells that are pasted become a dry run from the column of the cursor', async () => {
  const { page, context } = await opened((id) => `${site.url}/sources/${id}/tableau`)
  await page.focus(field('nom'))
  await page.evaluate(`(() => {
    const data = new DataTransfer()
    data.setData('text/plain', 'MORIN\\tAnne\\nBRIAND\\tOlive\\n')
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })()`)
  await until(page, '/^\\/imports\\/\\d+$/.test(location.pathname)')
  await context.close()
})
