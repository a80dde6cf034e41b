// Every key that the help of the desk promises, one after the other.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browsers, launch } from '../support/browsers.ts'
import { type Site, startSite } from '../support/site.ts'
import { DATE, field, focused, openDesk, save, saved, text, until } from './desk.ts'
import { landmarksOf } from './site-map.ts'

// The oldest that can be driven: what it does with keys, its successors do.
const names = (await browsers())
  .filter(({ playwright }) => playwright)
  .map(({ name }) => name)
  .slice(0, 1)

let site: Site
let source: number

beforeAll(async () => {
  site = await startSite()
  source = (await landmarksOf(site)).source
})

afterAll(() => site?.close())

const etat = (nom: string) => `[name="etats[${nom}]"]`
const press = (page: Page, ...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())

/** The keys in the words of the help, and what is to be seen of each: the record before is LEROY Jean, 12/08/1787, act 40. */
const PROOFS: Record<string, (page: Page) => Promise<void>> = {
  Entrée: async (page) => {
    await page.focus(DATE)
    await press(page, 'Enter')
    expect(await focused(page)).toBe('data[vue]')
    // The number was counted on from the record before: passed.
    await press(page, 'Enter')
    expect(await focused(page)).toBe('data[nom]')
  },
  'Maj+Entrée': async (page) => {
    await page.focus(field('prenom'))
    await press(page, 'Shift+Enter')
    expect(await focused(page)).toBe('data[nom]')
  },
  'Ctrl+Entrée': async (page) => {
    await page.fill(DATE, '13/08/1787')
    await page.fill(field('nom'), 'LEROUX')
    await save(page)
    expect(await page.inputValue(field('numero_acte'))).toBe('42')
    expect(await text(page, '#saisie-recents tr.neuf')).toContain('LEROUX')
  },
  'Ctrl+Maj+Entrée': async (page) => {
    await page.fill(DATE, '13/08/1787')
    await page.fill(field('nom'), 'SANS REPRISE')
    await press(page, 'Control+Shift+Enter')
    await saved(page)
    expect(await page.inputValue(field('numero_acte'))).toBe('')
  },
  'Alt+=': async (page) => {
    await page.focus(field('nom'))
    await press(page, 'Alt+Equal')
    expect([await page.inputValue(field('nom')), await focused(page)]).toEqual(['LEROY', 'data[prenom]'])
  },
  'Alt+Maj+=': async (page) => {
    await page.selectOption(etat('nom'), 'illisible')
    await page.focus(field('prenom'))
    await press(page, 'Alt+Shift+Equal')
    const values = await Promise.all(
      [DATE, field('nom'), field('prenom'), etat('nom'), etat('sexe')].map((one) => page.inputValue(one)),
    )
    expect(values).toEqual(['12/08/1787', 'LEROY', 'Jean', 'sur', 'absent'])
    expect([await page.isDisabled(field('nom')), await page.isDisabled(field('sexe'))]).toEqual([false, true])
    expect(await text(page, '[data-saisie-etat]')).toBe('Tout le relevé précédent est repris.')
  },
  'Alt+F': async (page) => {
    await page.focus(field('prenom_pere'))
    await press(page, 'Alt+f')
    expect(await text(page, '[data-saisie-etat]')).toBe('Aucun couple n’est connu pour ce père.')
    expect(await focused(page)).toBe('data[prenom_pere]')
  },
  'Alt+E': async (page) => {
    await page.fill(field('nom'), 'LEROUX')
    await page.focus(field('nom_pere'))
    await press(page, 'Alt+e')
    expect([await page.inputValue(field('nom_pere')), await focused(page)]).toEqual(['LEROUX', 'data[prenom_pere]'])
    await page.focus(field('prenom_pere'))
    await press(page, 'Alt+e')
    expect(await text(page, '[data-saisie-etat]')).toBe('Il n’y a rien à reprendre dans ce champ.')
  },
  'Alt+P': async (page) => {
    await page.fill(field('profession_pere'), 'tisserand')
    await page.focus(field('profession_mere'))
    await press(page, 'Alt+p')
    expect(await page.inputValue(field('profession_mere'))).toBe('tisserand')
    await page.fill(field('nom_pere'), 'LEROUX')
    await page.selectOption(etat('nom_pere'), 'illisible')
    await page.focus(field('nom_parrain'))
    await press(page, 'Alt+p')
    expect([await page.inputValue(field('nom_parrain')), await focused(page)]).toEqual(['', 'data[nom_parrain]'])
  },
  'Alt+I': async (page) => {
    await page.focus(field('nom'))
    await press(page, 'Alt+i')
    expect([await page.inputValue(etat('nom')), await page.isDisabled(field('nom'))]).toEqual(['illisible', true])
  },
  'Alt+A': async (page) => {
    await page.focus(field('prenom'))
    await press(page, 'Alt+a')
    expect([await page.inputValue(etat('prenom')), await focused(page)]).toEqual(['absent', 'data[sexe]'])
  },
  'Alt+D': async (page) => {
    await page.focus(field('nom'))
    await press(page, 'Alt+d')
    expect([await page.inputValue(etat('nom')), await focused(page)]).toEqual(['douteux', 'data[nom]'])
  },
  'Alt+S': async (page) => {
    await page.focus(field('prenom'))
    await press(page, 'Alt+s')
    expect(await focused(page)).toBe('data[sexe]')
    expect(await text(page, '[data-saisie-etat]')).toContain('passera ce champ')
    expect(await text(page, '.saisie-passes > summary')).toContain('1 champ passé : Prénoms')
    await page.focus(field('nom'))
    await press(page, 'Enter')
    expect(await focused(page)).toBe('data[sexe]')
    await page.focus('.saisie-passes > summary')
    await press(page, 'Enter', 'Tab', 'Alt+s')
    expect([await focused(page), await page.isHidden('.saisie-passes')]).toEqual(['data[prenom]', true])
    await page.focus(field('nom'))
    await press(page, 'Enter')
    expect(await focused(page)).toBe('data[prenom]')
  },
  'Alt+C': async (page) => {
    await page.fill(field('nom'), 'A')
    await press(page, 'Alt+c')
    const bar = await page.locator('.saisie-feuille .actions').boundingBox()
    const box = await page.locator(field('nom')).boundingBox()
    // The field that is written in is not under the palette.
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
    const character = await text(page, '.palette button')
    await press(page, 'Enter')
    expect([await page.inputValue(field('nom')), await focused(page)]).toEqual([`A${character}`, 'data[nom]'])
  },
  'Alt+V': async (page) => {
    await page.fill(DATE, '13/08/1787')
    await page.fill(field('vue'), '45 droite')
    await page.fill(field('nom'), 'LEROUX')
    await press(page, 'Alt+v')
    expect([await page.inputValue(field('vue')), await focused(page)]).toEqual(['46 gauche', 'data[nom]'])
    expect(await text(page, '[data-saisie-etat]')).toContain('Vue 46 gauche')
    await page.click('[data-saisie-etat] button')
    expect(await page.inputValue(field('vue'))).toBe('45 droite')
    await press(page, 'Alt+v')
    await save(page)
    // It is taken over, and raised again for the next act.
    expect(await page.inputValue(field('vue'))).toBe('46 gauche')
    await press(page, 'Alt+v')
    expect(await page.inputValue(field('vue'))).toBe('46 droite')
  },
  'Alt+Page préc.': async (page) => {
    await press(page, 'Alt+PageUp')
    await until(page, "/^Modifier : LEROY/.test(document.querySelector('h1').textContent.replace(/\\s/g, ' '))")
  },
  'Alt+Page suiv.': async (page) => {
    await press(page, 'Alt+PageUp')
    await until(
      page,
      "/^Modifier/.test(document.querySelector('h1').textContent) && document.querySelector('form[data-pret]')",
    )
    await press(page, 'Alt+PageDown')
    await until(
      page,
      "/^Saisie/.test(document.querySelector('h1').textContent) && document.querySelector('form[data-pret]')",
    )
  },
  Tab: async (page) => {
    await page.focus(field('nom'))
    await page.keyboard.type('ler')
    await until(
      page,
      "(document.querySelector('[data-champ=nom] .fantome') || { dataset: {} }).dataset.valeur === 'LEROY'",
    )
    await press(page, 'Tab')
    expect([await page.inputValue(field('nom')), await focused(page)]).toEqual(['LEROY', 'data[prenom]'])
  },
  '↓ ↑': async (page) => {
    const shown = '[data-champ=nom] .suggestions:not([hidden]) [role=option]'
    await page.focus(field('nom'))
    await page.keyboard.type('ler')
    await until(page, `document.querySelector('${shown}')`)
    await press(page, 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Tab')
    expect(await page.inputValue(field('nom'))).toMatch(/^LER/)
    expect(await focused(page)).not.toBe('data[nom]')
  },
  'Maj+Suppr': async (page) => {
    const shown = '[data-champ=nom] .suggestions:not([hidden]) [role=option]'
    await page.focus(field('nom'))
    await page.keyboard.type('leroy')
    await until(page, `document.querySelector('${shown}')`)
    await press(page, 'ArrowDown', 'Shift+Delete')
    await until(page, "/ne sera plus proposé/.test(document.querySelector('[data-saisie-etat]').textContent)")
    await page.click('[data-saisie-etat] button')
    await until(page, "/de nouveau proposé/.test(document.querySelector('[data-saisie-etat]').textContent)")
    expect(await page.inputValue(field('nom'))).toBe('leroy')
  },
  '= ? -': async (page) => {
    await page.focus(field('nom'))
    await press(page, '=', 'Enter', '?', 'Enter')
    expect([await page.inputValue(field('nom')), await page.inputValue(etat('prenom'))]).toEqual(['LEROY', 'illisible'])
    await page.fill(field('nom_pere'), '-')
    await press(page, 'Enter')
    expect(await page.inputValue(etat('nom_pere'))).toBe('absent')
  },
  'Retour arrière': async (page) => {
    await page.focus(field('profession_pere'))
    await page.keyboard.type('lab ')
    expect(await page.inputValue(field('profession_pere'))).toBe('laboureur ')
    await press(page, 'Backspace')
    expect(await page.inputValue(field('profession_pere'))).toBe('lab ')
  },
  '12 ou 12/8': async (page) => {
    await page.fill(DATE, '14')
    await press(page, 'Enter')
    expect(await page.inputValue(DATE)).toBe('14/08/1787')
    await page.fill(DATE, '2/9')
    await press(page, 'Enter')
    expect(await page.inputValue(DATE)).toBe('2/9/1787')
  },
  'j, v ou -3': async (page) => {
    const birth = '[name="data[date_naissance][valeur]"]'
    await page.fill(DATE, '12/08/1787')
    for (const [typed, day] of [
      ['j', '12/08/1787'],
      ['v', '11/08/1787'],
      ['-3', '09/08/1787'],
    ] as const) {
      await page.fill(birth, typed)
      await page.focus(birth)
      await press(page, 'Enter')
      await until(page, `document.querySelector('${birth}').value === '${day}'`)
    }
  },
  '17?? ou 178?': async (page) => {
    await page.fill(DATE, '')
    await page.focus(DATE)
    // Typed sign by sign: in a field « ? » opens no help.
    await page.keyboard.type('178?')
    await until(
      page,
      "/entre 1780 et 1789/.test(document.querySelector('[data-champ=date_evenement] .compris').textContent)",
    )
    await press(page, 'Enter')
    expect(await page.inputValue(DATE)).toBe('178?')
  },
  '?': async (page) => {
    await page.focus('[data-enregistrer]')
    await page.keyboard.press('?')
    await until(page, "document.getElementById('saisie-touches').open")
    expect(await page.evaluate("document.getElementById('saisie-touches').scrollTop")).toBe(0)
    await page.keyboard.press('Escape')
    expect(await page.evaluate("document.getElementById('saisie-touches').open")).toBe(false)
  },
}

describe.each(names)('%s', (name) => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch(name)
  })
  afterAll(() => browser?.close())

  test('the help lists them all', async () => {
    const { context, page } = await openDesk(browser, site, source)
    const listed = await page.$$eval('#saisie-touches dt', (terms) => terms.map((term) => term.textContent))
    expect(listed).toEqual(Object.keys(PROOFS))
    await context.close()
  })

  test.each(Object.keys(PROOFS))('%s', async (keys) => {
    await site.deps.db.deleteFrom('releves').where('nom', 'like', 'LERO%').execute()
    const { context, page, errors } = await openDesk(browser, site, source)
    await page.fill(DATE, '12/08/1787')
    await page.fill(field('numero_acte'), '40')
    await page.fill(field('nom'), 'LEROY')
    await page.fill(field('prenom'), 'Jean')
    await page.selectOption(etat('sexe'), 'absent')
    await save(page)
    await PROOFS[keys]?.(page)
    expect(errors).toEqual([])
    await context.close()
  })
})
