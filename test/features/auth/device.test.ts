import { expect, test } from 'vitest'
import { DEVICE_DAYS, knownDevice, markDevice } from '../../../src/features/auth/rules/device.ts'
import { rescueAccount } from '../../../src/features/users/actions/rescue.ts'
import { behindProxy, type TestApp, type Visitor } from '../../support/app.ts'
import { useFastPasswords } from '../../support/argon2.ts'
import { PASSWORD } from '../../support/characters.ts'
import { mailSite } from '../acces/support.ts'
import { DAY, from, logIn, secondsOf, sessionsOf, siteWithClock } from './support.ts'

useFastPasswords()

const WRONG = 'ce n’est pas le bon mot de passe'
const NEW = 'sept chevaux bleus dansent'
type Site = Pick<TestApp, 'anonymous' | 'db'>

/** A browser in which this person was in, and left. */
async function knownBrowser(t: Site, login = 'marie', password = PASSWORD): Promise<Visitor> {
  const visitor = t.anonymous()
  expect((await logIn(visitor, login, password)).status).toBe(303)
  await visitor.post('/logout')
  return visitor
}

/** Strangers at the door, until everybody they count with has to wait. */
async function besiege(t: Site, login = 'marie'): Promise<void> {
  for (let n = 0; n < 5; n += 1) expect((await logIn(t.anonymous(), login, WRONG)).status).toBe(422)
  expect((await logIn(t.anonymous(), login)).status).toBe(429)
}

test.each(['marie', 'MARIE', 'Marie@exemple.fr'])(
  'strangers do not keep %s out of a browser that was in',
  async (login) => {
    const t = await siteWithClock()
    const known = await knownBrowser(t)
    await besiege(t, login)
    expect((await logIn(known, login)).status).toBe(303)
    // A success there tells nothing about the strangers, who go on waiting.
    expect((await logIn(t.anonymous(), login)).status).toBe(429)
  },
)

test('a browser that was in counts its own wrong passwords, by account, and across processes', async () => {
  const [t, other] = [await siteWithClock(), await siteWithClock()]
  const [known, second] = [await knownBrowser(t), await knownBrowser(t)]
  for (let n = 0; n < 5; n += 1) expect((await logIn(known, 'marie', WRONG)).status).toBe(422)
  other.deps.db = t.db
  const elsewhere = other.anonymous()
  for (const [name, value] of known.cookies) elsewhere.cookies.set(name, value)
  const refused = await logIn(elsewhere, 'marie')
  expect([refused.status, secondsOf(refused)]).toEqual([429, 30])
  expect((await logIn(second, 'marie')).status).toBe(303)
  expect((await logIn(t.anonymous(), 'marie')).status).toBe(303)
  // For other accounts it is a stranger.
  await besiege(t, 'rene')
  expect((await logIn(known, 'rene')).status).toBe(429)
})

test('the address counts for browsers that were in as for others', async () => {
  const t = await siteWithClock()
  const known = await knownBrowser(t)
  t.deps.trustProxy = behindProxy
  for (let n = 0; n < 20; n += 1) await logIn(t.anonymous(), `personne ${n}`, WRONG, from('2001:db8:1:2::7'))
  expect((await logIn(known, 'marie', PASSWORD, from('2001:db8:1:2:9::1'))).status).toBe(429)
  expect((await logIn(known, 'marie', PASSWORD, from('2001:db8:1:3::1'))).status).toBe(303)
})

test('the cookie names nobody, is out of reach of scripts, and comes with a session only', async () => {
  const t = await siteWithClock()
  const stranger = t.anonymous()
  await logIn(stranger, 'marie', WRONG)
  expect(stranger.cookies.has('appareil')).toBe(false)
  const answer = await logIn(t.anonymous(), 'marie')
  const line = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('appareil=')) ?? ''
  expect(line.split('; ').slice(1).toSorted()).toEqual([
    'HttpOnly',
    `Max-Age=${DEVICE_DAYS * 86_400}`,
    'Path=/',
    'SameSite=Lax',
  ])
  expect(line).not.toMatch(/marie|exemple/i)
  t.deps.appUrl = 'https://releves.exemple.fr'
  const host = t.anonymous()
  host.cookies.set('__Host-session', (await t.as(t.marie)).cookies.get('session') ?? '')
  await t.db.updateTable('sessions').set({ vue_at: '2026-01-01T00:00:00.000Z' }).execute()
  // A session from before there were such cookies gets one.
  const secure = (await host.get('/profil')).headers.getSetCookie().find((cookie) => /^__Host-appareil=/.test(cookie))
  expect(secure).toMatch(/; Secure/)
})

test('where mail is set up it comes after the code, not after the password', async () => {
  const t = await mailSite()
  const visitor = t.anonymous()
  expect((await logIn(visitor, 'marie')).location).toBe('/2fa')
  expect(visitor.cookies.has('appareil')).toBe(false)
  expect((await visitor.post('/2fa', { code: lastPin(t) })).location).toBe('/')
  expect(visitor.cookies.has('appareil')).toBe(true)
})

test('a cookie of another account, changed, of another secret or too old is none', () => {
  const [now, secret] = [new Date('2026-11-21T10:00:00.000Z'), 'secret']
  const [marie, rene] = [
    { id: 3, password_hash: 'a' },
    { id: 4, password_hash: 'a' },
  ]
  const cookie = markDevice(secret, undefined, marie, now)
  const [device = '', mark = ''] = cookie.split('.')
  const known = (text: string | undefined, account = marie, at = now, key = secret) =>
    knownDevice(key, text, account, at)
  expect(known(cookie)).toBe(device)
  const other = markDevice(secret, undefined, rene, now).split('.')
  for (const text of [undefined, '', '.', device, mark, `${device}.`, `${other[0]}.${mark}`, `${cookie}x`])
    expect([text, known(text)]).toEqual([text, undefined])
  expect(known(cookie, rene)).toBeUndefined()
  expect(known(cookie, { id: 3, password_hash: 'b' })).toBeUndefined()
  expect(known(cookie, marie, now, 'autre')).toBeUndefined()
  expect(known(cookie, marie, new Date(now.getTime() + DEVICE_DAYS * DAY))).toBe(device)
  expect(known(cookie, marie, new Date(now.getTime() + (DEVICE_DAYS + 1) * DAY))).toBeUndefined()
  const both = markDevice(secret, cookie, rene, now)
  expect([known(both), known(both, rene)]).toEqual([device, device])
  let many = both
  for (let id = 10; id < 40; id += 1) many = markDevice(secret, many, { id, password_hash: 'a' }, now)
  expect([many.length < 700, known(many), known(many, { id: 39, password_hash: 'a' })]).toEqual([
    true,
    undefined,
    device,
  ])
  expect(markDevice(secret, both, rene, now).split('.')).toHaveLength(3)
})

test('another password makes the browsers of before strangers, but for the one it was changed in', async () => {
  const t = await siteWithClock()
  const [known, here] = [await knownBrowser(t), t.anonymous()]
  await logIn(here, 'marie')
  expect(
    (await here.post('/profil/mot-de-passe', { actuel: PASSWORD, nouveau: NEW, confirmation: NEW })).location,
  ).toBe('/profil')
  await besiege(t)
  expect((await logIn(known, 'marie', NEW)).status).toBe(429)
  await here.post('/logout')
  expect((await logIn(here, 'marie', NEW)).status).toBe(303)
})

test('an open session proves its password whatever strangers try, and counts its own slips', async () => {
  const t = await siteWithClock()
  const marie = await t.as(t.marie)
  await besiege(t)
  const change = (actuel: string) => marie.post('/profil/mot-de-passe', { actuel, nouveau: NEW, confirmation: NEW })
  for (let n = 0; n < 5; n += 1) expect((await change(WRONG)).page.error('actuel')).toContain('pas votre mot de passe')
  expect((await change(PASSWORD)).page.error('actuel')).toContain('attendez 30')
  // Nor do they close the door.
  t.later(30_000)
  expect((await logIn(t.anonymous(), 'marie')).status).toBe(303)
  expect((await change(PASSWORD)).location).toBe('/profil')
})

type MailSite = Awaited<ReturnType<typeof mailSite>>

const lastPin = (t: MailSite) => /^\d{6}$/m.exec(t.sink.received.at(-1)?.email.text ?? '')?.[0] ?? ''

/** Twenty wrong codes of somebody who knows the password: the second step is closed to this browser. */
async function burnCodes(t: MailSite, browser: () => Visitor): Promise<void> {
  for (let flow = 0; flow < 4; flow += 1) {
    const visitor = browser()
    await logIn(visitor, 'marie')
    const code = String((Number(lastPin(t)) + 1) % 1_000_000).padStart(6, '0')
    for (let n = 0; n < 5; n += 1) await visitor.post('/2fa', { code })
  }
  expect((await logIn(browser(), 'marie')).status).toBe(429)
}

async function comesIn(t: MailSite, visitor: Visitor, password: string): Promise<void> {
  expect((await logIn(visitor, 'marie', password)).location).toBe('/2fa')
  expect((await visitor.post('/2fa', { code: lastPin(t) })).location).toBe('/')
}

test('twenty wrong codes do not close a browser that was in, which has twenty of its own', async () => {
  const t = await mailSite()
  const known = t.anonymous()
  await comesIn(t, known, PASSWORD)
  await known.post('/logout')
  await burnCodes(t, t.anonymous)
  await comesIn(t, known, PASSWORD)
  await known.post('/logout')
  await burnCodes(t, () => known)
})

const resets: Record<string, (t: MailSite) => Promise<string>> = {
  async 'of an administrator'(t) {
    const shown = await (await t.as(t.admin)).post(`/admin/utilisateurs/${t.marie.id}/mot-de-passe`, { _envoi: 'a' })
    return shown.page.one('code').text
  },
  async 'by the link of a mail'(t) {
    const visitor = t.anonymous()
    await visitor.post('/mot-de-passe/oubli', { login: 'marie' })
    await t.mails()
    expect((await visitor.post(t.lastLink(), { password: NEW, confirmation: NEW })).location).toBe('/login')
    return NEW
  },
  async 'by the command'(t) {
    const asked = { login: 'marie', password: NEW, activates: false, siteName: 'Relevés' }
    await rescueAccount(t.db, asked, t.deps.clock().toISOString())
    return NEW
  },
}

test.each(Object.entries(resets))('a reset %s opens the account again, second step included', async (_name, reset) => {
  const t = await mailSite()
  const known = t.anonymous()
  await comesIn(t, known, PASSWORD)
  for (let n = 0; n < 5; n += 1)
    await known.post('/profil/mot-de-passe', { actuel: WRONG, nouveau: NEW, confirmation: NEW })
  await known.post('/logout')
  for (let n = 0; n < 5; n += 1) await logIn(known, 'marie', WRONG)
  await burnCodes(t, t.anonymous)
  await besiege(t)
  const password = await reset(t)
  const left = await t.db.selectFrom('limites').select('cle').execute()
  expect(left.filter(({ cle }) => /^(compte|preuve|code|code-envoi):/.test(cle))).toEqual([])
  await comesIn(t, t.anonymous(), password)
  expect(await sessionsOf(t, t.marie)).toHaveLength(1)
})
