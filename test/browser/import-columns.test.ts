// A file of a foreign header on its way into a source, by keys alone, with scripts and without.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importHandlers } from '../../src/features/imports/task.ts'
import { runTasks } from '../../src/features/taches/loop.ts'
import { IMPORT_KINDS } from '../../src/import-kinds.ts'
import { launch } from '../support/browsers.ts'
import { type Site, startSite } from '../support/site.ts'
import { signInto, text, until } from './desk.ts'
import { names } from './driven.ts'
import { landmarksOf } from './site-map.ts'

let site: Site
let source: number

beforeAll(async () => {
  site = await startSite()
  source = (await landmarksOf(site)).source
})

afterAll(() => site?.close())

const work = () => runTasks(site.deps, importHandlers(IMPORT_KINDS))

/** Tabs on until this is true of what has the focus. */
async function tabTo(page: Page, isThere: string): Promise<void> {
  for (let n = 0; n < 200; n += 1) {
    if (await page.evaluate<boolean>(`(function (e) { return ${isThere} })(document.activeElement)`)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no Tab leads to ${isThere}`)
}

const named = (name: string) => `e.name === ${JSON.stringify(name)}`
const button = (label: string) => `e.tagName === 'BUTTON' && e.textContent.indexOf(${JSON.stringify(label)}) === 0`

async function press(page: Page, label: string): Promise<void> {
  await tabTo(page, button(label))
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
}

const title = (page: Page, words: string) =>
  until(
    page,
    `document.querySelector('h1') && document.querySelector('h1').textContent.indexOf(${JSON.stringify(words)}) === 0`,
  )

describe.each(names)('%s', (name) => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch(name)
  })
  afterAll(() => browser?.close())

  test.each([true, false])('columns are chosen, looked at and confirmed; scripts: %s', async (javaScriptEnabled) => {
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, javaScriptEnabled })
    await signInto(context, site)
    const page = await context.newPage()
    const nom = `LE GOFF ${name} ${javaScriptEnabled}`.toUpperCase()
    // A header of its own: the choice of the run before would be proposed.
    const cote = `Cote ${name} ${javaScriptEnabled}`
    const content = `Date de l'acte;Qui;${cote}\n25/03/1789;${nom} Jean Marie;3 E 5\n`
    await page.goto(`${site.url}/sources/${source}/import`)
    await page.setInputFiles('input[type=file]', {
      name: 'actes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(content),
    })
    await press(page, 'Vérifier le fichier')
    await title(page, 'Où vont les colonnes')
    expect(await text(page, '#manquants')).toContain('« Nom »')
    await tabTo(page, named('colonnes[1]'))
    await page.keyboard.type('Nom (')
    await press(page, 'Revoir l’aperçu')
    await until(page, 'document.querySelector(\'[name="lecture[1]"]\')')
    expect(await page.evaluate('document.querySelector(\'[name="colonnes[1]"]\').value')).toBe('nom')
    await tabTo(page, named('lecture[1]'))
    await page.keyboard.type('Nom en')
    await press(page, 'Revoir l’aperçu')
    await until(page, "/Jean Marie/.test(document.querySelector('#apercu td:nth-of-type(4), #apercu').textContent)")
    await press(page, 'Vérifier le fichier')
    await title(page, 'Import de relevés')
    await work()
    // Back to the choice, which is as it was, and on again.
    await page.goto(page.url())
    await page.goto(`${page.url()}/colonnes`)
    expect(await page.evaluate('document.querySelector(\'[name="lecture[1]"]\').value')).toBe('capitales')
    await page.goBack()
    await press(page, 'Enregistrer')
    await work()
    const stored = await site.deps.db.selectFrom('releves').select('data').where('nom', '=', nom).execute()
    expect(stored.map(({ data }) => [data.prenom, data.notes])).toEqual([['Jean Marie', `${cote}\u00a0: 3 E 5`]])
    expect(site.failures).toEqual([])
    await context.close()
  })
})
