// The table of a view, typed in by keys alone.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launch } from '../support/browsers.ts'
import { factories } from '../support/factories.ts'
import { type Site, startSite } from '../support/site.ts'
import { DATE, field, focused, signInto, text, until } from './desk.ts'
import { everyDriven, testMore } from './driven.ts'

let site: Site
let type: { id: number; nom: string }
let section: { id: number }

beforeAll(async () => {
  site = await startSite()
  const make = factories(site.deps.db)
  type = await make.typeSource({
    champs: [
      { nom: 'vue', label: 'Vue' },
      { nom: 'numero', label: 'Numéro', type: 'number' },
      { nom: 'date_evenement', label: 'Date', type: 'date' },
      { nom: 'nom', label: 'Nom', required: true },
      { nom: 'prenom', label: 'Prénom' },
      { nom: 'sexe', label: 'Sexe', type: 'select', options: ['M', 'F'] },
      { nom: 'notes', label: 'Notes', type: 'textarea' },
    ],
  })
  for (const [nom, politique] of [['vue', 'repris'] as const, ['numero', 'incremente'] as const])
    await site.deps.db
      .updateTable('champs')
      .set({ politique })
      .where('type_source_id', '=', type.id)
      .where('nom', '=', nom)
      .execute()
  section = await site.deps.db
    .selectFrom('section_membres')
    .innerJoin('users', 'users.id', 'section_membres.user_id')
    .select('section_id as id')
    .where('users.name', '=', 'marie')
    .executeTakeFirstOrThrow()
})

afterAll(() => site?.close())

const stored = async (source: number) => {
  const rows = await site.deps.db
    .selectFrom('releves')
    .selectAll()
    .where('source_id', '=', source)
    .orderBy('id')
    .execute()
  return rows.map(({ data, etats }) => ({ ...data, ...(Object.keys(etats).length > 0 && { etats }) }))
}

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

const nomsOf = async (source: number) => (await stored(source)).map((row) => (row as { nom?: string }).nom)

async function settled(source: number, n: number) {
  const deadline = Date.now() + 15_000
  while ((await stored(source)).length < n && Date.now() < deadline) await new Promise((done) => setTimeout(done, 50))
  return stored(source)
}

/** Rows as they are typed, cell by cell, and as they are stored. */
const TYPED = [
  ['12/08/1787', 'Le Goff', 'Jean', 'M', ''],
  ['14', 'Briand', 'Anne', 'F', 'jumelle'],
  ['2/9', '=', '?', 'F', '='],
]
const on = (iso: string) => ({ vue: '45', date_evenement: expect.objectContaining({ iso }) })
const STORED = [
  { ...on('1787-08-12'), numero: 1, nom: 'Le Goff', prenom: 'Jean', sexe: 'M' },
  { ...on('1787-08-14'), numero: 2, nom: 'Briand', prenom: 'Anne', sexe: 'F', notes: 'jumelle' },
  { ...on('1787-09-02'), numero: 3, nom: 'Briand', sexe: 'F', notes: 'jumelle', etats: { prenom: 'illisible' } },
]

describe.each(everyDriven)('%s', (name) => {
  const more = testMore(name)
  let browser: Browser
  beforeAll(async () => {
    browser = await launch(name)
  })
  afterAll(() => browser?.close())

  async function open(vue = '45', acts: Record<string, unknown>[] = []) {
    const make = factories(site.deps.db)
    const { id } = await make.source({ type, section, annee_debut: 1780, annee_fin: 1799 })
    for (const act of acts) await make.releve({ id }, { vue, ...act })
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
    await signInto(context, site)
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await page.goto(`${site.url}/sources/${id}/tableau?vue=${vue}`)
    await until(page, "document.querySelector('form[data-tableau][data-pret]')")
    return { page, context, source: id, errors }
  }

  test('a row is typed after the other, each stored alone while the next is typed', async () => {
    const { page, context, source, errors } = await open()
    await page.keyboard.type('1')
    await press(page, 'Enter')
    for (const cells of TYPED) {
      expect(await focused(page)).toBe('data[date_evenement][valeur]')
      for (const cell of cells) {
        await page.keyboard.type(cell)
        await press(page, 'Enter')
      }
    }
    expect(await settled(source, 3)).toEqual(STORED)
    expect(await page.inputValue(field('numero'))).toBe('4')
    expect(errors).toEqual([])
    await context.close()
  })

  more('arrows go from row to row, a change is stored where it was made, Escape takes back', async () => {
    const { page, context, source, errors } = await open('45', [
      { nom: 'A', prenom: 'Un' },
      { nom: 'B', prenom: 'Deux' },
    ])
    await page.focus(field('prenom'))
    await press(page, 'ArrowUp')
    expect([await focused(page), await page.inputValue(field('prenom'))]).toEqual(['data[prenom]', 'Deux'])
    await press(page, 'ArrowUp')
    await page.keyboard.type('Une')
    await press(page, 'ArrowDown')
    expect(await page.inputValue(field('prenom'))).toBe('Deux')
    await page.keyboard.type('Rien')
    await press(page, 'Escape', 'Control+d')
    expect(await page.inputValue(field('prenom'))).toBe('Une')
    await press(page, 'Escape', 'Home', 'ArrowLeft')
    expect(await focused(page)).toBe('data[nom]')
    await until(page, "!document.querySelector('.grille-etat')")
    await press(page, 'ArrowDown')
    expect((await stored(source)).map((row) => (row as { prenom?: string }).prenom)).toEqual(['Une', 'Deux'])
    expect(await text(page, '#saisie-avis')).toBe('')
    expect(errors).toEqual([])
    await context.close()
  })

  more('a refused row waits in its place, nothing lost, and goes once it is right', async () => {
    const { page, context, source, errors } = await open('45', [{ nom: 'A', prenom: 'Un' }])
    await page.fill(field('prenom'), 'Sans nom')
    await page.focus(field('prenom'))
    await press(page, 'Control+Enter')
    await until(page, "document.querySelector('.grille-refus')")
    await page.fill(field('nom'), 'Suivant')
    await page.reload()
    await until(page, "document.querySelector('.grille-refus')")
    expect(await text(page, '.grille-refus .grille-etat')).toContain('obligatoire')
    expect(await page.inputValue(field('nom'))).toBe('Suivant')
    await press(page, 'ArrowUp')
    await until(page, "document.querySelector('.vive [aria-invalid]')")
    await page.fill(field('nom'), 'Retrouvé')
    await page.focus(field('nom'))
    await press(page, 'ArrowDown', 'Control+Enter')
    await settled(source, 3)
    await until(page, "!document.querySelector('.grille-refus')")
    expect((await nomsOf(source)).sort()).toEqual(['A', 'Retrouvé', 'Suivant'])
    await until(page, "!Object.keys(localStorage).some((key) => key.startsWith('releves.tableau.'))")
    expect(errors.filter((one) => !one.includes('422'))).toEqual([])
    await context.close()
  })

  test('without a line rows wait, and are stored once when it is back', async () => {
    const { page, context, source } = await open()
    await context.setOffline(true)
    for (const [n, nom] of ['Un', 'Deux', 'Trois'].entries()) {
      await page.focus(field('nom'))
      await page.keyboard.type(nom)
      await press(page, 'Control+Enter')
      await until(page, `document.querySelectorAll('.grille-etat').length === ${n + 1}`)
    }
    // Said once the last of them was refused by the line.
    await until(page, "/3 lignes attendent/.test(document.querySelector('[data-saisie-etat]').textContent)")
    await context.setOffline(false)
    await settled(source, 3)
    await until(page, "!document.querySelector('.grille-etat')")
    expect(await nomsOf(source)).toEqual(['Un', 'Deux', 'Trois'])
    await context.close()
  })

  more('rows typed at the end of an earlier view stand there in the register, one after the other', async () => {
    const { page, context, source } = await open('44', [{ nom: 'A' }, { nom: 'C', vue: '45' }])
    for (const nom of ['B', 'BB']) {
      await page.focus(field('nom'))
      await page.keyboard.type(nom)
      await press(page, 'Control+Enter')
    }
    await settled(source, 4)
    await until(page, "!document.querySelector('.grille-etat')")
    await page.goto(`${site.url}/sources/${source}/tableau?vue=`)
    const shown = "Array.from(document.querySelectorAll('tr[data-ligne] .nom'), (td) => td.textContent)"
    expect((await page.evaluate<string[]>(shown)).filter((one) => /^[A-C]+$/.test(one))).toEqual(['A', 'B', 'BB', 'C'])
    await context.close()
  })

  more('a row is inserted between two, and states are set by a key', async () => {
    const { page, context, source } = await open('45', [
      { nom: 'A', prenom: 'Un' },
      { nom: 'C', date_evenement: { valeur: '1787', calendrier: 'gregorien', iso: '1787-01-01' } },
    ])
    await page.focus(field('nom'))
    await press(page, 'ArrowUp', 'ArrowUp', 'Insert')
    await page.focus(field('nom'))
    await page.keyboard.type('B')
    await press(page, 'Enter', 'Alt+i', 'Control+Enter')
    await settled(source, 3)
    await page.reload()
    await until(page, "document.querySelector('form[data-tableau][data-pret]')")
    const shown = await page.evaluate<string[]>(
      "Array.from(document.querySelectorAll('tr[data-ligne]:not(.vive)')).map((tr) => tr.textContent.replace(/\\s+/g, ' '))",
    )
    expect(shown.map((line) => /[ABC]/.exec(line)?.[0])).toEqual(['A', 'B', 'C'])
    expect(shown[1]).toContain('illisible')
    expect(await page.inputValue(DATE)).toBe('')
    await context.close()
  })
})
