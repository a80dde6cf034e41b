// The act before is corrected on the desk: the one in hand is there again, with the cursor where it was, whatever happens meanwhile.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateReleve } from '../../src/features/releves/actions/records.ts'
import { launch } from '../support/browsers.ts'
import { type Site, startSite } from '../support/site.ts'
import { DATE, deskUrl, field, openDesk, save, text, until } from './desk.ts'
import { names, testOnce } from './driven.ts'
import { landmarksOf } from './site-map.ts'

let site: Site
let source: number

beforeAll(async () => {
  site = await startSite()
  source = (await landmarksOf(site)).source
})

afterAll(() => site?.close())

const EDITING = "document.querySelector('form[data-releve][data-pret]')"
const IN_HAND = "document.querySelector('form#saisie-acte[data-pret]')"
const stored = (nom: string) => site.deps.db.selectFrom('releves').selectAll().where('nom', '=', nom).execute()

describe.each(names)('%s', (name) => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch(name)
  })
  afterAll(() => browser?.close())

  /** An act just saved, another one half typed with its mistakes, the cursor in the midst of a name. */
  async function halfTyped(nom: string) {
    const { context, page, errors } = await openDesk(browser, site, source)
    await page.fill(DATE, '12/08/1787')
    await page.fill(field('vue'), '45 gauche')
    await page.fill(field('nom'), nom)
    await page.fill(field('nom_mere'), 'HERVÉ')
    await save(page)
    await page.fill(DATE, '32/13/1787')
    await page.fill(field('nom'), 'MARTIN')
    await page.selectOption('[name="etats[prenom]"]', 'illisible')
    await page.focus(field('nom_pere'))
    await page.keyboard.type('MARTIN dit Bel')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    return { context, page, errors }
  }

  async function expectInHand(page: Page) {
    await until(page, IN_HAND)
    await until(page, `document.activeElement.name === 'data[nom_pere]'`)
    const values = [DATE, field('nom'), '[name="etats[prenom]"]', field('nom_pere')].map((one) => page.inputValue(one))
    expect(await Promise.all(values)).toEqual(['32/13/1787', 'MARTIN', 'illisible', 'MARTIN dit Bel'])
    await page.keyboard.type('le ')
    expect(await page.inputValue(field('nom_pere'))).toBe('MARTIN dit le Bel')
  }

  async function open(page: Page) {
    await page.keyboard.press('Alt+PageUp')
    await until(page, EDITING)
  }

  test('saved by Ctrl+Enter, without leaving', async () => {
    const { context, page, errors } = await halfTyped('CORRIGE')
    const corrected = `CORRIGÉ ${name.toUpperCase()}`
    await page.evaluate('window.ici = true')
    await open(page)
    expect(await text(page, '#saisie-avis')).toContain('Vous corrigez : Baptême de CORRIGE')
    expect(await page.inputValue(field('nom_mere'))).toBe('HERVÉ')
    await page.fill(field('nom'), corrected)
    await page.keyboard.press('Control+Enter')
    await expectInHand(page)
    expect(await text(page, '#saisie-recents')).toContain(corrected)
    expect(await page.evaluate('window.ici')).toBe(true)
    expect((await stored(corrected)).map(({ version }) => version)).toEqual([2])
    // And the act in hand is stored once, as it was typed.
    await page.fill(DATE, '13/08/1787')
    await page.focus(field('nom'))
    await save(page)
    expect((await stored('MARTIN')).map(({ data }) => data.nom_pere)).toContain('MARTIN dit le Bel')
    expect(errors).toEqual([])
    await context.close()
  })

  test('left by Escape: what was begun of it is kept too', async () => {
    const { context, page, errors } = await halfTyped('LAISSE')
    await open(page)
    await page.fill(field('nom'), 'COMMENCÉ')
    await page.keyboard.press('Escape')
    await expectInHand(page)
    expect(await stored('COMMENCÉ')).toEqual([])
    await open(page)
    await until(page, "/COMMENCÉ/.test(document.querySelector('#saisie-avis').textContent)")
    expect(errors).toEqual([])
    await context.close()
  })

  testOnce(name)('any of the last acts, by its button', async () => {
    const { context, page, errors } = await halfTyped('BOUTON')
    await page.click('#saisie-recents button[name=corriger]')
    await until(page, EDITING)
    await page.keyboard.press('Escape')
    await expectInHand(page)
    expect(errors).toEqual([])
    await context.close()
  })

  testOnce(name)('with a mistake, and then as it should be', async () => {
    const { context, page } = await halfTyped('FAUTE')
    await open(page)
    await page.fill(DATE, '32/13/1787')
    await page.keyboard.press('Control+Enter')
    await until(
      page,
      "document.querySelector('#saisie-avis .erreurs') && document.querySelector('form[data-releve][data-pret]')",
    )
    await page.fill(DATE, '14/08/1787')
    await page.keyboard.press('Control+Enter')
    await expectInHand(page)
    expect((await stored('FAUTE'))[0]).toMatchObject({ date_evenement: '1787-08-14', version: 2 })
    await context.close()
  })

  testOnce(name)('changed by somebody else meanwhile: the choice leads back', async () => {
    const { context, page } = await halfTyped('CONFLIT')
    await open(page)
    const [act] = await stored('CONFLIT')
    if (!act) throw new Error('not stored')
    const { id, data, etats } = act
    await updateReleve(site.deps.db, {
      id,
      version: 1,
      data: { ...data, prenom: 'Anne' },
      etats,
      user_id: null,
      now: new Date().toISOString(),
    })
    await page.fill(field('prenom'), 'Jeanne')
    await page.keyboard.press('Control+Enter')
    await until(page, "document.querySelector('form[action$=conflit] [type=radio]')")
    await page.check('[type=radio][value=mien]')
    await page.click('form[action$=conflit] button.principal')
    await expectInHand(page)
    expect((await stored('CONFLIT'))[0]?.data.prenom).toBe('Jeanne')
    await context.close()
  })

  test('the line away: nothing is opened, nothing is lost, and nothing goes by itself', async () => {
    const { context, page } = await halfTyped('COUPÉ')
    await context.setOffline(true)
    await page.keyboard.press('Alt+PageUp')
    await page.waitForTimeout(1500)
    await expectInHand(page)
    await context.setOffline(false)
    await page.waitForTimeout(1500)
    expect((await stored('MARTIN')).filter(({ data }) => data.nom_pere === 'MARTIN dit Bel')).toEqual([])
    await context.close()
  })

  test('the browser killed while it is open: the act in hand is there again', async () => {
    const { context, page } = await halfTyped('TUÉ')
    await open(page)
    await page.fill(field('nom'), 'TUÉ MÊME')
    await page.waitForTimeout(1000)
    await page.goto('about:blank')
    const again = await context.newPage()
    await again.goto(deskUrl(site, source))
    await until(
      again,
      `(${IN_HAND}) && (document.querySelector('${field('nom').replaceAll('"', '\\"')}').value === 'MARTIN' || document.querySelector('[data-brouillon-attend]'))`,
    )
    if ((await again.inputValue(field('nom'))) !== 'MARTIN') await again.click('.retrouve-suite a')
    await until(again, `document.querySelector('[name="data[nom]"]').value === 'MARTIN'`)
    expect(await again.inputValue(field('nom_pere'))).toBe('MARTIN dit Bel')
    await context.close()
  })

  testOnce(name)('without JavaScript, by the button', async () => {
    const { context, page } = await halfTyped('SANS SCRIPT')
    const cookies = await context.cookies()
    const plain = await browser.newContext({ javaScriptEnabled: false })
    await plain.addCookies(cookies)
    await page.close()
    const bare = await plain.newPage()
    await bare.goto(deskUrl(site, source))
    await bare.fill(field('nom'), 'MARTIN')
    await bare.click('.saisie-plus summary')
    await bare.click('button[name=corriger]')
    await bare.waitForURL(/modifier\?retour=/)
    expect(await bare.inputValue(field('nom'))).toBe('SANS SCRIPT')
    await bare.fill(field('prenom'), 'Marie')
    await bare.click('.actions .bouton.principal')
    await bare.waitForURL(/nouveau\?brouillon=/)
    expect(await bare.inputValue(field('nom'))).toBe('MARTIN')
    expect((await stored('SANS SCRIPT'))[0]?.data.prenom).toBe('Marie')
    await plain.close()
    await context.close()
  })
})
