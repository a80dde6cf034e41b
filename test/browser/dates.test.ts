// Dates at the desk, by the keyboard: short ones become whole when they are left, the calendar follows the text.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launch } from '../support/browsers.ts'
import { type Site, startSite } from '../support/site.ts'
import { DATE, field, focused, openDesk, save, text, until } from './desk.ts'
import { names, testOnce } from './driven.ts'
import { landmarksOf } from './site-map.ts'

let site: Site
let source: number

beforeAll(async () => {
  site = await startSite()
  source = (await landmarksOf(site)).source
})

afterAll(async () => {
  await site?.close()
})

const BIRTH = '[name="data[date_naissance][valeur]"]'
const calendar = (nom: string) => `[name="data[${nom}][calendrier]"]`
const ECHO = '#data-date_evenement-compris'

/** Types in a date and leaves it by Enter. */
async function typed(page: Page, box: string, value: string): Promise<void> {
  await page.focus(box)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(value)
  await page.keyboard.press('Enter')
}

const becomes = (page: Page, box: string, value: string) =>
  until(page, `document.querySelector(${JSON.stringify(box)}).value === ${JSON.stringify(value)}`)

describe.each(names)('%s', (name) => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch(name)
  })
  afterAll(async () => {
    await browser?.close()
  })

  test('the calendar follows a text that can be nothing else, back with it, and never against a choice', async () => {
    const { context, page, errors } = await openDesk(browser, site, source)
    const chosen = () => page.inputValue(calendar('date_evenement'))
    await page.focus(DATE)
    await page.keyboard.type('14 therm. 2')
    await until(page, `document.querySelector('${calendar('date_evenement')}').value === 'republicain'`)
    await until(page, `/= vendredi 1er août 1794/.test(document.querySelector('${ECHO}').textContent)`)
    expect(await text(page, ECHO)).toContain('Lu dans le calendrier républicain.')
    expect(await text(page, ECHO)).toContain('en dehors des années de la source')
    expect(await focused(page)).toBe('data[date_evenement][valeur]')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('12/08/1787')
    await until(page, `/= dimanche 12 août 1787/.test(document.querySelector('${ECHO}').textContent)`)
    expect(await chosen()).toBe('gregorien')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('14 therm. 2')
    await until(page, `document.querySelector('${ECHO} [data-calendrier=gregorien]')`)
    await page.click(`${ECHO} [data-calendrier=gregorien]`)
    await until(page, `document.querySelector('${ECHO} [data-calendrier=republicain]')`)
    expect([await chosen(), await focused(page)]).toEqual(['gregorien', 'data[date_evenement][valeur]'])
    await page.click(`${ECHO} [data-calendrier=republicain]`)
    await until(page, `!document.querySelector('${ECHO} [data-calendrier]')`)
    expect(await chosen()).toBe('republicain')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('2 février 1806')
    await until(page, `document.querySelector('${ECHO} [data-calendrier=gregorien]')`)
    expect(await chosen()).toBe('republicain')
    await page.click(`${ECHO} [data-calendrier=gregorien]`)
    await until(page, `/= dimanche 2 février 1806/.test(document.querySelector('${ECHO}').textContent)`)
    expect(errors).toEqual([])
    await context.close()
  })

  testOnce(name)('the next act has the calendar of the one before, and completes its dates in it', async () => {
    const { context, page, errors } = await openDesk(browser, site, source)
    await typed(page, DATE, '12 vendémiaire an III')
    await page.fill(field('nom'), 'MARTIN')
    await save(page)
    for (const nom of ['date_evenement', 'date_naissance'])
      expect(await page.inputValue(calendar(nom))).toBe('republicain')
    // Without a pause, as without a line.
    await typed(page, DATE, '15')
    expect(await page.inputValue(DATE)).toBe('15 vendémiaire an III')
    await typed(page, DATE, '15/5')
    expect(await page.inputValue(DATE)).toBe('15 pluviôse an III')
    await typed(page, BIRTH, 'v')
    await becomes(page, BIRTH, '14 pluviôse an III')
    expect(await focused(page)).not.toBe('data[date_naissance][valeur]')
    await page.fill(field('nom'), 'DURAND')
    await save(page)
    await typed(page, DATE, 'dudit jour')
    await becomes(page, DATE, '15 pluviôse an III')
    expect(errors).toEqual([])
    await context.close()
  })

  testOnce(name)('a birth is told by the day of the act, and a save does not wait for the answer', async () => {
    const { context, page, errors } = await openDesk(browser, site, source)
    await page.selectOption(calendar('date_evenement'), 'gregorien')
    await page.selectOption(calendar('date_naissance'), 'gregorien')
    await typed(page, DATE, '12/08/1787')
    for (const [short, whole] of [
      ['j', '12/08/1787'],
      ['v', '11/08/1787'],
      ['-3', '09/08/1787'],
      ['le 3 du courant', '03/08/1787'],
    ] as const) {
      await typed(page, BIRTH, short)
      await becomes(page, BIRTH, whole)
    }
    await page.fill(field('nom'), 'MOREL')
    await page.focus(BIRTH)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('v')
    await save(page)
    const last = await site.deps.db.selectFrom('releves').select('data').orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(last.data).toMatchObject({ date_naissance: { valeur: '1787-08-11' } })
    // An act without a date tells no birth.
    await typed(page, BIRTH, 'j')
    await until(
      page,
      `/date de l’acte est vide/.test(document.querySelector('#data-date_naissance-compris').textContent)`,
    )
    expect(await page.inputValue(BIRTH)).toBe('j')
    expect(errors).toEqual([])
    await context.close()
  })

  test('one question a pause, none for what is known', async () => {
    const { context, page } = await openDesk(browser, site, source)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/dates/comprendre'))
        asked.push(new URL(request.url()).searchParams.get('valeur') ?? '')
    })
    await page.selectOption(calendar('date_evenement'), 'gregorien')
    await page.focus(DATE)
    await page.keyboard.type('12/08/1787')
    await until(page, `/= dimanche/.test(document.querySelector('${ECHO}').textContent)`)
    await page.selectOption(calendar('date_naissance'), 'gregorien')
    await page.focus(BIRTH)
    await page.keyboard.type('v')
    await until(page, `/= samedi/.test(document.querySelector('#data-date_naissance-compris').textContent)`)
    await page.keyboard.press('Tab')
    expect(await page.inputValue(BIRTH)).toBe('11/08/1787')
    await page.waitForTimeout(600)
    expect(asked.filter((valeur) => valeur !== '')).toEqual(['12/08/1787', 'v'])
    await context.close()
  })
})
