// The set-up wizard in a browser: by the keyboard alone, with an impatient hand on its last button.
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { ADMIN, bench, CODE } from '../features/setup/bench.ts'
import { launch } from '../support/browsers.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launch()
})

afterAll(() => browser?.close())

/** A wizard behind a real address, at its first step. */
async function wizard({ javaScriptEnabled = true } = {}): Promise<Page> {
  const b = await bench()
  const server = serve({ fetch: (request, env) => b.host.fetch(request, env), port: 0, hostname: '127.0.0.1' })
  await new Promise((ready) => server.once('listening', ready))
  const context = await browser.newContext({ javaScriptEnabled })
  onTestFinished(async () => {
    await context.close()
    await new Promise((closed) => server.close(closed))
  })
  const page = await context.newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/setup?code=${CODE}`)
  return page
}

const focused = (page: Page) => page.evaluate('document.activeElement.textContent')

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

/** Steps 1 to 4: every answer typed, every form sent with the key Enter. */
async function answer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continuer' }).press('Enter')
  await heading(page, 'Base de données')
  await page.locator('[name=fichier]').press('Enter')
  await heading(page, 'Votre site')
  await page.locator('[name=site_name]').fill('Cercle d’Aleth')
  await page.keyboard.press('Enter')
  await heading(page, 'Votre compte d’administrateur')
  for (const [name, text] of Object.entries(ADMIN)) await page.locator(`[name=${name}]`).fill(text)
  await page.keyboard.press('Enter')
  await heading(page, 'Tout est prêt')
}

test('a trial of the connection leaves the keyboard where it is', async () => {
  const page = await wizard()
  await page.getByRole('button', { name: 'Continuer' }).press('Enter')
  await heading(page, 'Base de données')
  const trial = page.getByRole('button', { name: 'Essayer la connexion' })
  await trial.press('Enter')
  await page.getByText('La connexion fonctionne').waitFor()
  expect(await focused(page)).toBe('Essayer la connexion')
  await page.locator('[name=fichier]').fill('.sqlite')
  await trial.press('Enter')
  await page.locator('#essai', { hasText: 'demande un nom' }).waitFor()
  expect(await focused(page)).toBe('Essayer la connexion')
})

test.each([true, false])(
  'a double click on « Installer » ends on the one result (JavaScript: %s)',
  async (javaScriptEnabled) => {
    const page = await wizard({ javaScriptEnabled })
    await answer(page)
    await page.locator('[name=demo]').check()
    await page.getByRole('button', { name: 'Installer Relevés' }).dblclick()
    await heading(page, 'Relevés est installé')
    // Five accounts of the demonstration, each with its password.
    expect(await page.locator('main tbody tr').count()).toBe(5)
  },
)

test('a password can be looked at, and is hidden again before it is sent; without scripts there is no button', async () => {
  const page = await wizard()
  await page.getByRole('button', { name: 'Continuer' }).press('Enter')
  await page.locator('[name=fichier]').press('Enter')
  await page.locator('[name=site_name]').fill('Cercle d’Aleth')
  await page.keyboard.press('Enter')
  await heading(page, 'Votre compte d’administrateur')
  for (const [name, text] of Object.entries({ ...ADMIN, password2: 'court' }))
    await page.locator(`[name=${name}]`).fill(text)
  const field = page.locator('[name=password]')
  await field.fill('court')
  const show = page.getByRole('button', { name: 'Montrer le mot de passe' })
  expect(await show.count()).toBe(2)
  await show.first().press('Enter')
  expect(await field.getAttribute('type')).toBe('text')
  expect(await focused(page)).toMatch(/^Cacher/)
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await page.getByRole('button', { name: 'Continuer' }).click()
  expect((await sent).postData()).toContain('password=court')
  // The page comes again with its errors, and with its buttons.
  await page.locator('[name=password][aria-invalid=true]').waitFor()
  expect(await field.getAttribute('type')).toBe('password')
  expect(await show.count()).toBe(2)
  const plain = await wizard({ javaScriptEnabled: false })
  expect(await plain.locator('button', { hasText: 'Montrer' }).count()).toBe(0)
})

test('the accounts of the demonstration can be copied', async () => {
  const page = await wizard()
  await answer(page)
  await page.locator('[name=demo]').check()
  await page.getByRole('button', { name: 'Installer Relevés' }).click()
  await heading(page, 'Relevés est installé')
  await page.getByRole('button', { name: 'Copier ces comptes' }).click()
  await page.getByRole('button', { name: 'Comptes copiés' }).waitFor()
  expect(await page.evaluate('String(getSelection())')).toMatch(/marie\s+\w{16}\s+Membre/)
  expect(await page.getByRole('button', { name: 'Imprimer' }).isVisible()).toBe(true)
})
