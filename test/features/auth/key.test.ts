// A key (passkey) as the second step of a log-in: what it has to sign, once, here, and for this person alone.
import { expect, test } from 'vitest'
import { purgeChallenges } from '../../../src/features/auth/key-actions.ts'
import type { Answer, Visitor } from '../../support/app.ts'
import { useFastPasswords } from '../../support/argon2.ts'
import { softKey } from '../../support/authenticator.ts'
import { smtpSink } from '../../support/smtp.ts'
import { askedOf, withApplication, withKey } from './factor-support.ts'
import { DAY, logIn, MINUTE, sessionsOf, siteWithClock, waitingForPin } from './support.ts'

useFastPasswords()

const WRONG = 'Cette clé d’accès n’est pas reconnue pour ce compte.'
const LATE = 'Cette page était trop ancienne, ou a déjà servi'

async function site() {
  const t = await siteWithClock()
  t.deps.appUrl = 'http://localhost'
  const { key, codes } = await withKey(t, t.marie)
  return {
    ...t,
    key,
    codes,
    async atTheKey(login = 'marie') {
      const visitor = t.anonymous()
      const answer = await logIn(visitor, login)
      expect(answer.location).toBe('/2fa')
      return { visitor, form: await visitor.follow(answer) }
    },
    told: async () =>
      (await t.db.selectFrom('journal').select(['action', 'resultat', 'detail']).orderBy('id').execute()).map(
        ({ action, resultat, detail }) => [action, resultat, detail.cause ?? ''].join(' ').trim(),
      ),
  }
}

const sign = (visitor: Visitor, cle: string) => visitor.post('/2fa', { cle })
const saidIn = (answer: Answer) => [answer.status, answer.page.text]
const refusedWith = (message: string) => [422, expect.stringContaining(message)]

test('whoever has a key is offered it after the password, and never a code by mail', async () => {
  const t = await site()
  const sink = await smtpSink()
  t.deps.settings.write({ smtp: sink.settings })
  const { visitor, form } = await t.atTheKey()
  expect(form.page.h1).toBe('Clé d’accès')
  expect(form.headers.get('cache-control')).toContain('no-store')
  expect(form.text).toContain('/assets/cle.js')
  expect(form.page.has('input[name=code]')).toBe(false)
  expect(form.page.one('form[data-cle] button').hasAttribute('hidden')).toBe(true)
  expect(form.page.text).toContain('Une clé d’accès demande JavaScript')
  const asked = JSON.parse(askedOf(form)) as Record<string, unknown>
  expect(asked).toMatchObject({ rpId: 'localhost', allowCredentials: [{ id: t.key.id, transports: ['usb'] }] })
  const done = await sign(visitor, t.key.get(askedOf(form)))
  expect(done.location).toBe('/')
  expect((await visitor.get('/profil')).status).toBe(200)
  expect([sink.connections, await t.told()]).toEqual([0, ['connexion ok']])
  expect(await t.db.selectFrom('connexions').selectAll().execute()).toEqual([])
  const { compteur, utilisee_at } = await t.db.selectFrom('cles_acces').selectAll().executeTakeFirstOrThrow()
  expect([compteur, utilisee_at]).toEqual([1, '2026-11-21T10:00:00.000Z'])
  // Nobody else’s page has the script, nor has the log-in.
  expect((await t.anonymous().get('/login')).text).not.toContain('cle.js')
  expect(t.failures).toEqual([])
})

test('beside an application, either opens the account; a recovery code opens it without a script', async () => {
  const t = await site()
  const application = await withApplication(t, t.marie)
  const { visitor, form } = await t.atTheKey()
  expect([form.page.h1, form.page.has('input[name=code]'), form.page.has('form[data-cle]')]).toEqual([
    ...['Code de connexion', true, true],
  ])
  expect((await visitor.post('/2fa', { code: application.shown() })).location).toBe('/')
  const again = await t.atTheKey()
  expect((await sign(again.visitor, t.key.get(askedOf(again.form)))).location).toBe('/')
  const { visitor: third } = await t.atTheKey()
  const link = (await third.get('/2fa')).page.all('a').find((one) => one.text.includes('code de secours'))
  expect((await third.get(link?.getAttribute('href') ?? '')).page.has('input[name=secours]')).toBe(true)
  expect((await third.post('/2fa', { secours: application.codes[0] ?? '' })).location).toBe('/')
})

test('a challenge is good once, for the log-in that it was given to, and for ten minutes', async () => {
  const t = await site()
  const [first, second] = [await t.atTheKey(), await t.atTheKey()]
  const answer = t.key.get(askedOf(first.form))
  // It was given to another log-in of the same person.
  expect(saidIn(await sign(second.visitor, answer))).toEqual(refusedWith(LATE))
  expect((await sign(first.visitor, answer)).location).toBe('/')
  const third = await t.atTheKey()
  expect(saidIn(await sign(third.visitor, answer))).toEqual(refusedWith(LATE))
  t.later(10 * MINUTE)
  const late = await sign(third.visitor, t.key.get(askedOf(third.form)))
  expect(saidIn(late)).toEqual(refusedWith(LATE))
  // The page that refuses asks anew; nothing was guessed, and nothing counted.
  expect((await sign(third.visitor, t.key.get(askedOf(late)))).location).toBe('/')
  expect((await t.told()).filter((line) => line.startsWith('code'))).toEqual([])
  await purgeChallenges(t.db, t.deps.clock())
  t.later(10 * MINUTE)
  await purgeChallenges(t.db, t.deps.clock())
  expect(await t.db.selectFrom('defis_cles').selectAll().execute()).toEqual([])
})

test('a clock that is set back makes no answer good twice, and keeps no key from opening', async () => {
  const t = await site()
  const first = await t.atTheKey()
  const answer = t.key.get(askedOf(first.form))
  expect((await sign(first.visitor, answer)).location).toBe('/')
  const begun = await t.atTheKey()
  t.later(-365 * DAY)
  // A log-in of before begins again, and one of now needs a new signature.
  expect((await sign(begun.visitor, t.key.get(askedOf(begun.form)))).location).toBe('/login')
  const { visitor, form } = await t.atTheKey()
  const again = await sign(visitor, answer)
  expect(saidIn(again)).toEqual(refusedWith(LATE))
  expect((await sign(visitor, t.key.get(askedOf(form)))).location).toBe('/')
  expect(t.failures).toEqual([])
})

test('what was signed for another site, at another address, for something else or without anybody there is refused', async () => {
  const t = await site()
  const { visitor, form } = await t.atTheKey()
  let page = form
  for (const lies of [
    { origin: 'https://localhost' },
    { origin: 'http://localhost.exemple' },
    { rpId: 'ailleurs.exemple' },
    { type: 'webauthn.create' },
  ]) {
    page = await sign(visitor, t.key.get(askedOf(page), lies))
    expect([lies, ...saidIn(page)]).toEqual([lies, ...refusedWith(WRONG)])
  }
  const absent = await sign(visitor, t.key.get(askedOf(page), { isPresent: false }))
  // It was the fifth.
  expect(absent.location).toBe('/login')
  expect((await t.told()).filter((line) => line === 'code refus faux')).toHaveLength(5)
  expect(await sessionsOf(t, t.marie)).toEqual([])
  expect(t.failures).toEqual([])
})

test('keys of others, keys that nobody knows and signatures that were changed open nothing', async () => {
  const t = await site()
  const rene = await withKey(t, t.rene)
  const { visitor, form } = await t.atTheKey()
  const ofRene = await sign(visitor, rene.key.get(askedOf(form)))
  expect(saidIn(ofRene)).toEqual(refusedWith(WRONG))
  const unknown = await sign(visitor, softKey('http://localhost').get(askedOf(ofRene)))
  expect(saidIn(unknown)).toEqual(refusedWith(WRONG))
  const right = JSON.parse(t.key.get(askedOf(unknown))) as { response: { signature: string } }
  right.response.signature = JSON.parse(rene.key.get(askedOf(unknown))).response.signature
  expect(saidIn(await sign(visitor, JSON.stringify(right)))).toEqual(refusedWith(WRONG))
  // The challenge of a key of Rene's own log-in is not hers.
  const other = await t.atTheKey('rene')
  expect(saidIn(await sign(visitor, t.key.get(askedOf(other.form))))).toEqual(refusedWith(LATE))
})

test('a key that counts backwards is refused and written to the journal; one that does not count is not asked to', async () => {
  const t = await site()
  const { visitor, form } = await t.atTheKey()
  expect((await sign(visitor, t.key.get(askedOf(form), { count: 7 }))).location).toBe('/')
  for (const count of [7, 3, 0]) {
    const again = await t.atTheKey()
    const refused = await sign(again.visitor, t.key.get(askedOf(again.form), { count }))
    expect([count, ...saidIn(refused)]).toEqual([count, ...refusedWith('comme une copie d’elle-même')])
  }
  expect((await t.told()).filter((line) => line === 'code refus compteur')).toHaveLength(3)
  const next = await t.atTheKey()
  expect((await sign(next.visitor, t.key.get(askedOf(next.form), { count: 4_294_967_295 }))).location).toBe('/')
  const still = await withKey(t, t.rene)
  for (let n = 0; n < 2; n += 1) {
    const log = await t.atTheKey('rene')
    expect((await sign(log.visitor, still.key.get(askedOf(log.form), { count: 0 }))).location).toBe('/')
  }
})

test('ten answers at once open one session', async () => {
  const t = await site()
  const { visitor, form } = await t.atTheKey()
  const answer = t.key.get(askedOf(form))
  const answers = await Promise.all(Array.from({ length: 10 }, () => sign(visitor, answer)))
  expect(answers.filter(({ location }) => location === '/')).toHaveLength(1)
  expect(await sessionsOf(t, t.marie)).toHaveLength(1)
  expect(t.failures).toEqual([])
})

test('whatever no browser sends is a slip, and costs no try', async () => {
  const t = await site()
  const { visitor, form } = await t.atTheKey()
  const right = JSON.parse(t.key.get(askedOf(form))) as object
  for (const cle of [
    ...['', '{', '[]', 'null', '"clé"', '{}', 'é'.repeat(100)],
    ...[JSON.stringify({ ...right, id: '' }), JSON.stringify({ ...right, id: 'é' })],
    ...[JSON.stringify({ ...right, type: 'autre' }), JSON.stringify({ ...right, response: {} })],
    JSON.stringify({ ...right, id: 'a'.repeat(2000) }),
  ])
    expect([cle.slice(0, 20), ...saidIn(await sign(visitor, cle))]).toEqual([
      cle.slice(0, 20),
      ...refusedWith('Votre navigateur n’a rien transmis de votre clé d’accès.'),
    ])
  const { essais } = await t.db.selectFrom('connexions').select('essais').executeTakeFirstOrThrow()
  expect([essais, t.failures]).toEqual([0, []])
})

test('who has no key opens nothing with one, by mail or with an application', async () => {
  const t = await site()
  await withApplication(t, t.rene)
  const { visitor } = await t.atTheKey('rene')
  const sink = await smtpSink()
  t.deps.settings.write({ smtp: sink.settings })
  const etienne = t.anonymous()
  await logIn(etienne, 'etienne')
  const { form } = await t.atTheKey()
  const answer = t.key.get(askedOf(form))
  expect(saidIn(await sign(visitor, answer))).toEqual(refusedWith(LATE))
  expect((await sign(etienne, answer)).page.error('code')).toBe('Tapez le code reçu par courriel.')
})

test('at another address of the site keys do not serve, and recovery codes still open', async () => {
  const t = await site()
  t.deps.appUrl = undefined
  const { visitor, form } = await t.atTheKey()
  expect([form.page.has('form[data-cle]'), form.text.includes('cle.js')]).toEqual([false, false])
  expect(form.page.text).toContain('Vos clés d’accès ne servent pas ici')
  expect((await visitor.post('/2fa', { secours: t.codes[0] ?? '' })).location).toBe('/')
})

test('an account that gets a key while its log-in waits for a mail begins again', async () => {
  const t = await site()
  const { visitor: rene, pin } = await waitingForPin(t, 'rene')
  await withKey(t, t.rene)
  expect((await rene.post('/2fa', { code: pin })).location).toBe('/login')
  expect(await sessionsOf(t, t.rene)).toEqual([])
})
