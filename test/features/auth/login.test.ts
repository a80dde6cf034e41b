import { expect, test } from 'vitest'
import { keyedDigest } from '../../../src/lib/crypto.ts'
import { testApp, type Visitor } from '../../support/app.ts'
import { PASSWORD } from '../../support/characters.ts'

const UNKNOWN = 'Ce nom d’utilisateur ou ce mot de passe n’est pas reconnu.'

const logIn = (visitor: Visitor, login: string, password = PASSWORD, suite = '') =>
  visitor.post('/login', { login, password, suite })

test.each(['marie', 'MARIE', 'marie@exemple.fr', 'Marie@Exemple.FR', '  marie  '])(
  '%s opens a session',
  async (login) => {
    const t = await testApp()
    const visitor = t.anonymous()
    expect(await logIn(visitor, login)).toMatchObject({ status: 303, location: '/' })
    expect((await visitor.get('/')).status).toBe(200)
  },
)

test('the cookie is out of reach of scripts and other sites, and only its hash is stored', async () => {
  const t = await testApp()
  const visitor = t.anonymous()
  const answer = await logIn(visitor, 'marie')
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('session='))
  expect(cookie).toMatch(/HttpOnly/)
  expect(cookie).toMatch(/SameSite=Lax/)
  const stored = await t.db.selectFrom('sessions').selectAll().execute()
  expect(stored).toHaveLength(1)
  expect(JSON.stringify(stored)).not.toContain(visitor.cookies.get('session'))
})

test('behind HTTPS the cookie is bound to this host', async () => {
  const t = await testApp()
  t.deps.appUrl = 'https://releves.exemple.fr'
  const visitor = t.anonymous()
  await visitor.get('/login')
  expect([...visitor.cookies.keys()]).toEqual(['__Host-visite'])
  const answer = await visitor.post(
    '/login',
    {
      _csrf: keyedDigest(t.deps.secret, 'csrf', visitor.cookies.get('__Host-visite') ?? ''),
      ...{ login: 'marie', password: PASSWORD },
    },
    { origin: t.deps.appUrl },
  )
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('__Host-session=')) ?? ''
  expect([answer.status, cookie.split('; ').slice(1).toSorted()]).toEqual([
    303,
    ['HttpOnly', expect.stringMatching(/^Max-Age=\d+$/), 'Path=/', 'SameSite=Lax', 'Secure'],
  ])
})

test.each([
  ['marie', 'un mauvais mot de passe', UNKNOWN],
  ['personne', PASSWORD, UNKNOWN],
  ['inactif', 'un mauvais mot de passe', UNKNOWN],
  ['inactif', PASSWORD, 'Ce compte est désactivé. Adressez-vous à un administrateur de votre association.'],
  ['', PASSWORD, 'Indiquez votre nom d’utilisateur ou votre adresse électronique.'],
  ['a\u0000b', PASSWORD, 'Ce texte contient un caractère interdit (caractère de contrôle).'],
])('%s with %s is refused, the name kept, the password not', async (login, password, message) => {
  const t = await testApp()
  const answer = await logIn(t.anonymous(), login, password)
  expect(answer.status).toBe(422)
  expect(answer.page.error('login')).toBe(message)
  expect(answer.page.value('login')).toBe(login.replaceAll('\u0000', '\u0000'))
  expect(answer.text).not.toContain(password)
  expect(await t.db.selectFrom('sessions').selectAll().execute()).toEqual([])
})

test('an empty password is asked for beside its field', async () => {
  const t = await testApp()
  const answer = await logIn(t.anonymous(), 'marie', '')
  expect(answer.page.error('password')).toBe('Indiquez votre mot de passe.')
})

test('a new session replaces the old one at log-in', async () => {
  const t = await testApp()
  const visitor = await t.as(t.marie)
  const before = visitor.cookies.get('session')
  await logIn(visitor, 'rene')
  expect(visitor.cookies.get('session')).not.toBe(before)
  expect(await t.db.selectFrom('sessions').select('user_id').execute()).toEqual([{ user_id: t.rene.id }])
})

test('after log-out the cookie of before opens nothing', async () => {
  const t = await testApp()
  const visitor = await t.as(t.marie)
  const secret = visitor.cookies.get('session') ?? ''
  expect(await visitor.post('/logout')).toMatchObject({ status: 303, location: '/login' })
  visitor.cookies.set('session', secret)
  expect(await visitor.get('/')).toMatchObject({ status: 303, location: '/login' })
})

test('a deactivated user is signed out at the next request, and told why', async () => {
  const t = await testApp()
  const visitor = await t.as(t.marie)
  await t.db.updateTable('users').set({ is_active: false }).where('id', '=', t.marie.id).execute()
  const answer = await visitor.get('/')
  expect(answer).toMatchObject({ status: 303, location: '/login' })
  expect((await visitor.follow(answer)).page.flash).toContain('Ce compte est désactivé')
  expect(await t.db.selectFrom('sessions').selectAll().execute()).toEqual([])
})

test('an expired session asks to log in and comes back to the page asked for', async () => {
  const t = await testApp()
  const visitor = await t.as(t.marie)
  await t.db.updateTable('sessions').set({ expires_at: '2020-01-01T00:00:00.000Z' }).execute()
  const answer = await visitor.get('/lieux?q=malo')
  expect(answer.location).toBe('/login?suite=%2Flieux%3Fq%3Dmalo')
  const form = await visitor.follow(answer)
  expect(form.page.value('suite')).toBe('/lieux?q=malo')
  expect(await logIn(visitor, 'marie', PASSWORD, form.page.value('suite'))).toMatchObject({
    status: 303,
    location: '/lieux?q=malo',
  })
})

test('nobody is sent to another site after the log-in', async () => {
  const t = await testApp()
  expect((await logIn(t.anonymous(), 'marie', PASSWORD, '//evil.example/')).location).toBe('/')
})
