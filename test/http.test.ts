import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openDatabase } from '../src/db/open.ts'
import { DEFAULT_SETTINGS } from '../src/features/parametres/store.ts'
import { ORIGIN, testApp } from './support/app.ts'

const form = (visitor: { token(): string }, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  body: new URLSearchParams({ _csrf: visitor.token(), theme: 'sombre', retour: '/' }).toString(),
})

test('every answer carries the security headers', async () => {
  const t = await testApp()
  const marie = await t.as(t.marie)
  const answers = [
    await marie.get('/'),
    await t.anonymous().get('/'),
    await marie.get('/n-existe-pas'),
    await marie.get('/admin/utilisateurs'),
    await marie.request('/', { method: 'TRACE' }).catch(() => marie.request('/', { method: 'PUT' })),
    await marie.post('/apparence', { theme: 'x'.repeat(1024 * 1024) }),
    await t.anonymous().get('/sante'),
  ]
  expect(answers.map((answer) => answer.status)).toEqual([200, 303, 404, 403, 405, 413, 200])
  for (const { headers } of answers) {
    expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(headers.get('strict-transport-security')).toBeNull()
  }
  t.deps.appUrl = 'https://releves.exemple.fr'
  expect((await t.anonymous().get('/login')).headers.get('strict-transport-security')).toBe('max-age=31536000')
})

test('refusals are French pages with the same heading as title', async () => {
  const t = await testApp()
  const marie = await t.as(t.marie)
  const missing = (await marie.get('/n-existe-pas')).page
  expect([missing.h1, missing.title.startsWith(missing.h1)]).toEqual(['Page introuvable', true])
  expect((await marie.get('/admin/utilisateurs')).page.h1).toBe('Accès refusé')
  const large = await marie.post('/apparence', { theme: 'x'.repeat(1024 * 1024) })
  expect(large.page.text).toContain('dépasse la taille permise')
})

test('a database that is away: what was sent is not said to be lost, nor kept', async () => {
  const t = await testApp()
  const marie = await t.as(t.marie)
  const inUse = t.deps.db
  t.deps.db = openDatabase('postgres://personne@127.0.0.1:1/nulle-part')
  const [read, sent, sante] = [await marie.get('/profil'), await marie.post('/profil', {}), await marie.get('/sante')]
  await t.deps.db.destroy()
  t.deps.db = inUse
  expect([read, sent, sante].map(({ status }) => status)).toEqual([503, 503, 503])
  expect([read, sent].map(({ headers }) => headers.get('retry-after'))).toEqual(['5', '5'])
  expect(read.page.text).toContain('rien de ce qui a été enregistré n’est perdu')
  expect(sent.page.text).toContain('a peut-être été enregistré, peut-être pas')
})

test.each([
  ['without a token', { _csrf: '' }, {}],
  ['with a wrong token', { _csrf: 'x' }, {}],
  ['from another site', {}, { origin: 'https://evil.example' }],
  ['from nowhere', {}, { origin: 'null' }],
  ['across sites', {}, { 'sec-fetch-site': 'cross-site' }],
  ['from a sister site', {}, { 'sec-fetch-site': 'same-site' }],
])('a post %s changes nothing', async (_name, fields, headers) => {
  const t = await testApp()
  const admin = await t.as(t.admin)
  const before = await t.db.selectFrom('sections').selectAll().execute()
  const answer = await admin.post('/admin/sections', { nom: 'Intruse', ...fields }, headers)
  expect(answer.status).toBe(403)
  expect(answer.page.text).toContain('Ce formulaire a expiré')
  expect(await t.db.selectFrom('sections').selectAll().execute()).toEqual(before)
})

test('the token of one session is worth nothing in another, nor is a JSON body or the htmx header alone', async () => {
  const t = await testApp()
  const marie = await t.as(t.marie)
  const rene = await t.as(t.rene)
  expect((await marie.post('/apparence', { _csrf: rene.token(), theme: 'sombre' })).status).toBe(403)
  const json = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ _csrf: marie.token() }),
  }
  expect((await marie.request('/apparence', json)).status).toBe(403)
  expect((await marie.post('/apparence', { _csrf: '' }, { 'HX-Request': 'true' })).status).toBe(403)
})

test('a text browser, which tells neither origin nor site, passes with the token', async () => {
  const t = await testApp()
  const marie = await t.as(t.marie)
  expect(await marie.request('/apparence', form(marie))).toMatchObject({ status: 303, location: '/' })
  expect(marie.cookies.get('theme')).toBe('sombre')
  expect((await marie.get('/')).page.one('html').getAttribute('data-theme')).toBe('sombre')
})

test('behind a proxy the public address is the one of APP_URL', async () => {
  const t = await testApp()
  t.deps.appUrl = 'https://releves.exemple.fr'
  const visitor = t.anonymous()
  await visitor.get('/login')
  visitor.cookies.set('visite', visitor.cookies.get('__Host-visite') ?? '')
  const sent = form(visitor, { origin: 'https://releves.exemple.fr' })
  expect((await visitor.request('/apparence', sent)).status).toBe(303)
  expect((await visitor.request('/apparence', form(visitor, { origin: ORIGIN }))).status).toBe(403)
})

test('a page not changed is not sent again, a refusal always is', async () => {
  const t = await testApp()
  const marie = await t.as(t.marie)
  const page = await marie.get('/lieux')
  const tag = page.headers.get('etag')
  expect(tag).toBeTruthy()
  const again = await marie.get('/lieux', { 'if-none-match': `W/"autre", ${tag}` })
  expect([again.status, again.text]).toEqual([304, ''])
  for (const name of ['etag', 'vary', 'cache-control'])
    expect([name, again.headers.get(name)]).toEqual([name, page.headers.get(name)])
  expect((await marie.get('/lieux', { 'if-none-match': 'W/"autre"' })).status).toBe(200)
  expect((await marie.get('/n-existe-pas')).headers.get('etag')).toBeNull()
})

test('a page comes in the coding that the browser reads, and says so to those who keep it', async () => {
  const t = await testApp()
  const marie = await t.as(t.marie)
  const { text } = await marie.get('/lieux')
  const coded = async (accepted: string) => {
    const cookie = `session=${marie.cookies.get('session')}`
    const answer = await t.app.request(`${ORIGIN}/lieux`, { headers: { cookie, 'accept-encoding': accepted } })
    expect(answer.headers.get('vary')).toContain('Accept-Encoding')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(answer.headers.get('content-length')).toBe(String(bytes.length))
    return { coding: answer.headers.get('content-encoding'), bytes }
  }
  const [br, gzip, plain] = [await coded('gzip, deflate, br'), await coded('gzip, deflate'), await coded('identity')]
  expect([br.coding, gzip.coding, plain.coding]).toEqual(['br', 'gzip', null])
  expect([brotliDecompressSync(br.bytes).toString(), gunzipSync(gzip.bytes).toString()]).toEqual([text, text])
  expect(plain.bytes.toString()).toBe(text)
})

test('htmx gets the body of a page without its layout, and the address of the log-in page when the session is over', async () => {
  const t = await testApp()
  const marie = await t.as(t.marie)
  const part = await marie.fragment('/lieux')
  expect(part.text).not.toContain('<html')
  expect(part.headers.get('vary')).toContain('HX-Request')
  const gone = await t.anonymous().fragment('/lieux')
  expect([gone.status, gone.headers.get('hx-redirect')]).toEqual([401, '/login?suite=%2Flieux'])
})

test('an error inside is a page with a reference, and the cause stays in the log', async () => {
  const t = await testApp()
  const marie = await t.as(t.marie)
  t.deps.settings.read = () => {
    t.deps.settings.read = () => DEFAULT_SETTINGS
    throw new Error('secret cause')
  }
  const answer = await marie.get('/')
  expect(answer.status).toBe(500)
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
  expect(answer.text).not.toContain('secret cause')
  expect(t.failures).toHaveLength(1)
})

test('when the database is gone the site says so, and /sante tells the supervisor', async () => {
  const t = await testApp()
  const visitor = t.anonymous()
  const health = async () => {
    const { status, text } = await visitor.get('/sante')
    return [status, JSON.parse(text)]
  }
  expect(await health()).toEqual([200, { statut: 'ok' }])
  await t.db.destroy()
  expect(await health()).toEqual([503, { statut: 'indisponible' }])
})

test('a body that is too large is not read, whoever sends it and wherever to', async () => {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo })
  let pulled = 0
  const body = new ReadableStream({
    pull(controller) {
      pulled += 1
      if (pulled > 200) controller.close()
      else controller.enqueue(new Uint8Array(64 * 1024).fill(97))
    },
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(200 * 64 * 1024) }
  const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit
  const answer = await t.anonymous().request(`/sources/${source.id}/releves`, init)
  expect(answer.status).toBe(413)
  expect(pulled).toBeLessThan(20)
})
