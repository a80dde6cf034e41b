// The desk is a cockpit: how much of an act a small window shows, and that it stays where it is while one types.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { start } from '../support/browsers.ts'
import type { CdpBrowser } from '../support/cdp.ts'
import { Page } from '../support/page.ts'
import { type Site, sessionOf, startSite } from '../support/site.ts'
import { focusOf, lookAt, settled, walk } from './dense.ts'
import { everyBrowser, testMore } from './driven.ts'
import { longForms } from './in-view.ts'

let site: Site
let paths: Record<string, string>

beforeAll(async () => {
  site = await startSite()
  paths = await longForms(site)
})

afterAll(() => site?.close())

describe.each(everyBrowser)('%s', (name) => {
  const more = testMore(name, everyBrowser)
  let browser: CdpBrowser
  beforeAll(async () => {
    browser = await start(name)
  })
  afterAll(() => browser?.close())

  async function open(form: string, [width, height]: readonly [number, number]): Promise<Page> {
    const page = await Page.open(browser, { width, height })
    await page.setCookie('session', await sessionOf(site, 'admin'), site.url)
    await page.goto(site.url + paths[form])
    await page.waitFor("document.querySelector('form[data-pret]')")
    return page
  }

  test('a baptism is in the window as a whole, and does not move', async () => {
    const page = await open('Baptêmes', [1366, 625])
    const look = await lookAt(page)
    expect(look).toMatchObject({ fields: 26, inView: 26 })
    expect(look.header).toBeLessThanOrEqual(40)
    expect(look.bar).toBeLessThanOrEqual(44)
    expect(await walk(page, 'Enter')).toMatchObject({ jumps: 0, stops: 25 })
  })

  more('« confortable » has rows of 44 px and one column fewer, at once and from then on', async () => {
    const page = await open('Baptêmes', [1366, 768])
    const SHAPE = `(function () {
      var tops = Array.from(document.querySelectorAll('[data-champ$=_pere] input'), function (field) {
        return field.getBoundingClientRect().top
      })
      var groups = getComputedStyle(document.querySelector('.saisie-groupes')).gridTemplateColumns
      return [Math.round(tops[1] - tops[0]), groups.split(' ').length]
    })()`
    expect(await page.evaluate(SHAPE)).toEqual([36, 4])
    await page.click('header details summary')
    await page.click('[name=densite][value=confort]')
    expect(await page.evaluate(SHAPE)).toEqual([44, 3])
    await page.goto(await page.url())
    expect(await page.evaluate(SHAPE)).toEqual([44, 3])
  })

  more('half a window shows twelve fields and more', async () => {
    const page = await open('Baptêmes', [683, 625])
    const look = await lookAt(page)
    expect(look.inView).toBeGreaterThanOrEqual(12)
    expect(look.header).toBeLessThanOrEqual(40)
    expect(look.bar).toBeLessThanOrEqual(44)
  })

  more('a text grows with what is typed in it, in view and under nothing, tools and palette open too', async () => {
    const page = await open('Baptêmes', [683, 625])
    const notes = '[name="data[notes]"]'
    await page.fill(notes, 'une ligne')
    await settled(page)
    const before = await focusOf(page)
    await page.fill(notes, Array.from({ length: 9 }, (_, n) => `ligne ${n}`).join('\n'))
    await settled(page)
    const after = await focusOf(page)
    expect([before.isSeen, after.isSeen]).toEqual([true, true])
    expect(after.height).toBeGreaterThan(before.height + 100)
    await page.evaluate("document.querySelector('.saisie-plus').open = true")
    await settled(page)
    await settled(page)
    expect((await focusOf(page)).isSeen).toBe(true)
  })

  more.each(['Enter', 'Tab'] as const)(
    'a marriage takes two screens, and %s moves them only for what is out',
    async (key) => {
      const page = await open('Mariages', [1366, 625])
      expect((await lookAt(page)).screens).toBeLessThanOrEqual(2)
      const { jumps, ...rest } = await walk(page, key)
      expect(rest).toMatchObject({ needless: [], off: [] })
      expect(jumps).toBeLessThanOrEqual(3)
    },
  )
})
