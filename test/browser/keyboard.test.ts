// The keyboard alone: the entry desk, the place box, the way into and around every page.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launch } from '../support/browsers.ts'
import { type Site, sessionOf, startSite } from '../support/site.ts'
import { everyDriven, testMore } from './driven.ts'
import { type Landmarks, landmarksOf } from './site-map.ts'

/** A page of fifty results has three links in each. */
const MOST_STOPS = 300

let site: Site
let ids: Landmarks

beforeAll(async () => {
  site = await startSite()
  ids = await landmarksOf(site)
})

afterAll(() => site?.close())

describe.each(everyDriven)('%s', (name) => {
  const more = testMore(name)
  let browser: Browser

  beforeAll(async () => {
    browser = await launch(name)
  })

  afterAll(() => browser?.close())

  /** A page of marie at this address; its exceptions fail the test. */
  async function open(path: string): Promise<{ page: Page; errors: string[] }> {
    const context = await browser.newContext()
    await context.addCookies([{ name: 'session', value: await sessionOf(site, 'marie'), url: site.url }])
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.goto(site.url + path)
    return { page, errors }
  }

  const desk = () => open(`/sources/${ids.source}/releves/nouveau`)

  test('enters two records without the mouse', async () => {
    const { page, errors } = await desk()
    await focusIs(page, 'data[date_evenement][valeur]')
    await page.keyboard.type('3/5/1788')
    await enterUntil(page, 'data[nom]')
    await page.keyboard.type('LE GALL')
    await page.keyboard.press('Enter')
    await focusIs(page, 'data[prenom]')
    await page.keyboard.type('Yves')
    await page.keyboard.press('Control+Enter')
    await page.getByText(/^Enregistré à \d/).waitFor()
    await focusIs(page, 'data[date_evenement][valeur]')
    expect(await page.locator('#saisie-recents tr.neuf').innerText()).toContain('LE GALL')

    await page.keyboard.type('4/5/1788')
    await enterUntil(page, 'data[nom]')
    await page.keyboard.type('LE GOFF')
    await page.locator('main form[data-saisie] textarea').last().focus()
    await page.keyboard.type('deux lignes')
    await page.keyboard.press('Enter')
    await page.keyboard.type('dans une note')
    expect(await page.locator('main form[data-saisie] textarea').last().inputValue()).toBe('deux lignes\ndans une note')
    // Tab passes by the state of the note, as Enter does.
    await page.keyboard.press('Tab')
    await focusEndsOn(page, '[data-enregistrer]')
    await page.keyboard.press('Enter')
    await page.locator('#saisie-recents tr.neuf', { hasText: 'LE GOFF' }).waitFor()
    await focusIs(page, 'data[date_evenement][valeur]')
    expect(errors).toEqual([])
    await page.context().close()
  })

  more('leads to what is wrong, and from there to the field', async () => {
    const { page, errors } = await desk()
    await page.keyboard.type('31/02/1788')
    await page.keyboard.press('Control+Enter')
    await focusEndsOn(page, '.erreurs')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await focusIs(page, 'data[date_evenement][valeur]')
    expect(await page.locator(':focus').inputValue()).toBe('31/02/1788')
    expect(await page.locator(':focus').getAttribute('aria-invalid')).toBe('true')
    expect(errors).toEqual([])
    await page.context().close()
  })

  more('chooses a place with arrows, Enter, Escape and Tab', async () => {
    const { page, errors } = await desk()
    const box = page.locator('[name="texte:data[domicile]"]')
    const chosen = page.locator('[name="data[domicile]"]')
    const options = page.locator('.suggestions:not([hidden]) [role=option]')
    await box.focus()
    await page.keyboard.type('saint')
    await options.nth(1).waitFor()
    expect(await box.getAttribute('aria-expanded')).toBe('true')
    expect(await chosen.inputValue()).toBe('')

    // Another letter: what was offered before it is no longer there to be taken by mistake.
    const count = "document.querySelectorAll('.suggestions:not([hidden]) [role=option]').length"
    expect(
      await page.evaluate(`(function () {
      var box = document.activeElement, before = ${count}
      box.value += 'z'
      box.dispatchEvent(new Event('input', { bubbles: true }))
      return [before > 1, ${count}]
    })()`),
    ).toEqual([true, 0])
    await page.keyboard.press('Backspace')
    await options.nth(1).waitFor()

    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect(await box.getAttribute('aria-activedescendant')).toBe(await options.nth(1).getAttribute('id'))
    await page.keyboard.press('Escape')
    expect([await options.count(), await box.inputValue(), await chosen.inputValue()]).toEqual([0, 'saint', ''])

    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const second = await options.nth(0).innerText()
    await page.keyboard.press('Enter')
    expect(await box.inputValue()).toBe(second)
    expect(Number(await chosen.inputValue())).toBeGreaterThan(0)
    await focusIs(page, 'texte:data[domicile]')

    await page.keyboard.press('Control+A')
    await page.keyboard.type('cancale')
    await options.first().waitFor()
    expect(await chosen.inputValue()).toBe('')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    expect(await box.inputValue()).toMatch(/^Cancale, /)
    expect(Number(await chosen.inputValue())).toBeGreaterThan(0)
    expect(await box.evaluate((element) => element === element.ownerDocument?.activeElement)).toBe(false)
    expect(errors).toEqual([])
    await page.context().close()
  })

  more('skips to the content, and out of the menu with Escape', async () => {
    const { page } = await open('/lieux')
    await page.keyboard.press('Tab')
    const link = page.locator('a.evitement')
    expect(await link.evaluate((element) => element === element.ownerDocument?.activeElement)).toBe(true)
    const box = await link.boundingBox()
    expect(box && box.x >= 0 && box.y >= 0).toBe(true)
    await page.keyboard.press('Enter')
    await focusEndsOn(page, '#contenu')

    await page.locator('header details[data-menu] summary').focus()
    await page.keyboard.press('Enter')
    await page.locator('details[data-menu][open]').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    expect(await page.locator('details[data-menu][open]').count()).toBe(0)
    await focusEndsOn(page, 'header details[data-menu] summary')
    await page.context().close()
  })

  more('turns the pages of a list and goes from record to record', async () => {
    const { page, errors } = await open('/lieux?par_page=25')
    const at = (address: RegExp) => page.waitForURL(address)
    await page.keyboard.press('Alt+PageDown')
    await at(/page=2/)
    // On the last page there is nowhere to go; in a field the keys are the field's; with others they are the browser's.
    await page.keyboard.press('Alt+PageDown')
    await page.focus('main [name=q]')
    await page.keyboard.press('Alt+PageUp')
    await page.evaluate('document.activeElement.blur()')
    await page.keyboard.press('Alt+Shift+PageUp')
    expect(page.url()).toMatch(/page=2/)
    await page.keyboard.press('Alt+PageUp')
    await at(/page=1/)

    await page.goto(`${site.url}/recherche?source=${ids.source}`)
    await page.keyboard.press('Alt+PageDown')
    await at(/apres=/)
    await page.keyboard.press('Alt+PageUp')
    await at(/avant=/)
    await page.goto(`${site.url}/releves/${ids.releve + 1}`)
    await page.keyboard.press('Alt+PageUp')
    await at(new RegExp(`/releves/${ids.releve}$`))
    expect(errors).toEqual([])
    await page.context().close()
  })

  more.each(['/lieux', '/recherche?q=marie', 'saisie'])('shows where the focus is, all over %s', async (path) => {
    const { page } = path === 'saisie' ? await desk() : await open(path)
    await page.evaluate("document.activeElement.blur(); document.querySelector('.evitement').focus()")
    const unseen: string[] = []
    const visited = new Set<number>()
    for (let i = 0; i < MOST_STOPS; i++) {
      await page.keyboard.press('Tab')
      const stop = await page.evaluate<Stop | null>(STOP)
      if (!stop || visited.has(stop.number)) break
      visited.add(stop.number)
      if (!stop.outlined || !stop.inWindow) unseen.push(`${stop.html} ${JSON.stringify(stop)}`)
    }
    expect(unseen).toEqual([])
    expect(visited.size).toBeGreaterThan(15)
    expect(visited.size).toBeLessThan(MOST_STOPS)
    await page.context().close()
  })
})

interface Stop {
  /** The element, by the order in which the walk met it. */
  number: number
  html: string
  outlined: boolean
  inWindow: boolean
}

/** Where the focus is, and whether one sees it; null outside the page. */
const STOP = `(() => {
  const element = document.activeElement
  if (!element || element === document.body) return null
  window.stops = window.stops || []
  if (!window.stops.includes(element)) window.stops.push(element)
  const style = getComputedStyle(element)
  const box = element.getBoundingClientRect()
  return {
    number: window.stops.indexOf(element),
    html: element.outerHTML.slice(0, 120),
    outlined: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
    inWindow: box.width > 1 && box.height > 1 && box.bottom > 0 && box.top < innerHeight && box.left < innerWidth,
  }
})()`

const focusIs = (page: Page, name: string) => until(page, `document.activeElement.name === ${JSON.stringify(name)}`)

const focusEndsOn = (page: Page, selector: string) =>
  until(page, `document.activeElement.matches(${JSON.stringify(selector)})`)

/** Playwright's own waitForFunction evaluates text in the page, which our content security policy forbids. */
async function until(page: Page, expression: string): Promise<void> {
  const deadline = Date.now() + 5000
  while (!(await page.evaluate<boolean>(expression))) {
    if (Date.now() > deadline) {
      const focused = await page.evaluate<string>('document.activeElement.outerHTML.slice(0, 200)')
      throw new Error(`never true: ${expression}; the focus is on ${focused}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Enter after Enter, as long as it takes to reach a field. */
async function enterUntil(page: Page, name: string): Promise<void> {
  for (let i = 0; i < 8; i++) {
    if ((await page.evaluate('document.activeElement.name')) === name) return
    await page.keyboard.press('Enter')
  }
  await focusIs(page, name)
}
