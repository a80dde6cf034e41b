// These tests weigh what really goes over the wire, as a browser asks for it: a first visit, a save with scripts and one without.
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Site, sessionOf, startSite } from '../support/site.ts'
import { fullTable } from './full-table.ts'
import { addView, type Landmarks, landmarksOf, pathsOf } from './site-map.ts'

const FIRST_VISIT = 60_000
/** A page that loads Alpine may weigh more: the desk, the table. */
const FIRST_VISIT_ALPINE = 75_000
const SAVE = 10_000

let site: Site
let ids: Landmarks

beforeAll(async () => {
  site = await startSite()
  ids = await landmarksOf(site)
  await addView(site, ids.source)
})

afterAll(() => site?.close())

interface Received {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** They are counted as they came, still compressed, headers left out. */
  bytes: number
  body: Buffer
}

/** node:http leaves the body compressed, where fetch would hide what it weighs. */
function ask(path: string, headers: Record<string, string>, form?: URLSearchParams): Promise<Received> {
  return new Promise((resolve, reject) => {
    const body = form?.toString()
    const sent = request(`${site.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'accept-encoding': 'gzip, deflate, br',
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded', origin: site.url }),
      },
    })
    sent.on('error', reject)
    sent.on('response', (answer) => {
      const chunks: Buffer[] = []
      answer.on('error', reject)
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const received = Buffer.concat(chunks)
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          bytes: received.length,
          body: received,
        })
      })
    })
    sent.end(body)
  })
}

/** The page in plain text, to read what it loads. */
async function htmlOf(path: string, headers: Record<string, string>): Promise<string> {
  return (await ask(path, { ...headers, 'accept-encoding': 'identity' })).body.toString()
}

const assetsOf = (html: string): string[] => [
  ...new Set([...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, url]) => url as string)),
]

const mostOf = (html: string): number => (html.includes(' x-data=') ? FIRST_VISIT_ALPINE : FIRST_VISIT)

test('a first visit weighs at most 60 kB on every page, 75 kB where Alpine is loaded', async () => {
  const headers = { cookie: `session=${await sessionOf(site, 'admin')}` }
  const weights = new Map<string, number>()
  const heavy: string[] = []
  let most = 0
  const weigh = async (path: string, asked: Record<string, string>) => {
    const page = await ask(path, asked)
    if (page.status !== 200 || !String(page.headers['content-type']).startsWith('text/html')) return
    let bytes = page.bytes
    const html = await htmlOf(path, asked)
    for (const url of assetsOf(html)) {
      const known = weights.get(url) ?? (await ask(url, {})).bytes
      weights.set(url, known)
      bytes += known
    }
    most = Math.max(most, bytes)
    if (bytes > mostOf(html)) heavy.push(`${path}: ${bytes} bytes`)
  }
  await weigh('/login', {})
  for (const path of pathsOf(site, ids)) await weigh(path, headers)
  await weigh((await fullTable(site)).path, headers)
  process.stdout.write(`weight of the heaviest first visit: ${most} bytes\n`)
  expect(heavy).toEqual([])
  // Style, scripts and icon were found and counted.
  expect(weights.size).toBeGreaterThanOrEqual(4)
  expect(most).toBeGreaterThan(20_000)
})

test('the list of a source weighs 1.2 kB a row, and 6 kB on the wire', async () => {
  const path = `/sources/${ids.source}/releves`
  const headers = { cookie: `session=${await sessionOf(site, 'marie')}` }
  const [, rows = ''] = /<tbody>(.*)<\/tbody>/s.exec(await htmlOf(path, headers)) ?? []
  const count = rows.split('<tr').length - 1
  expect(count).toBeGreaterThan(40)
  expect(rows).toContain('/champs/prenom')
  expect(Buffer.byteLength(rows) / count).toBeLessThan(1200)
  expect((await ask(path, headers)).bytes).toBeLessThan(6000)
})

test('what a page loads comes compressed, once and for ever', async () => {
  const headers = { cookie: `session=${await sessionOf(site, 'marie')}` }
  const urls = assetsOf(await htmlOf(`/sources/${ids.source}/releves/nouveau`, headers))
  expect(urls.length).toBeGreaterThanOrEqual(5)
  for (const url of urls) {
    const asset = await ask(url, {})
    expect([url, asset.status]).toEqual([url, 200])
    expect(asset.headers['content-encoding']).toBe('br')
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const older = await ask(url, { 'accept-encoding': 'gzip' })
    expect([url, older.headers['content-encoding']]).toEqual([url, 'gzip'])
    expect(url).toMatch(/\.[0-9a-f]{8,}\.\w+$/)
  }
})

/** A record of the source, as the form just received sends it; `hidden`: the names of what goes with it. */
async function filledForm(entry: string, headers: Record<string, string>, hidden: string[]): Promise<URLSearchParams> {
  const html = await htmlOf(`${entry}/nouveau`, headers)
  const hiddenOf = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
  return new URLSearchParams({
    ...Object.fromEntries(hidden.map((name) => [name, hiddenOf(name)])),
    'data[date_evenement][valeur]': '12/08/1787',
    'data[date_evenement][calendrier]': 'gregorien',
    'data[nom]': 'LE BRETON',
    'data[prenom]': 'Julie Marie',
  })
}

const HTMX = { 'HX-Request': 'true' }

test.each([
  ['through htmx', HTMX, ['_csrf', '_envoi', '_forme'], 1_000],
  ['through htmx, whole form', HTMX, ['_csrf', '_envoi'], SAVE],
  ['without scripts', {}, ['_csrf', '_envoi', '_forme'], SAVE],
])('the save of a record %s weighs little, there and back', async (how, htmx, hidden, most) => {
  const headers: Record<string, string> = { cookie: `session=${await sessionOf(site, 'marie')}`, ...htmx }
  const entry = `/sources/${ids.source}/releves`
  const form = await filledForm(entry, headers, hidden)
  const saved = await ask(entry, headers, form)
  const { location } = saved.headers
  expect(saved.status).toBe(htmx === HTMX ? 200 : 303)
  const last = location === undefined ? saved : await ask(String(location), headers)
  expect(last.status).toBe(200)
  expect(last.headers['content-encoding']).toMatch(/br|gzip/)
  const down = location === undefined ? saved.bytes : saved.bytes + last.bytes
  process.stdout.write(`weight of a save ${how}: ${form.toString().length} up, ${down} down\n`)
  expect(down).toBeGreaterThan(200)
  expect(form.toString().length + down).toBeLessThanOrEqual(most)
})
