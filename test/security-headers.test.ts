import { expect, test } from 'vitest'
import { testApp } from './support/app.ts'

const POLICY = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'private, no-cache',
}
const WITH_TILES = POLICY['content-security-policy'].replace('data:', 'data: https://*.tuiles.exemple.fr')

/** These headers belong to one answer; every other one is a promise of the site and is listed in `POLICY`. */
const OF_THE_ANSWER =
  /^(content-(type|length|encoding|disposition)|etag|vary|set-cookie|x-request-id|location|allow|transfer-encoding)$/

const promised = (headers: Headers) => Object.fromEntries([...headers].filter(([name]) => !OF_THE_ANSWER.test(name)))

test('the headers of every kind of answer, to the letter', async () => {
  const t = await testApp()
  const marie = await t.as(t.marie)
  const answers = {
    page: await marie.get('/'),
    liste: await marie.get('/lieux'),
    fragment: await marie.fragment('/lieux'),
    carte: await marie.get('/carte'),
    connexion: await t.anonymous().get('/login'),
    renvoi: await t.anonymous().get('/'),
    introuvable: await marie.get('/n-existe-pas'),
    interdit: await marie.get('/admin/utilisateurs'),
    verbe: await marie.request('/', { method: 'PUT' }),
    jeton: await marie.post('/profil', { _csrf: '' }),
    csv: await marie.get('/lieux/export'),
    sante: await t.anonymous().get('/sante'),
    fichier: await t.anonymous().get('/assets/n-existe-pas.js'),
  }
  for (const [name, { headers }] of Object.entries(answers))
    expect({ name, ...promised(headers) }).toEqual({ name, ...POLICY })
})

test('the answer to what a script posts is no document, and has none of its policies', async () => {
  const t = await testApp()
  const marie = await t.as(t.marie)
  const { headers } = await marie.post('/profil', {}, { 'HX-Request': 'true' })
  expect(promised(headers)).toEqual({ 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff' })
  expect(headers.get('vary')).toBeNull()
  const boosted = await marie.post('/profil', {}, { 'HX-Request': 'true', 'HX-Boosted': 'true' })
  expect(promised(boosted.headers)).toEqual(POLICY)
})

test('a page with a map names the server of its images, and no other page does', async () => {
  const t = await testApp()
  t.deps.settings.write({ tuiles_url: 'https://{s}.tuiles.exemple.fr/{z}/{x}/{y}.png', tuiles_mention: '© Exemple' })
  const marie = await t.as(t.marie)
  const [map, list] = [await marie.get('/carte'), await marie.get('/lieux')]
  expect(promised(map.headers)).toEqual({ ...POLICY, 'content-security-policy': WITH_TILES })
  expect(promised(list.headers)).toEqual(POLICY)
})

test('a site behind https says for a year that it has no other address', async () => {
  const t = await testApp()
  t.deps.appUrl = 'https://releves.exemple.fr'
  expect(promised((await t.anonymous().get('/login')).headers)).toEqual({
    ...POLICY,
    'strict-transport-security': 'max-age=31536000',
  })
})
