// A father who is named again: one key fills trade, house and mother.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browsers, launch } from '../support/browsers.ts'
import { type Site, startSite } from '../support/site.ts'
import { DATE, field, focused, openDesk, save, text, until } from './desk.ts'
import { landmarksOf } from './site-map.ts'

const driven = (await browsers()).filter(({ playwright }) => playwright).map(({ name }) => name)
const names = driven.slice(0, 1)

let site: Site
let source: number

beforeAll(async () => {
  site = await startSite()
  source = (await landmarksOf(site)).source
})

afterAll(() => site?.close())

async function act(page: Page, jour: string, values: Record<string, string>): Promise<void> {
  await page.fill(DATE, jour)
  for (const [nom, value] of Object.entries(values)) await page.fill(field(nom), value)
  await save(page)
}

const FATHER = { nom: 'QUÉVERT', nom_pere: 'QUÉVERT', prenom_pere: 'Zacharie' }
const offered = 'legend .saisie-couple'

/** Types the father, and waits for what is known of him. */
async function father(page: Page): Promise<void> {
  await page.fill(field('nom_pere'), 'QUÉVERT')
  await page.focus(field('prenom_pere'))
  await page.keyboard.type('zacharie')
  await page.keyboard.press('Enter')
  await until(page, `document.querySelector('${offered}')`)
}

const held = (page: Page, ...noms: string[]) => Promise.all(noms.map((nom) => page.inputValue(field(nom))))

describe.each(names)('%s', (name) => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch(name)
  })
  afterAll(() => browser?.close())

  test('Alt+F fills what nobody typed, again the next couple, and goes on', async () => {
    const { context, page, errors } = await openDesk(browser, site, source)
    const first = { profession_pere: 'sabotier', nom_mere: 'HUBERT', prenom_mere: 'Zoé' }
    const second = { profession_pere: 'maçon', nom_mere: 'BRIAND', prenom_mere: 'Julie' }
    await act(page, '12/08/1780', { ...FATHER, ...first })
    await act(page, '12/08/1787', { ...FATHER, ...second })
    await father(page)
    expect(await text(page, offered)).toBe('et Julie BRIAND, maçon [Alt+F]')
    expect(await focused(page)).toBe('data[profession_pere]')
    await page.keyboard.press('Alt+f')
    expect(await held(page, 'profession_pere', 'nom_mere', 'prenom_mere')).toEqual(['maçon', 'BRIAND', 'Julie'])
    expect(await focused(page)).not.toBe('data[profession_pere]')
    await page.fill(field('prenom_mere'), 'Juliette')
    await page.keyboard.press('Alt+f')
    // Zoé's surname and the trade of her days; what was typed stays.
    expect(await held(page, 'profession_pere', 'nom_mere', 'prenom_mere')).toEqual(['sabotier', 'HUBERT', 'Juliette'])
    await page.fill(DATE, '14/08/1787')
    await page.fill(field('nom'), 'QUÉVERT')
    await save(page)
    expect(await page.$(offered)).toBeNull()
    await page.keyboard.press('Alt+f')
    expect(await text(page, '[data-saisie-etat]')).toBe('Aucun couple n’est connu pour ce père.')
    expect(errors).toEqual([])
    await context.close()
  })

  test('another father is another family, and no line is no error', async () => {
    const { context, page, errors } = await openDesk(browser, site, source)
    await father(page)
    await page.fill(field('prenom_pere'), 'Zébulon')
    await page.focus(field('nom_mere'))
    await until(page, `!document.querySelector('${offered}')`)
    await page.keyboard.press('Alt+f')
    expect(await held(page, 'nom_mere', 'profession_pere')).toEqual(['', ''])
    await page.fill(field('prenom_pere'), 'Zacharie')
    await page.focus(field('nom_mere'))
    await until(page, `document.querySelector('${offered}')`)
    await page.click(offered)
    expect((await held(page, 'nom_mere'))[0]).not.toBe('')
    expect(errors).toEqual([])
    await context.close()
  })
})
