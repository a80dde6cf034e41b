// The entry desk of marie, driven by playwright-core.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { type Site, sessionOf } from '../support/site.ts'

export const DATE = '[name="data[date_evenement][valeur]"]'
export const field = (nom: string) => `[name="data[${nom}]"]`
export const focused = (page: Page) => page.evaluate<string>('document.activeElement.name || ""')
export const deskUrl = (site: Site, source: number) => `${site.url}/sources/${source}/releves/nouveau`

/** Gives the text of an element, blanks made one; '' where there is none. */
export const text = (page: Page, selector: string) =>
  page.evaluate<string>(
    `(document.querySelector(${JSON.stringify(selector)}) || { textContent: '' }).textContent.replace(/\\s+/g, ' ')`,
  )

/** Asks again until it is true: Playwright's own waiting evaluates text in the page, which our policy forbids. */
export async function until(page: Page, expression: string): Promise<void> {
  const deadline = Date.now() + 15_000
  // A page on its way to another has nothing to say yet.
  while (!(await page.evaluate<boolean>(`Boolean(${expression})`).catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`never true in the page: ${expression}`)
    await page.waitForTimeout(30)
  }
}

/** Until this value stands in grey in a field; '' for none. */
export const ghosted = (page: Page, nom: string, value: string) =>
  until(
    page,
    `(function () {
    var ghost = document.querySelector('[data-champ=${nom}] .fantome')
    return (ghost && !ghost.hidden ? ghost.dataset.valeur : '') === ${JSON.stringify(value)}
  })()`,
  )

export async function signInto(context: BrowserContext, site: Site): Promise<void> {
  await context.addCookies([{ name: 'session', value: await sessionOf(site, 'marie'), url: site.url }])
}

/** The desk of marie in a browser of its own, what it complains of, and how many keys went down. */
export async function openDesk(browser: Browser, site: Site, source: number) {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
  await signInto(context, site)
  // A test that ended half typed must not hand its draft to the next one.
  await site.deps.db.deleteFrom('brouillons').execute()
  const errors: string[] = []
  const watched = (page: Page) => {
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    return page
  }
  await context.addInitScript(
    'window.touches = 0; addEventListener("keydown", function (e) { if (!e.repeat) window.touches += 1 }, true)',
  )
  const page = watched(await context.newPage())
  await page.goto(deskUrl(site, source))
  return { context, page, errors, another: async () => watched(await context.newPage()) }
}

export const saved = (page: Page) => until(page, '/Enregistré à/.test(document.body.textContent)')

/** Ctrl+Enter, and the form of the next record with the cursor in it. */
export async function save(page: Page): Promise<void> {
  const key = await page.evaluate<string>("document.querySelector('form[data-saisie]').dataset.cle")
  await page.keyboard.press('Control+Enter')
  await until(page, `document.querySelector('form[data-saisie][data-pret]').dataset.cle !== '${key}'`)
  await saved(page)
}
