// The value that stands in grey behind the cursor: Tab takes it, Enter leaves what was typed, and it never says what was not asked.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launch } from '../support/browsers.ts'
import { type Site, startSite } from '../support/site.ts'
import { DATE, field, focused, ghosted, openDesk, save, text } from './desk.ts'
import { names, testOnce } from './driven.ts'
import { landmarksOf } from './site-map.ts'

let site: Site
let source: number

beforeAll(async () => {
  site = await startSite()
  source = (await landmarksOf(site)).source
})

afterAll(() => site?.close())

/** The value that stands in grey in a field; '' for none. */
const ghost = (page: Page, nom: string) =>
  page.evaluate<string>(`(function () {
    var ghost = document.querySelector('[data-champ=${nom}] .fantome')
    return ghost && !ghost.hidden ? ghost.dataset.valeur : ''
  })()`)

/** Pixels from where the text of the field begins to where the ghost has the same letters, unseen. */
const APART = `(function () {
  var ghost = document.querySelector('[data-champ=nom] .fantome')
  var field = document.querySelector('[data-champ=nom] input')
  var style = getComputedStyle(field)
  var start = field.getBoundingClientRect().left + parseFloat(style.paddingLeft) + parseFloat(style.borderLeftWidth)
  return ghost.firstChild.getBoundingClientRect().left - start
})()`

/** A desk with one act behind it: QUÉMÉNER Zoé, daughter of Zacharie. */
async function opened(browser: Browser) {
  const desk = await openDesk(browser, site, source)
  const { page } = desk
  await page.fill(DATE, '12/08/1787')
  await page.fill(field('nom'), 'QUÉMÉNER')
  await page.fill(field('prenom'), 'Zoé')
  await page.fill(field('prenom_pere'), 'Zacharie')
  await page.fill(field('profession_pere'), 'sabotier')
  await save(page)
  return desk
}

describe.each(names)('%s', (name) => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch(name)
  })
  afterAll(() => browser?.close())

  test('Tab takes it and goes on, Enter leaves what was typed, Escape takes it away', async () => {
    const { context, page, errors } = await opened(browser)
    await page.focus(field('nom'))
    await page.keyboard.type('que')
    await ghosted(page, 'nom', 'QUÉMÉNER')
    const seen = await page.evaluate<string>(
      "document.querySelector('[data-champ=nom] .fantome').lastChild.textContent",
    )
    expect([seen, await page.inputValue(field('nom'))]).toEqual(['MÉNER', 'que'])
    expect(Math.abs(await page.evaluate<number>(APART))).toBeLessThan(1)
    await page.keyboard.press('Enter')
    expect([await page.inputValue(field('nom')), await focused(page)]).toEqual(['que', 'data[prenom]'])
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('quem')
    await ghosted(page, 'nom', 'QUÉMÉNER')
    await page.keyboard.press('Escape')
    expect(await ghost(page, 'nom')).toBe('')
    await page.keyboard.press('Tab')
    expect(await page.inputValue(field('nom'))).toBe('quem')
    await page.focus(field('nom'))
    await page.keyboard.type('e')
    await page.keyboard.press('Tab')
    expect(await page.inputValue(field('nom'))).toBe('QUÉMÉNER')
    expect(await focused(page)).toBe('data[prenom]')
    expect(errors).toEqual([])
    await context.close()
  })

  testOnce(name)(
    'the surname of a child is taken by one key for the father, and found for mother and godfather',
    async () => {
      const { context, page, errors } = await opened(browser)
      await page.fill(field('nom'), 'NOUVEAU')
      await page.focus(field('nom_pere'))
      await ghosted(page, 'nom_pere', 'NOUVEAU')
      await page.keyboard.press('Tab')
      expect([await page.inputValue(field('nom_pere')), await focused(page)]).toEqual(['NOUVEAU', 'data[prenom_pere]'])
      expect(await text(page, '[data-saisie-etat]')).toContain('est inscrit')
      await page.focus(field('nom_mere'))
      expect(await ghost(page, 'nom_mere')).toBe('')
      await page.keyboard.type('quem')
      await ghosted(page, 'nom_mere', 'QUÉMÉNER')
      // Typed in this act, it is known before it is saved.
      await page.fill(field('nom_mere'), '')
      await page.focus(field('nom_parrain'))
      await page.keyboard.type('nouv')
      await ghosted(page, 'nom_parrain', 'NOUVEAU')
      await page.focus(field('nom_pere'))
      await page.fill(field('nom_pere'), '')
      await page.keyboard.press('Enter')
      expect(await page.inputValue(field('nom_pere'))).toBe('')
      expect(errors).toEqual([])
      await context.close()
    },
  )

  test('a slow answer never takes the place of what fits; the letters that follow ask nobody', async () => {
    const { context, page, errors } = await opened(browser)
    let asked = 0
    await page.route('**/completions?**', async (route) => {
      asked += 1
      await new Promise((go) => setTimeout(go, 300))
      await route.continue().catch(() => undefined)
    })
    await page.focus(field('prenom_pere'))
    await page.keyboard.type('za')
    await ghosted(page, 'prenom_pere', 'Zacharie')
    await page.waitForTimeout(1000)
    const before = asked
    expect(before).toBeGreaterThan(0)
    await page.keyboard.type('c')
    expect(await ghost(page, 'prenom_pere')).toBe('Zacharie')
    await page.keyboard.type('k')
    expect(await ghost(page, 'prenom_pere')).toBe('')
    await page.waitForTimeout(500)
    expect(asked).toBe(before)
    expect(errors).toEqual([])
    await context.close()
  })

  test('Ctrl+Z takes a taken value back; nothing in the middle of a word', async () => {
    const { context, page, errors } = await opened(browser)
    await page.focus(field('profession_pere'))
    await page.keyboard.type('sab')
    await ghosted(page, 'profession_pere', 'sabotier')
    await page.keyboard.press('ArrowLeft')
    expect(await ghost(page, 'profession_pere')).toBe('')
    await page.keyboard.press('End')
    await page.keyboard.type('o')
    await ghosted(page, 'profession_pere', 'sabotier')
    await page.keyboard.press('Tab')
    expect(await page.inputValue(field('profession_pere'))).toBe('sabotier')
    await page.focus(field('profession_pere'))
    await page.keyboard.press('Control+z')
    expect(await page.inputValue(field('profession_pere'))).toBe('sabo')
    const told = await page.getAttribute(field('profession_pere'), 'aria-autocomplete')
    expect([told, await page.getAttribute('[data-champ=profession_pere] .fantome', 'aria-hidden')]).toEqual([
      'list',
      'true',
    ])
    expect(errors).toEqual([])
    await context.close()
  })
})
