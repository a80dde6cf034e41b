// A value edited where it is shown: in a row of the list of a source and on the page of its record.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launch } from '../support/browsers.ts'
import { type Site, startSite } from '../support/site.ts'
import { focused, signInto, text, until } from './desk.ts'
import { names } from './driven.ts'
import { landmarksOf } from './site-map.ts'

let site: Site
let source: number
let releve: number

beforeAll(async () => {
  site = await startSite()
  const marks = await landmarksOf(site)
  source = marks.source
  releve = marks.releve
})

afterAll(() => site?.close())

const stored = async () =>
  (await site.deps.db.selectFrom('releves').select('data').where('id', '=', releve).executeTakeFirstOrThrow()).data
const LINK = 'document.activeElement.getAttribute("href")'

/** Opens the form of a field by the keyboard and types another first name over the one that is there. */
async function change(page: Page, prenom: string, key: string) {
  await page.focus(`a.modifier[href="/releves/${releve}/champs/prenom"]`)
  await page.keyboard.press('Enter')
  await until(page, `document.activeElement.name === 'data[prenom]'`)
  await page.keyboard.type(prenom)
  await page.keyboard.press(key)
  await until(page, `${LINK} === '/releves/${releve}/champs/prenom'`)
}

describe.each(names)('%s', (name) => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch(name)
  })
  afterAll(() => browser?.close())

  const open = async (path: string, javaScriptEnabled = true) => {
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, javaScriptEnabled })
    await signInto(context, site)
    const page = await context.newPage()
    await page.goto(site.url + path)
    return { page, close: () => context.close() }
  }

  test('in the list: Enter, another value, Enter, twice; Escape leaves it', async () => {
    const { page, close } = await open(`/sources/${source}/releves?tri=saisie`)
    for (const prenom of ['Yvonne', 'Anne Yvonne']) {
      await change(page, prenom, 'Enter')
      expect((await stored()).prenom).toBe(prenom)
      expect(await text(page, `#champ-${releve}-prenom`)).toBe(`${prenom} `)
    }
    await change(page, 'PERSONNE', 'Escape')
    expect((await stored()).prenom).toBe('Anne Yvonne')
    expect(await text(page, `#champ-${releve}-prenom`)).toBe('Anne Yvonne ')
    await page.click(`th a.modifier[href="/releves/${releve}/champs/nom"]`)
    await until(page, `document.activeElement.name === 'data[nom]'`)
    expect(await focused(page)).toBe('data[nom]')
    await page.keyboard.press('Escape')
    await until(page, `document.querySelector('th #champ-${releve}-nom > a').pathname === '/releves/${releve}'`)
    await close()
  })

  test('on the page of the record', async () => {
    const { page, close } = await open(`/releves/${releve}`)
    await change(page, 'Perrine', 'Enter')
    expect(await text(page, `#champ-${releve}-prenom`)).toBe('Perrine Modifier')
    expect(await text(page, '#acte-phrase')).toContain('Baptême de Perrine ')
    expect((await stored()).prenom).toBe('Perrine')
    await close()
  })

  test('with Ctrl, and without scripts, the link leads to a page', async () => {
    const { page, close } = await open(`/sources/${source}/releves?tri=saisie`)
    // After all others: a new tab is the browser's own affair.
    await page.evaluate(
      "addEventListener('click', (event) => { window.isTaken = event.defaultPrevented; event.preventDefault() })",
    )
    for (const [modifiers, isTaken] of [
      [['Control'], false],
      [[], true],
    ] as const) {
      await page.click(`a.modifier[href="/releves/${releve}/champs/prenom"]`, { modifiers: [...modifiers] })
      expect(await page.evaluate('window.isTaken')).toBe(isTaken)
    }
    await close()
    const plain = await open(`/sources/${source}/releves?tri=saisie`, false)
    await plain.page.click(`a.modifier[href="/releves/${releve}/champs/prenom"]`)
    await plain.page.waitForURL(`**/releves/${releve}/champs/prenom`)
    await plain.close()
  })
})
