// The whole way of a second factor in browsers old and new, with and without scripts: set up, asked for, a recovery code, taken off.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dropFactor } from '../../src/features/auth/factor-actions.ts'
import { stepOf, totpCode } from '../../src/features/auth/rules/totp.ts'
import { type BrowserName, start } from '../support/browsers.ts'
import type { CdpBrowser } from '../support/cdp.ts'
import { Page } from '../support/page.ts'
import { logIn, SITE_PASSWORD, type Site, startSite } from '../support/site.ts'
import { askedOf, everyBrowser } from './driven.ts'
import { openPath } from './gestures.ts'

const PATH = '/profil/application'
const STEP_MS = 30_000

const visits: { name: BrowserName; scripts: boolean }[] = [
  ...everyBrowser.map((name) => ({ name, scripts: true })),
  ...askedOf(everyBrowser).map((name) => ({ name, scripts: false })),
]

let site: Site
let now = Date.parse('2026-11-21T10:00:00.000Z')
const started = new Map<BrowserName, CdpBrowser>()

beforeAll(async () => {
  site = await startSite()
  site.deps.clock = () => new Date(now)
})

beforeEach(async () => {
  const { db, settings } = site.deps
  settings.write({ facteur_exige: false })
  const { id } = await db.selectFrom('users').select('id').where('name', '=', 'admin').executeTakeFirstOrThrow()
  await db.transaction().execute((trx) => dropFactor(trx, id))
})

afterAll(async () => {
  for (const browser of started.values()) await browser.close()
  await site?.close()
})

async function browserOf(name: BrowserName): Promise<CdpBrowser> {
  const browser = started.get(name) ?? (await start(name))
  started.set(name, browser)
  return browser
}

/** Waits for the next code of the telephone: none is taken twice. */
function nextCode(secret: string): string {
  now += STEP_MS
  return totpCode(secret, stepOf(site.deps.clock()))
}

const press = (page: Page, form: string) =>
  page.leaving(() => page.click(`main form[action="${form}"] button[type=submit]`))

async function setUp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await openPath({ site, page, scripts: true }, '/profil')
  await page.leaving(() => page.click(`main a[href="${PATH}"]`))
  const secret = (await page.text('main code')).replace(/\s/g, '')
  expect(
    await page.evaluate<number>(`document.querySelector('main svg').getBoundingClientRect().width`),
  ).toBeGreaterThan(150)
  await page.fill('main [name=code]', '12')
  await press(page, PATH)
  expect(await page.text('#code-erreur')).toBe('Le code compte six chiffres.')
  expect((await page.text('main code')).replace(/\s/g, '')).toBe(secret)
  await page.fill('main [name=code]', nextCode(secret))
  await press(page, PATH)
  expect(await page.text('h1')).toBe('Codes de secours')
  const codes = await page.evaluate<string[]>(
    `[...document.querySelectorAll('main ol code')].map((one) => one.textContent)`,
  )
  expect(codes).toHaveLength(10)
  await page.leaving(() => page.click('main a.principal'))
  return { secret, codes }
}

/** The browser tells of each refused form by itself. */
const unexpected = ({ errors }: Page) => errors.filter((error) => !/responded with a status of 422/.test(error))

async function goOut(page: Page): Promise<void> {
  await page.click('details[data-menu]:last-of-type > summary')
  await page.leaving(() => page.click('form[action="/logout"] button'))
}

async function leave(page: Page): Promise<void> {
  await goOut(page)
  await logIn(page, site, 'admin')
  expect(await page.text('h1')).toBe('Code de connexion')
}

describe.each(visits)('$name, scripts: $scripts', ({ name, scripts }) => {
  /** The server leads there: no browser has a part in it. */
  const more = test.skipIf(!askedOf(everyBrowser).includes(name))

  test('an application is set up, asked for, replaced by a recovery code, and taken off', async () => {
    const page = await Page.open(await browserOf(name), { javaScript: scripts })
    await logIn(page, site, 'admin')
    const { secret, codes } = await setUp(page)

    await leave(page)
    await page.fill('main [name=code]', '000000')
    await press(page, '/2fa')
    expect(await page.text('#code-erreur')).toBe('Ce code n’est pas le bon, ou il a déjà servi.')
    await page.fill('main [name=code]', nextCode(secret))
    await press(page, '/2fa')
    expect(await page.text('h1')).toBe('Tableau de bord')

    await leave(page)
    await page.leaving(() => page.click('main a[href="/2fa?secours=1"]'))
    await page.fill('main [name=secours]', codes[0] ?? '')
    await press(page, '/2fa')
    expect(await page.text('#flash')).toContain('il vous en reste 9')

    await openPath({ site, page, scripts }, PATH)
    await page.fill('main [name=preuve_retrait]', 'pas le bon')
    await press(page, `${PATH}/retrait`)
    expect(await page.text('#preuve_retrait-erreur')).toBe('Ce n’est pas votre mot de passe actuel.')
    await page.fill('main [name=preuve_retrait]', SITE_PASSWORD)
    await press(page, `${PATH}/retrait`)
    expect(await page.text('#flash')).toBe('L’application est retirée, ses codes ne servent plus.')
    expect(unexpected(page)).toEqual([])
    expect(site.failures).toEqual([])
  })

  more('where it is asked, an administrator without one is led to it from anywhere', async () => {
    site.deps.settings.write({ facteur_exige: true })
    const page = await Page.open(await browserOf(name), { javaScript: scripts })
    await logIn(page, site, 'admin')
    expect(await page.text('h1')).toBe('Application d’authentification')
    await openPath({ site, page, scripts }, '/sources')
    expect(await page.text('h1')).toBe('Application d’authentification')
    const secret = (await page.text('main code')).replace(/\s/g, '')
    await page.fill('main [name=code]', nextCode(secret))
    await press(page, PATH)
    await page.leaving(() => page.click('main a.principal'))
    expect(await page.text('h1')).toBe('Sources')
    await openPath({ site, page, scripts }, PATH)
    await page.fill('main [name=preuve_retrait]', SITE_PASSWORD)
    await press(page, `${PATH}/retrait`)
    expect(await page.text('h1')).toBe('Application d’authentification')
    await goOut(page)
    expect(unexpected(page)).toEqual([])
  })
})
