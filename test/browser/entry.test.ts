// The entry desk by the keyboard alone, and what becomes of what is typed when the line, the session or the tab goes.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launch } from '../support/browsers.ts'
import { SITE_PASSWORD, type Site, sessionOf, startSite } from '../support/site.ts'
import { DATE, deskUrl, field, focused, openDesk, save, saved, signInto, text, until } from './desk.ts'
import { everyDriven, isThorough, testMore } from './driven.ts'
import { BAPTEMES, type Bapteme } from './entry-acts.ts'
import { landmarksOf } from './site-map.ts'

const MAX_KEYS = 25
const WHILE = { timeout: 120_000 }
let site: Site
let source: number

beforeAll(async () => {
  site = await startSite()
  source = (await landmarksOf(site)).source
})

afterAll(async () => {
  await site?.close()
})

const desk = () => deskUrl(site, source)
const signIn = (context: BrowserContext) => signInto(context, site)
const open = (browser: Browser) => openDesk(browser, site, source)

const releves = async () =>
  (
    await site.deps.db
      .selectFrom('releves')
      .select(['id', 'data'])
      .where('source_id', '=', source)
      .orderBy('id', 'desc')
      .execute()
  ).map(({ data }) => data)

const withName = async (nom: string) => (await releves()).filter((data) => data.nom === nom)

describe.each(everyDriven)('%s', (name) => {
  const more = testMore(name)
  let browser: Browser
  beforeAll(async () => {
    browser = await launch(name)
  })
  afterAll(async () => {
    await browser?.close()
    // The next browser is of the same person, who has passed no field yet.
    await site.deps.db.deleteFrom('champs_passes').execute()
  })

  /** Types an act as it stands; tells how many keys were pressed beyond the letters of its names. */
  async function typeAct(page: Page, act: Bapteme): Promise<number> {
    const { keyboard } = page
    const before = await page.evaluate<number>('window.touches')
    let letters = 0
    const type = async (nom: string, value: string, isName = true) => {
      expect(await focused(page)).toBe(nom)
      await keyboard.type(value)
      if (isName) letters += value.length
      await keyboard.press('Enter')
    }
    await type('data[date_evenement][valeur]', act.jour, false)
    await type('data[nom]', act.nom)
    await type('data[prenom]', act.prenom)
    // Proposed by the first name, and then passed.
    if ((await focused(page)) === 'data[sexe]') await type('data[sexe]', act.sexe, false)
    for (const nom of ['date_naissance][valeur', 'legitimite', 'ondoye']) await type(`data[${nom}]`, '')
    await type('data[nom_pere]', act.nom)
    await type('data[prenom_pere]', act.pere)
    for (const nom of ['pere_decede']) await type(`data[${nom}]`, '')
    await type('data[nom_mere]', act.mere[0])
    await type('data[prenom_mere]', act.mere[1])
    for (const nom of ['mere_decedee']) await type(`data[${nom}]`, '')
    await type('data[nom_parrain]', act.parrain[0])
    await type('data[prenom_parrain]', act.parrain[1])
    await type('data[nom_marraine]', act.marraine[0])
    expect(await focused(page)).toBe('data[prenom_marraine]')
    await keyboard.type(act.marraine[1])
    letters += act.marraine[1].length
    await save(page)
    return (await page.evaluate<number>('window.touches')) - before - letters
  }

  // The letters go the same way from the sixth act on.
  const acts = isThorough ? BAPTEMES : BAPTEMES.slice(0, 5)

  test(`${acts.length} baptisms of one register: fewer than 25 keys each beside the names`, WHILE, async () => {
    const { context, page, errors } = await open(browser)
    const { keyboard } = page
    // Once for the register: its priest never says these, and the first act tells the view, the number and the place.
    for (const nom of ['profession_pere', 'profession_mere', 'commentaire_parrain', 'commentaire_marraine']) {
      await page.focus(field(nom))
      await keyboard.press('Alt+s')
    }
    await page.fill(DATE, '30/08/1787')
    await page.fill(field('vue'), '14')
    await page.fill(field('numero_acte'), '40')
    await page.fill(field('nom'), 'PREMIER')
    await page.focus('[name="texte:data[domicile]"]')
    await keyboard.type('pleurt')
    await until(page, "document.querySelector('.lieu .suggestions:not([hidden]) li')")
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await save(page)

    const keys: number[] = []
    for (const act of acts) keys.push(await typeAct(page, act))
    expect(keys).toHaveLength(acts.length)
    expect(Math.max(...keys)).toBeLessThan(MAX_KEYS)

    const stored = (await releves()).slice(0, acts.length).reverse()
    expect(stored.map(({ nom, prenom, sexe }) => ({ nom, prenom, sexe }))).toEqual(
      acts.map(({ nom, prenom, sexe }) => ({ nom, prenom, sexe })),
    )
    expect(stored.map((data) => (data.date_evenement as { valeur: string }).valeur)).toEqual(acts.map(({ iso }) => iso))
    expect(stored.map((data) => data.numero_acte)).toEqual(acts.map((_, index) => 41 + index))
    expect(stored.map((data) => data.prenom_marraine)).toEqual(acts.map(({ marraine }) => marraine[1]))
    expect(new Set(stored.map((data) => (data.domicile as { nom_long: string }).nom_long.split(',')[0]))).toEqual(
      new Set(['Pleurtuit']),
    )
    expect(errors).toEqual([])
    await context.close()
  })

  more('the next form has the cursor as soon as it is there, not a moment later', async () => {
    const { context, page, errors } = await open(browser)
    await page.fill(DATE, '30/08/1787')
    await page.fill(field('nom'), 'AUSSITÔT')
    await page.evaluate(`(function () {
      var key = document.querySelector('form[data-saisie]').dataset.cle
      new MutationObserver(function () {
        if (window.curseur || document.querySelector('form[data-saisie]').dataset.cle === key) return
        window.curseur = document.activeElement.name || 'none'
      }).observe(document.body, { childList: true, subtree: true, attributes: true })
    })()`)
    await page.focus(field('commentaire_marraine'))
    await page.keyboard.press('Control+Enter')
    await saved(page)
    expect(await page.evaluate('window.curseur')).toBe('data[date_evenement][valeur]')
    // The address follows, and brings the same form back.
    await until(page, '/[?&]enregistre=/.test(location.search)')
    await page.reload()
    expect(await text(page, '[data-saisie-etat]')).toContain('Enregistré à')
    expect(errors).toEqual([])
    await context.close()
  })

  more('by keys a field repeats the record before, takes a state and gives it back', async () => {
    const { context, page, errors } = await open(browser)
    const { keyboard } = page
    expect(await focused(page)).toBe('data[date_evenement][valeur]')
    await page.fill(DATE, '12/08/1787')
    await page.fill(field('nom'), 'IDEM')
    await save(page)
    await page.focus(field('nom'))
    await keyboard.press('Alt+Equal')
    expect(await page.inputValue(field('nom'))).toBe('IDEM')
    expect(await focused(page)).toBe('data[prenom]')
    await keyboard.press('Alt+i')
    expect(await page.inputValue('[name="etats[prenom]"]')).toBe('illisible')
    expect(await page.isDisabled(field('prenom'))).toBe(true)
    expect(await focused(page)).toBe('data[sexe]')
    await keyboard.press('Shift+Enter')
    expect(await focused(page)).toBe('data[nom]')
    await keyboard.press('Alt+d')
    expect(await page.inputValue('[name="etats[nom]"]')).toBe('douteux')
    await keyboard.press('Alt+d')
    expect(await page.inputValue('[name="etats[nom]"]')).toBe('sur')
    expect(errors).toEqual([])
    await context.close()
  })

  more('the palette writes where the cursor is, and « ? » opens the help outside of fields only', async () => {
    const { context, page, errors } = await open(browser)
    const { keyboard } = page
    await page.focus(field('nom_pere'))
    await keyboard.type('coeur')
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'Alt+c']) await keyboard.press(key)
    await keyboard.press('ArrowRight')
    await keyboard.press('Enter')
    expect(await page.inputValue(field('nom_pere'))).toBe('coèeur')
    expect(await focused(page)).toBe('data[nom_pere]')
    await keyboard.press('Alt+c')
    expect(await text(page, '.palette button')).toBe('è')
    await keyboard.press('Escape')
    expect(await focused(page)).toBe('data[nom_pere]')
    await keyboard.type('?')
    expect(await page.inputValue(field('nom_pere'))).toBe('coè?eur')

    await page.focus('[data-enregistrer]')
    await keyboard.press('?')
    await until(page, "document.getElementById('saisie-touches').open")
    await keyboard.press('Escape')
    await page.click('.saisie-plus > summary')
    await page.click('[data-outil=touches]')
    await until(page, "document.getElementById('saisie-touches').open")
    await keyboard.press('Escape')
    expect(errors).toEqual([])
    await context.close()
  })

  more('values are offered, taken by Enter, and a wrong one is dropped', async () => {
    const { context, page, errors } = await open(browser)
    const { keyboard } = page
    for (const [jour, prenom] of [
      ['11', 'Zénobie Rose'],
      ['12', 'Zénobbie'],
    ] as const) {
      await page.fill(DATE, `${jour}/08/1787`)
      await page.fill(field('nom'), 'OFFRE')
      await page.fill(field('prenom'), prenom)
      await save(page)
    }
    const shown = '.saisie-champ[data-champ=prenom] .suggestions:not([hidden]) li'
    const offered = () => page.$$eval(shown, (options) => options.map((one) => one.getAttribute('data-valeur')))
    await page.focus(field('prenom'))
    await keyboard.type('zeno')
    await until(page, `document.querySelectorAll('${shown}').length === 2`)
    expect(await page.inputValue(field('prenom'))).toBe('zeno')
    expect(await offered()).toEqual(['Zénobbie', 'Zénobie Rose'])
    // A click meant for the button that saves must not choose a value.
    expect(
      await page.evaluate(`(function () {
        var box = document.querySelector('[data-enregistrer]').getBoundingClientRect()
        return !!document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2).closest('[data-enregistrer]')
      })()`),
    ).toBe(true)
    await keyboard.press('ArrowDown')
    await keyboard.press('Shift+Delete')
    await until(page, "/ne sera plus proposé/.test(document.querySelector('[data-saisie-etat]').textContent)")
    await keyboard.type('b')
    await until(page, `document.querySelectorAll('${shown}').length === 1`)
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    expect(await page.inputValue(field('prenom'))).toBe('Zénobie Rose')
    expect(await focused(page)).toBe('data[sexe]')
    await site.deps.db.deleteFrom('valeurs_ecartees').execute()
    await site.deps.db.deleteFrom('valeurs_sources').where('valeur', 'like', 'Z%').execute()
    expect(errors).toEqual([])
    await context.close()
  })

  more('the session ended: the form stays, log in, it is back with its contents', async () => {
    const { context, page } = await open(browser)
    await page.fill(DATE, '12/08/1787')
    await page.fill(field('nom'), `SESSION ${name}`)
    await context.clearCookies()
    await page.keyboard.press('Control+Enter')
    await until(page, "document.querySelector('.saisie-bandeau a')")
    expect(await page.inputValue(field('nom'))).toBe(`SESSION ${name}`)
    await page.click('.saisie-bandeau a')
    await page.fill('[name=login]', 'marie')
    await page.fill('[name=password]', SITE_PASSWORD)
    await page.click('main button[type=submit]')
    // The session was open still: a form that comes without it counts for nothing, and this browser has what was typed.
    await until(page, `document.querySelector('${field('nom')}')?.value === 'SESSION ${name}'`)
    expect(await page.inputValue(DATE)).toBe('12/08/1787')
    expect(await text(page, '.retrouve')).toContain('Ce n’est pas encore enregistré')
    await page.keyboard.press('Control+Enter')
    await saved(page)
    expect(await withName(`SESSION ${name}`)).toHaveLength(1)
    await context.close()
  })

  more('a closed tab: the next one has it, another open one is left alone, another person sees nothing', async () => {
    const { context, page, errors, another } = await open(browser)
    await page.fill(DATE, '12/08/1787')
    await page.fill(field('nom'), `ONGLET ${name}`)
    await page.waitForTimeout(700)
    const beside = await another()
    await beside.goto(desk())
    await beside.waitForTimeout(1000)
    expect(await beside.inputValue(field('nom'))).toBe('')
    await beside.close()
    await page.close()

    const next = await another()
    await next.goto(desk())
    await until(next, `document.querySelector('${field('nom')}').value !== ''`)
    expect(await next.inputValue(field('nom'))).toBe(`ONGLET ${name}`)
    await next.close()

    await context.clearCookies()
    await context.addCookies([{ name: 'session', value: await sessionOf(site, 'admin'), url: site.url }])
    const stranger = await another()
    await stranger.goto(desk())
    await stranger.waitForTimeout(1000)
    expect(await stranger.inputValue(field('nom'))).toBe('')
    expect(await text(stranger, 'main')).not.toContain('ONGLET')
    await stranger.close()

    await context.clearCookies()
    await signIn(context)
    const back = await another()
    await back.goto(desk())
    await until(back, "/aviez saisi/.test((document.querySelector('.retrouve[role=status]') || {}).textContent)")
    await back.click('.retrouve[role=status] button')
    await until(back, "document.querySelector('form[data-saisie][data-pret]') && !document.querySelector('.retrouve')")
    expect(await back.inputValue(field('nom'))).toBe('')
    const left = site.deps.db.selectFrom('brouillons').selectAll().where('source_id', '=', source)
    expect((await left.execute()).filter(({ contenu }) => contenu['data[nom]'] === `ONGLET ${name}`)).toEqual([])
    expect(errors).toEqual([])
    await context.close()
  })
})
