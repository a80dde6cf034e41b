// A key (passkey) in real browsers, by their own virtual authenticator: made, asked for, refused; and the page without scripts.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dropKeys } from '../../src/features/auth/key-actions.ts'
import { type BrowserName, start } from '../support/browsers.ts'
import type { CdpBrowser } from '../support/cdp.ts'
import { Page } from '../support/page.ts'
import { SITE_PASSWORD, type Site, startSite } from '../support/site.ts'
import { everyBrowser } from './driven.ts'

const PATH = '/profil/cles'
const NEW = `${PATH}/nouvelle`
const AUTHENTICATOR = {
  ...{ protocol: 'ctap2', transport: 'usb', hasResidentKey: false, hasUserVerification: false },
  automaticPresenceSimulation: true,
}

let site: Site
/** Browsers give keys to a site that has a name. */
let url: string
const started = new Map<BrowserName, CdpBrowser>()

beforeAll(async () => {
  site = await startSite()
  url = site.url.replace('127.0.0.1', 'localhost')
  site.deps.settings.write({ public_origin: url })
})

beforeEach(async () => {
  const { db } = site.deps
  const { id } = await db.selectFrom('users').select('id').where('name', '=', 'admin').executeTakeFirstOrThrow()
  await db.transaction().execute((trx) => dropKeys(trx, id))
})

afterAll(async () => {
  for (const browser of started.values()) await browser.close()
  await site?.close()
})

async function pageOf(name: BrowserName, javaScript = true): Promise<Page> {
  const browser = started.get(name) ?? (await start(name))
  started.set(name, browser)
  return Page.open(browser, { javaScript })
}

async function logIn(page: Page): Promise<void> {
  await page.goto(`${url}/login`)
  await page.fill('[name=login]', 'admin')
  await page.fill('[name=password]', SITE_PASSWORD)
  await page.leaving(() => page.click('main button[type=submit]'))
}

const goOut = async (page: Page): Promise<void> => {
  await page.click('details[data-menu]:last-of-type > summary')
  await page.leaving(() => page.click('form[action="/logout"] button'))
}

const press = (page: Page, action: string) => page.click(`main form[action="${action}"] button[type=submit]`)
const isShown = (page: Page, selector: string) =>
  page.evaluate<boolean>(`!!document.querySelector('${selector}') && !document.querySelector('${selector}').hidden`)

async function makeKey(page: Page): Promise<string> {
  await page.goto(`${url}${NEW}`)
  expect(await isShown(page, 'form[data-cle] button[type=submit]')).toBe(true)
  expect(await isShown(page, '[data-cle-sans]')).toBe(false)
  await page.fill('main [name=nom]', 'Clé d’essai')
  await page.leaving(() => press(page, NEW))
  expect(await page.text('h1')).toBe('Codes de secours')
  return page.text('main ol code')
}

/** The packaged Chromium 109 answers nothing any more, not even its own protocol, once its virtual authenticator is asked. */
const names = everyBrowser.filter((name) => name !== 'chromium-109')

describe.each(names)('%s', (name) => {
  test('a key is made, asked for after the password, and another authenticator is told that it is none of them', async () => {
    const page = await pageOf(name)
    await page.send('WebAuthn.enable')
    const { authenticatorId } = await page.send('WebAuthn.addVirtualAuthenticator', {
      options: AUTHENTICATOR,
    })
    await logIn(page)
    const code = await makeKey(page)
    // One device makes no second key for the account.
    await page.goto(`${url}${NEW}`)
    await press(page, NEW)
    await page.waitFor(`!document.querySelector('[data-cle-dit]').hidden`)
    expect(await page.text('[data-cle-dit]')).toContain('Cet appareil a déjà une clé d’accès')
    await goOut(page)

    await logIn(page)
    expect(await page.text('h1')).toBe('Clé d’accès')
    await page.leaving(() => press(page, '/2fa'))
    expect(await page.text('h1')).toBe('Tableau de bord')
    await goOut(page)

    await page.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    await page.send('WebAuthn.addVirtualAuthenticator', { options: AUTHENTICATOR })
    await logIn(page)
    await press(page, '/2fa')
    await page.waitFor(`!document.querySelector('[data-cle-dit]').hidden`)
    expect(await page.text('[data-cle-dit]')).toContain('n’a pas répondu')
    await page.leaving(() => page.click('main a[href="/2fa?secours=1"]'))
    await page.fill('main [name=secours]', code)
    await page.leaving(() => press(page, '/2fa'))
    expect(await page.text('#flash')).toContain('il vous en reste 9')
    expect([page.errors, site.failures]).toEqual([[], []])
  })

  test('without scripts the recovery code opens the account, and the page says so', async () => {
    const maker = await pageOf(name)
    await maker.send('WebAuthn.enable')
    await maker.send('WebAuthn.addVirtualAuthenticator', { options: AUTHENTICATOR })
    await logIn(maker)
    const code = await makeKey(maker)
    const page = await pageOf(name, false)
    await logIn(page)
    expect(await page.text('h1')).toBe('Clé d’accès')
    expect(await page.text('[data-cle-sans]')).toContain('Une clé d’accès demande JavaScript')
    expect(await isShown(page, 'form[data-cle] button[type=submit]')).toBe(false)
    await page.leaving(() => page.click('main a[href="/2fa?secours=1"]'))
    await page.fill('main [name=secours]', code)
    await page.leaving(() => press(page, '/2fa'))
    expect(await page.text('#flash')).toContain('il vous en reste 9')
    await page.goto(`${url}${NEW}`)
    expect(await page.text('[data-cle-sans]')).toContain('ce navigateur n’en fait pas')
    expect(await isShown(page, 'form[data-cle] button[type=submit]')).toBe(false)
  })
})
