// reliability.md T7: a form that does not come from a page of this very visitor changes nothing, on any route.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORIGIN, testApp, type Visitor } from './support/app.ts'
import { addressOf, type MatrixSite, matrixSite, routesOf } from './support/matrix.ts'
import { snapshot } from './support/snapshot.ts'

const URLENCODED = 'application/x-www-form-urlencoded'

interface Forgery {
  name: string
  /** Tried on every route; otherwise on one of each kind, as all of them pass the same check. */
  everywhere?: boolean
  init(visitor: Visitor, stranger: Visitor): RequestInit
}

const encoded = (fields: Record<string, string>, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams({ nom: 'intrus', version: '1', ...fields }),
  headers: { 'content-type': URLENCODED, ...headers },
})

function multipart(token?: string): FormData {
  const form = new FormData()
  if (token !== undefined) form.append('_csrf', token)
  form.append('fichier', new Blob(['nom\nIntrus\n']), 'intrus.csv')
  return form
}

const FORGERIES: Forgery[] = [
  { name: 'no token', everywhere: true, init: () => encoded({}, { origin: ORIGIN }) },
  { name: 'an empty token', init: () => encoded({ _csrf: '' }, { origin: ORIGIN }) },
  {
    name: 'somebody else’s token',
    everywhere: true,
    init: (_, stranger) => encoded({ _csrf: stranger.token() }, { origin: ORIGIN }),
  },
  {
    name: 'another origin',
    everywhere: true,
    init: (own) => encoded({ _csrf: own.token() }, { origin: 'https://evil.example' }),
  },
  { name: 'no origin at all', init: (own) => encoded({ _csrf: own.token() }, { origin: 'null' }) },
  { name: 'another site', init: (own) => encoded({ _csrf: own.token() }, { 'sec-fetch-site': 'cross-site' }) },
  { name: 'a sister site', init: (own) => encoded({ _csrf: own.token() }, { 'sec-fetch-site': 'same-site' }) },
  {
    name: 'the header of htmx alone',
    everywhere: true,
    init: () => encoded({}, { 'HX-Request': 'true', origin: ORIGIN }),
  },
  {
    name: 'a body of JSON',
    everywhere: true,
    init: (own) => ({
      method: 'POST',
      body: JSON.stringify({ _csrf: own.token(), nom: 'intrus' }),
      headers: { 'content-type': 'application/json', origin: ORIGIN },
    }),
  },
  {
    name: 'a body of plain text',
    init: (own) => ({
      method: 'POST',
      body: `_csrf=${own.token()}&nom=intrus`,
      headers: { 'content-type': 'text/plain', origin: ORIGIN },
    }),
  },
  {
    name: 'a content type in odd case without token',
    init: () => ({
      method: 'POST',
      body: 'nom=intrus',
      headers: { 'content-type': 'Application/X-WWW-Form-URLencoded' },
    }),
  },
  { name: 'no content type', init: () => ({ method: 'POST', body: new Uint8Array([110, 61, 49]) }) },
  { name: 'a file without token', init: () => ({ method: 'POST', body: multipart(), headers: { origin: ORIGIN } }) },
  {
    name: 'a file with somebody else’s token',
    init: (_, stranger) => ({ method: 'POST', body: multipart(stranger.token()), headers: { origin: ORIGIN } }),
  },
]

let site: MatrixSite
beforeAll(async () => {
  site = await matrixSite()
})
afterAll(() => site.end())

/** Refusals are written down, and nothing else. */
const TOLD = ['journal']
/** Programs of mail press it without a cookie or a token (RFC 8058): the secret in its address alone opens it. */
const BY_SECRET = 'POST /desabonnement/:jeton'
/** The other forgeries are tried on these alone: a form, a file of 1 MB at most, an upload, one's own account. */
const SOME = ['POST /lieux', 'POST /parametres/logo', 'POST /lieux/import', 'POST /profil/suppression', 'POST /logout']

test('forged forms are refused on every route, and change nothing', { timeout: 60_000 }, async () => {
  const { t, sides, visitor: as } = site
  const stranger = as('rene')
  const before = await snapshot(t.db, TOLD)
  const settings = t.deps.settings.read()
  const routes = routesOf(t).filter((entry) => entry.startsWith('POST ') && entry !== BY_SECRET)
  expect(routes.length).toBeGreaterThan(60)
  for (const { name, init, everywhere } of FORGERIES)
    for (const route of everywhere ? routes : SOME) {
      const visitor = as('admin')
      const { status } = await visitor.request(addressOf(route.slice(5), sides.admin.own), init(visitor, stranger))
      expect([name, route, status]).toEqual([name, route, 403])
    }
  const guess = addressOf(BY_SECRET.slice(5), sides.admin.own)
  expect((await t.anonymous().request(guess, { method: 'POST' })).status).toBe(404)
  expect(await snapshot(t.db, TOLD)).toEqual(before)
  expect(t.deps.settings.read()).toEqual(settings)
  expect(t.failures).toEqual([])
  expect((await as('admin').get('/admin')).status).toBe(200)
  await site.undo()
})

test('before the log-in the token is that of the visitor, and of no other', async () => {
  const t = await testApp()
  const [one, two] = [t.anonymous(), t.anonymous()]
  await one.get('/login')
  await two.get('/login')
  for (const path of ['/login', '/register', '/mot-de-passe/oubli', '/2fa', '/apparence'])
    expect((await one.request(path, encoded({ _csrf: two.token() }))).status).toBe(403)
  // The token of before the log-in is worth nothing after it.
  const before = one.token()
  await one.post('/login', { login: 'marie', password: 'une longue phrase de passe' })
  expect((await one.request('/profil', encoded({ _csrf: before }))).status).toBe(403)
})

test('GET changes nothing, on any route', { timeout: 60_000 }, async () => {
  const { t, sides, visitor } = site
  // Downloads are written down. An act that is shown to be read over stands on that screen for a while, and on no other; the first
  // look at a source draws its sample (DECISIONS). A page that waits for a key keeps what the key has to sign.
  const told = [...TOLD, 'revue_baux', 'revue_places', 'echantillons', 'echantillon_actes', 'defis_cles']
  const before = await snapshot(t.db, told)
  for (const entry of routesOf(t).filter((route) => route.startsWith('GET ')))
    await visitor('admin').get(addressOf(entry.slice(4), sides.admin.own))
  expect(await snapshot(t.db, told)).toEqual(before)
})
