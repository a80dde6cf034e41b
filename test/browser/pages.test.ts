// Every page of the site, as each kind of reader gets it: accessible, valid, inside the window, loud about nothing.
import type { Browser, BrowserContext, Page, Response } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launch } from '../support/browsers.ts'
import { type Site, sessionOf, startSite } from '../support/site.ts'
import { faultsInWindow, markupFaults, NOTEBOOK, outlineFaults, withAxe } from './looking.ts'
import { addView, copyElsewhere, giveApplication, type Landmarks, landmarksOf, pathsOf } from './site-map.ts'

/** Nobody goes there: its pages and its button are looked at. */
const PROVIDER = { client_id: 'releves', secret: 'un secret', libelle: 'Nextcloud' }

const WALK_MS = 400_000

let site: Site
let ids: Landmarks
let browser: Browser

beforeAll(async () => {
  site = await startSite()
  ids = await landmarksOf(site)
  await addView(site, ids.source)
  await giveApplication(site, ids.marie)
  copyElsewhere(site)
  site.deps.settings.write({ sauvegarde_externe: 'pgbackrest' })
  site.deps.settings.write({ fournisseur: { ...PROVIDER, emetteur: 'https://nuage.exemple.fr' } })
  browser = await launch('chromium-109')
})

afterAll(async () => {
  await browser?.close()
  await site?.close()
})

/** A page of a reader, and what it complained of since it was last asked. */
interface Reader {
  page: Page
  complaints(): string[]
}

async function readerOf(name: string | null): Promise<Reader> {
  const context: BrowserContext = await browser.newContext({ viewport: NOTEBOOK })
  if (name) await context.addCookies([{ name: 'session', value: await sessionOf(site, name), url: site.url }])
  const page = await context.newPage()
  await withAxe(page)
  let heard: string[] = []
  page.on('pageerror', (error) => heard.push(`exception: ${error.message}`))
  page.on('console', (message) => {
    // The browser's own line about a refused page: its status is what the test asked for.
    const expected = /responded with a status of (403|404|422)/.test(message.text())
    if (message.type() === 'error' && !expected) heard.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(`${site.url}/`)) heard.push(`asks another host: ${request.url()}`)
  })
  return {
    page,
    complaints() {
      const complaints = heard
      heard = []
      return complaints
    },
  }
}

/** Pages that were looked at, without their header and without what tells one reader or one sending from another. */
const looked = new Set<string>()

const bodyOf = (html: string): string =>
  html.replace(/<header[\s\S]*?<\/header>/, '').replace(/"[\w-]{20,}"|data-utilisateur="\d+"/g, '')

/** All that is wrong with the page shown, in words. */
async function faultsOf({ page, complaints }: Reader, html: string): Promise<string[]> {
  const faults = [...(await outlineFaults(page)), ...(await markupFaults(html))]
  // Below the header it is, letter by letter, what another reader was shown; the header of this one is seen with other pages.
  if (looked.has(bodyOf(html))) return [...faults, ...complaints()]
  faults.push(...(await faultsInWindow(page)))
  if (faults.length === 0) looked.add(bodyOf(html))
  return [...faults, ...complaints()]
}

/** Null where the browser is given a file to keep. */
async function visit(page: Page, path: string): Promise<Response | null> {
  try {
    return await page.goto(site.url + path)
  } catch (error) {
    if (/ERR_ABORTED|Download is starting/.test(String(error))) return null
    throw error
  }
}

/** The page at an address and its status, without a browser; undefined for what is no page: a file, data. */
async function answerOf(path: string, cookie: string) {
  const answer = await fetch(site.url + path, { headers: { cookie } })
  const isPage = answer.headers.get('content-type')?.startsWith('text/html')
  if (isPage) return { url: answer.url, status: answer.status, html: await answer.text() }
  await answer.body?.cancel()
}

/** Opens the page of every address; one that a redirection leads to, or that looks like another letter by letter, once. */
async function walk(name: string): Promise<{ faults: string[]; statuses: Map<string, number> }> {
  const reader = await readerOf(name)
  const cookie = `session=${await sessionOf(site, name)}`
  const faults: string[] = []
  const statuses = new Map<string, number>()
  for (const path of pathsOf(site, ids)) {
    const answer = await answerOf(path, cookie)
    if (!answer || statuses.has(answer.url)) continue
    const { url, status, html } = answer
    statuses.set(url, status)
    if (statuses.size > 1 && looked.has(bodyOf(html))) continue
    await reader.page.goto(url)
    // One refusal looks like another: they have their own test.
    const wrong = status < 400 ? await faultsOf(reader, html) : reader.complaints()
    if (wrong.length === 0) looked.add(bodyOf(html))
    for (const fault of wrong) faults.push(`${path}: ${fault}`)
  }
  await reader.page.context().close()
  return { faults, statuses }
}

const having = (statuses: Map<string, number>, ...wanted: number[]): string[] =>
  [...statuses].filter(([, status]) => wanted.includes(status)).map(([url]) => url.slice(site.url.length))

/** The demo archive has no import and no backup to show, no contact to name, no act drawn for a second keying, and no link of a mail is under way. */
const ABSENT =
  /\/(imports\/\d|invitation\/1|desabonnement\/1|registres\/(nouvelles\/1|demander)|seconde-saisie\/1|lots\/\d|mot-de-passe\/nouveau\/1|email\/verification\/1|parametres\/sauvegardes\/nom|parametres\/emporter\/archive|vues\/\d+\/image|\.well-known\/security\.txt)/

test('what is wrong with a page is seen: a walk that finds nothing proves something', async () => {
  const reader = await readerOf(null)
  await reader.page.goto(`${site.url}/login`)
  // A pair of colours that had enough contrast is known from now on, and not asked about again.
  expect(await faultsInWindow(reader.page)).toEqual([])
  const response = (await reader.page.reload()) as Response
  await reader.page.evaluate(`(() => {
    document.querySelector('label[for=login]').remove()
    const h1 = document.querySelector('h1')
    h1.after(h1.cloneNode(true))
    h1.id = document.querySelector('main [id]').id
    h1.style.color = getComputedStyle(document.body).backgroundColor
    document.querySelector('main label').style.color = '#444'
    document.querySelector('main').style.width = '2000px'
  })()`)
  const faults = await faultsOf(reader, await response.text())
  const kinds = faults.map((fault) => fault.split(':')[0]?.replace(/ \d.*| by .*/, ''))
  const seen = [
    'id twice',
    '2 h1',
    'scrolls sideways',
    'axe clair color-contrast',
    'axe label',
    'axe sombre color-contrast',
  ]
  expect([...new Set(kinds)]).toEqual(seen)
  await reader.page.context().close()
})

/** Nothing is chosen: the page that asks says so. */
const UNASKED = /\/lot$/

const expectedOf = (url: string): number => {
  if (UNASKED.test(url)) return 422
  return ABSENT.test(url) ? 404 : 200
}

describe('every page', () => {
  test('of the administrator', { timeout: WALK_MS }, async () => {
    const { faults, statuses } = await walk('admin')
    expect(faults).toEqual([])
    expect(having(statuses, 200).length).toBeGreaterThan(40)
    expect([...statuses].filter(([url, status]) => status !== expectedOf(url))).toEqual([])
  })

  test('of a member', { timeout: WALK_MS }, async () => {
    const { faults, statuses } = await walk('marie')
    expect(faults).toEqual([])
    expect(having(statuses, 200).length).toBeGreaterThan(10)
    expect(having(statuses, 200, 403, 404, 422)).toHaveLength(statuses.size)
  })
})

test('the log-in page, and the pages of refusals', async () => {
  for (const [name, path, status] of [
    [null, '/login', 200],
    [null, '/setup', 403],
    ['marie', '/admin', 403],
    ['marie', '/nulle-part', 404],
    ['marie', '/recherche?annee_debut=abc', 422],
    ['admin', '/sources/lot?geste=assigner&ids=1&ids=2', 200],
    ['admin', '/sources/1/releves/lot?geste=deplacer&ids=1', 200],
    ['admin', '/sources/1/supprimer', 200],
  ] as const) {
    const reader = await readerOf(name)
    const response = (await reader.page.goto(site.url + path)) as Response
    expect([path, response.status(), await faultsOf(reader, await response.text())]).toEqual([path, status, []])
    await reader.page.context().close()
  }
})

/** Forms that must not be sent empty have an answer that says so: its page is looked at like the others. */
test('every form that comes back refused', { timeout: WALK_MS }, async () => {
  const reader = await readerOf('admin')
  const { page } = reader
  const refused: string[] = []
  for (const path of pathsOf(site, ids).filter((path) => /nouve|nouvelle|modifier|mot-de-passe/.test(path))) {
    if (!(await visit(page, path))) continue
    const form = page.locator('main form[method=post]:has([required])').first()
    if ((await form.count()) === 0) continue
    await form.evaluate((element) => {
      const fields = element.querySelectorAll('[required]') as unknown as Iterable<{ value: string }>
      for (const field of fields) field.value = ''
      element.removeAttribute('hx-post')
    })
    const answer = page.waitForResponse((response) => response.request().method() === 'POST')
    const loaded = page.waitForEvent('load')
    await form.evaluate((element) => (element as unknown as { submit(): void }).submit())
    const response = await answer
    await loaded
    refused.push(path)
    const faults = await faultsOf(reader, await response.text())
    if (response.status() !== 422) faults.push(`answers ${response.status()}`)
    if (!(await page.evaluate("document.activeElement.matches('.erreurs')"))) faults.push('focus is not on the summary')
    expect([path, faults]).toEqual([path, []])
  }
  expect(refused.length).toBeGreaterThan(8)
})

test('the parts of the entry form that htmx swaps in are valid HTML', async () => {
  const headers = { cookie: `session=${await sessionOf(site, 'marie')}`, 'HX-Request': 'true' }
  const entry = `${site.url}/sources/${ids.source}/releves`
  const form = await (await fetch(`${entry}/nouveau`, { headers })).text()
  expect(form).not.toContain('<html')
  expect(await markupFaults(form)).toEqual([])

  const token = /name="_csrf" value="([^"]+)"/.exec(form)?.[1] ?? ''
  const body = new URLSearchParams({
    _csrf: token,
    'data[date_evenement][valeur]': '31/02/1788',
    'data[nom]': 'LE BRET',
  })
  const refused = await fetch(entry, { method: 'POST', headers, body })
  expect(refused.status).toBe(422)
  const again = await refused.text()
  expect(again).toContain('value="LE BRET"')
  expect(await markupFaults(again)).toEqual([])

  // Saved: the whole form for one that was refused, its values for one that stands as it was drawn.
  const forme = /name="_forme" value="([^"]+)"/.exec(form)?.[1] ?? ''
  body.set('data[date_evenement][valeur]', '28/02/1788')
  for (const [told, isWhole] of [
    ['', true],
    [forme, false],
  ] as const) {
    body.set('_forme', told)
    const saved = await fetch(entry, { method: 'POST', headers, body })
    const parts = await saved.text()
    expect([saved.status, parts.includes('<form')]).toEqual([200, isWhole])
    expect(await markupFaults(parts)).toEqual([])
  }

  const suggestions = await fetch(`${site.url}/lieux/suggestions?q=ple`, { headers })
  expect(await markupFaults(await suggestions.text())).toEqual([])
})
