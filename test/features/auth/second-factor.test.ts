// An account with an application asks for its code, never by mail, and nothing opens the door without it.
import { expect, test } from 'vitest'
import { accountMailHandlers } from '../../../src/features/auth/mail-task.tsx'
import { type Account, accountByLogin } from '../../../src/features/auth/queries.ts'
import { enterPin, secondStep } from '../../../src/features/auth/second-step.ts'
import { actorWithout } from '../../../src/features/journal/actions.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import type { Visitor } from '../../support/app.ts'
import { useFastPasswords } from '../../support/argon2.ts'
import { SHORT, smtpSink } from '../../support/smtp.ts'
import { withApplication } from './factor-support.ts'
import { DAY, logIn, MINUTE, SECOND, secondsOf, sessionsOf, siteWithClock, waitingForPin } from './support.ts'

useFastPasswords()

const WRONG = 'Ce code n’est pas le bon, ou il a déjà servi.'

async function site() {
  const t = await siteWithClock()
  const application = await withApplication(t, t.marie)
  return {
    ...t,
    ...application,
    async atTheCode(login = 'marie') {
      const visitor = t.anonymous()
      expect((await logIn(visitor, login)).location).toBe('/2fa')
      return visitor
    },
    actions: async () =>
      (await t.db.selectFrom('journal').select(['action', 'resultat']).orderBy('id').execute()).map(
        ({ action, resultat }) => `${action} ${resultat}`,
      ),
  }
}

const enter = (visitor: Visitor, code: string) => visitor.post('/2fa', { code })
const recover = (visitor: Visitor, secours: string) => visitor.post('/2fa', { secours })
const isIn = async (visitor: Visitor) => (await visitor.get('/profil')).status === 200

test('the password is followed by the code of the application, on a site that sends no mail too', async () => {
  const t = await site()
  const visitor = t.anonymous()
  const answer = await logIn(visitor, 'marie')
  expect(answer.location).toBe('/2fa')
  expect(await sessionsOf(t, t.marie)).toEqual([])
  const form = await visitor.follow(answer)
  expect(form.page.h1).toBe('Code de connexion')
  expect(form.page.text).toContain('application d’authentification')
  expect(form.text).not.toContain('@exemple.fr')
  expect(form.page.field('Code de l’application').getAttribute('autocomplete')).toBe('one-time-code')
  expect(form.page.has('form[action="/2fa/renvoyer"]')).toBe(false)
  const code = t.shown()
  expect((await enter(visitor, ` ${code.slice(0, 3)} ${code.slice(3)} `)).location).toBe('/')
  expect(await isIn(visitor)).toBe(true)
  expect(await t.actions()).toEqual(['connexion ok'])
  expect(await t.db.selectFrom('connexions').selectAll().execute()).toEqual([])
  const { email_verified_at } = await t.db
    .selectFrom('users')
    .select('email_verified_at')
    .where('id', '=', t.marie.id)
    .executeTakeFirstOrThrow()
  expect(email_verified_at).toBeNull()
  // Nobody else is asked for anything.
  expect((await logIn(t.anonymous(), 'rene')).location).toBe('/')
  expect(t.failures).toEqual([])
})

test('where mail is set up, who has an application is sent none, and no state of the mail server opens the door', async () => {
  const t = await site()
  const sink = await smtpSink()
  t.deps.settings.write({ smtp: sink.settings })
  const visitor = await t.atTheCode()
  expect(sink.connections).toBe(0)
  expect((await visitor.post('/2fa/renvoyer')).location).toBe('/login')
  expect(sink.connections).toBe(0)
  await sink.refuse()
  const other = await t.atTheCode()
  expect(await isIn(other)).toBe(false)
  t.deps.settings.write({ pin_obligatoire: true })
  expect((await enter(await t.atTheCode(), t.shown())).location).toBe('/')
})

test('a code is good once, for who came first, and none of before is good after it', async () => {
  const t = await site()
  const [first, second] = [await t.atTheCode(), await t.atTheCode()]
  const [before, code] = [t.shown(-1), t.shown()]
  expect((await enter(first, code)).location).toBe('/')
  for (const replayed of [code, before]) {
    const answer = await enter(second, replayed)
    expect([answer.status, answer.page.error('code')]).toEqual([422, WRONG])
  }
  const wrong = await enter(second, t.wrong())
  expect(wrong.page.error('code')).toBe(WRONG)
  t.later(30 * SECOND)
  expect((await enter(second, code)).page.error('code')).toBe(WRONG)
  expect((await enter(second, t.shown())).location).toBe('/')
})

test('a clock that is set back makes no code good twice, nor one of before; right again, it takes the next one', async () => {
  const t = await site()
  const used = t.shown()
  expect((await enter(await t.atTheCode(), used)).location).toBe('/')
  t.later(-90 * SECOND)
  const visitor = await t.atTheCode()
  // The telephone is on time: what it shows lies too far ahead of this clock; what this clock expects is of before.
  for (const code of [used, t.shown(), t.shown(1)]) expect((await enter(visitor, code)).page.error('code')).toBe(WRONG)
  expect((await recover(await t.atTheCode(), t.codes[0] ?? '')).location).toBe('/')
  t.later(120 * SECOND)
  expect((await enter(await t.atTheCode(), t.shown())).location).toBe('/')
})

test('a log-in that was begun before the clock was set back by more than a minute begins again', async () => {
  const t = await site()
  const visitor = await t.atTheCode()
  t.later(-2 * MINUTE)
  expect((await enter(visitor, t.shown())).location).toBe('/login')
  expect(await isIn(visitor)).toBe(false)
})

test('ten right codes at once open one session', async () => {
  const t = await site()
  const visitors = [await t.atTheCode(), await t.atTheCode()]
  const code = t.shown()
  const answers = await Promise.all(
    visitors.flatMap((visitor) => Array.from({ length: 5 }, () => enter(visitor, code))),
  )
  expect(answers.filter((answer) => answer.location === '/')).toHaveLength(1)
  expect(await sessionsOf(t, t.marie)).toHaveLength(1)
  expect(t.failures).toEqual([])
})

test('the code of somebody else, and a code two steps away, are wrong', async () => {
  const t = await site()
  const rene = await withApplication(t, t.rene)
  const visitor = await t.atTheCode()
  for (const code of [rene.shown(), t.shown(-2), t.shown(2)])
    expect((await enter(visitor, code)).page.error('code')).toBe(WRONG)
  // A secret that is put into another row opens nothing there.
  const { totp_secret } = await t.db
    .selectFrom('users')
    .select('totp_secret')
    .where('id', '=', t.rene.id)
    .executeTakeFirstOrThrow()
  await t.db.updateTable('users').set({ totp_secret }).where('id', '=', t.marie.id).execute()
  expect((await enter(visitor, rene.shown())).status).toBe(422)
})

test('a slip of the keyboard costs no try', async () => {
  const t = await site()
  const visitor = await t.atTheCode()
  const SIX = 'Le code compte six chiffres.'
  for (const [code, message] of [
    ['', 'Tapez le code que montre votre application.'],
    ['12345', SIX],
    ['abcdef', SIX],
    ['١٢٣٤٥٦', SIX],
  ] as const) {
    const answer = await enter(visitor, code)
    expect([code, answer.status, answer.page.error('code')]).toEqual([code, 422, message])
  }
  for (const [code, message] of [
    ['', 'Tapez l’un de vos codes de secours.'],
    ['abcd-efgh', 'Un code de secours compte seize signes, lettres de a à z et chiffres de 2 à 7.'],
    ['123456', 'Un code de secours compte seize signes, lettres de a à z et chiffres de 2 à 7.'],
  ] as const) {
    const answer = await recover(visitor, code)
    expect([code, answer.status, answer.page.error('secours')]).toEqual([code, 422, message])
  }
  expect((await t.actions()).length).toBe(0)
  expect((await enter(visitor, t.shown())).location).toBe('/')
})

test('a recovery code opens the account once, and says how many are left', async () => {
  const t = await site()
  const visitor = await t.atTheCode()
  const link = (await visitor.get('/2fa')).page.all('a').find((one) => one.text.includes('code de secours'))
  const form = await visitor.get(link?.getAttribute('href') ?? '')
  expect(form.page.has('input[name=secours]')).toBe(true)
  expect(form.page.has('input[name=code]')).toBe(false)
  const [code = '', last = ''] = t.codes
  const done = await recover(visitor, code.toUpperCase().replace(/(.{4})(?=.)/g, '$1 '))
  expect(done.location).toBe('/')
  expect((await visitor.follow(done)).page.flash).toContain('il vous en reste 9')
  expect(await t.actions()).toEqual(['code.secours ok', 'connexion ok'])
  const again = await t.atTheCode()
  const refused = await recover(again, code)
  expect([refused.status, refused.page.error('secours'), refused.page.has('input[name=secours]')]).toEqual([
    422,
    WRONG,
    true,
  ])
  expect(refused.text).not.toContain(code)
  await t.db.deleteFrom('codes_secours').where('user_id', '=', t.marie.id).execute()
  expect((await recover(again, last)).page.error('secours')).toBe(WRONG)
})

test('recovery codes of somebody else open nothing, and none opens an account without application', async () => {
  const t = await site()
  const rene = await withApplication(t, t.rene)
  const visitor = await t.atTheCode()
  for (const code of rene.codes.slice(0, 3)) expect((await recover(visitor, code)).status).toBe(422)
  expect(await t.db.selectFrom('codes_secours').selectAll().where('user_id', '=', t.rene.id).execute()).toHaveLength(10)
  const sink = await smtpSink()
  t.deps.settings.write({ smtp: sink.settings })
  const etienne = t.anonymous()
  expect((await logIn(etienne, 'etienne')).location).toBe('/2fa')
  expect((await recover(etienne, t.codes[0] ?? '')).page.error('code')).toBe('Tapez le code reçu par courriel.')
})

test('ten requests with one recovery code open one session', async () => {
  const t = await site()
  const visitors = [await t.atTheCode(), await t.atTheCode()]
  const [code = ''] = t.codes
  const answers = await Promise.all(
    visitors.flatMap((visitor) => Array.from({ length: 5 }, () => recover(visitor, code))),
  )
  expect(answers.filter((answer) => answer.location === '/')).toHaveLength(1)
  expect(await sessionsOf(t, t.marie)).toHaveLength(1)
})

test('five wrong codes of either kind end the log-in, the right one included, and its owner is told where there is mail', async () => {
  const t = await site()
  const visitor = await t.atTheCode()
  for (let n = 0; n < 2; n += 1) expect((await enter(visitor, t.wrong())).status).toBe(422)
  for (let n = 0; n < 2; n += 1) expect((await recover(visitor, 'abcdefghijklmnop')).status).toBe(422)
  const last = await enter(visitor, t.wrong())
  expect(last.location).toBe('/login')
  expect((await visitor.follow(last)).page.flash).toBe(
    'Cinq codes faux : recommencez la connexion avec votre mot de passe.',
  )
  expect((await enter(visitor, t.shown())).location).toBe('/login')
  expect(await isIn(visitor)).toBe(false)
  // No task waits for mail settings that may never come.
  expect(await t.db.selectFrom('taches').select('kind').execute()).toEqual([])
  const sink = await smtpSink()
  t.deps.settings.write({ smtp: sink.settings })
  t.later(DAY)
  const other = await t.atTheCode()
  for (let n = 0; n < 5; n += 1) await enter(other, t.wrong())
  expect(await runTasks(t.deps, accountMailHandlers(t.deps, SHORT))).toBe(1)
  expect(sink.received.at(-1)?.email.subject).toBe('[Relevés d’essai] Codes de connexion faux')
})

test('nine wrong codes a day close the second step, whatever log-ins they were for; the owner’s browser has its own', async () => {
  const t = await site()
  const own = await t.atTheCode()
  expect((await enter(own, t.shown())).location).toBe('/')
  await own.post('/logout')
  t.later(MINUTE)
  const waiting = await t.atTheCode()
  for (let n = 0; n < 2; n += 1) {
    const visitor = await t.atTheCode()
    for (let tries = 0; tries < 5; tries += 1) await enter(visitor, t.wrong())
  }
  const refused = await logIn(t.anonymous(), 'marie')
  expect([refused.status, secondsOf(refused)]).toEqual([429, 24 * 3600])
  const ended = await enter(waiting, t.shown())
  expect(ended.location).toBe('/login')
  expect((await waiting.follow(ended)).page.flash).toContain('Trop de codes faux')
  expect((await logIn(own, 'marie')).location).toBe('/2fa')
  expect((await enter(own, t.shown())).location).toBe('/')
  t.later(DAY)
  expect((await logIn(t.anonymous(), 'marie')).location).toBe('/2fa')
})

test('guesses at once are counted one by one', async () => {
  const t = await site()
  const visitor = await t.atTheCode()
  const near = new Set([-1, 0, 1].map((steps) => t.shown(steps)))
  const guesses = Array.from({ length: 40 }, (_, n) => String(n * 7919).padStart(6, '0')).filter((g) => !near.has(g))
  await Promise.all(guesses.map((guess) => enter(visitor, guess)))
  expect((await t.actions()).filter((action) => action === 'code refus')).toHaveLength(5)
  expect((await enter(visitor, t.shown())).location).toBe('/login')
  expect(t.failures).toEqual([])
})

test('a log-in that was left ends after half an hour; an account closed meanwhile lets nobody in', async () => {
  const t = await site()
  const slow = await t.atTheCode()
  t.later(30 * MINUTE)
  expect((await enter(slow, t.shown())).location).toBe('/login')
  const closed = await t.atTheCode()
  await t.db.updateTable('users').set({ is_active: false }).where('id', '=', t.marie.id).execute()
  expect((await enter(closed, t.shown())).location).toBe('/login')
  expect(await isIn(closed)).toBe(false)
})

test('a log-in that a forged form goes on with is refused', async () => {
  const t = await site()
  const visitor = await t.atTheCode()
  for (const [fields, headers] of [
    [{ code: t.shown(), _csrf: 'faux' }, {}],
    [{ code: t.shown() }, { origin: 'https://ailleurs.exemple' }],
    [{ code: t.shown() }, { 'sec-fetch-site': 'cross-site' }],
  ] as const)
    expect((await visitor.post('/2fa', fields, headers)).status).toBe(403)
  expect((await enter(visitor, t.shown())).location).toBe('/')
})

test('with another key of the site no code is right, the log says so, and recovery codes still open', async () => {
  const t = await site()
  const visitor = await t.atTheCode()
  await t.db
    .updateTable('users')
    .set({ totp_secret: 'v1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' })
    .where('id', '=', t.marie.id)
    .execute()
  expect((await enter(visitor, t.shown())).page.error('code')).toBe(WRONG)
  const again = await t.atTheCode()
  expect(t.failures.map((failure) => failure.message)).toEqual([
    'the secret of an application cannot be read: another key of the site?',
  ])
  expect((await recover(again, t.codes[3] ?? '')).location).toBe('/')
})

test('an application that is set up or taken off ends the log-ins that wait for another code', async () => {
  const t = await site()
  const { visitor: rene, pin } = await waitingForPin(t, 'rene')
  await withApplication(t, t.rene)
  expect((await enter(rene, pin)).location).toBe('/login')
})

test('no secret and no code stands in clear in the database, nor any in the log', async () => {
  const t = await site()
  const visitor = await t.atTheCode()
  await recover(visitor, t.codes[1] ?? '')
  const rows = JSON.stringify([
    await t.db.selectFrom('users').selectAll().execute(),
    await t.db.selectFrom('codes_secours').selectAll().execute(),
    await t.db.selectFrom('journal').selectAll().execute(),
    await t.db.selectFrom('connexions').selectAll().execute(),
  ])
  for (const secret of [t.secret, ...t.codes]) expect(rows).not.toContain(secret)
})

const FROM = { by: actorWithout(null), userAgent: null, appareil: undefined }

test('an application, or another password, that comes while the password is compared keeps that log-in out', async () => {
  const t = await siteWithClock()
  const pins: string[] = []
  const byMail = (_to: unknown, pin: string) => Promise.resolve(void pins.push(pin))
  const step = async (person: Account, mailPin?: typeof byMail) =>
    secondStep({ ...t.deps, mailPin }, { ...person, device: undefined }, { ...FROM, suite: '/' })
  const found = async (login: string) => (await accountByLogin(t.db, login)) as Account
  const [marie, rene] = [await found('marie'), await found('rene')]
  await withApplication(t, t.marie)
  expect((await step(marie)).step).toBe('refusee')
  const begun = await step(marie, byMail)
  if (begun.step !== 'code') throw new Error(begun.step)
  const typed = { secret: begun.secret, shown: { kind: 'code' as const, pin: pins[0] ?? '' } }
  expect((await enterPin(t.deps, typed, FROM)).check.outcome).toBe('perdu')
  await t.db.updateTable('users').set({ password_hash: 'another' }).where('id', '=', t.rene.id).execute()
  expect((await step(rene)).step).toBe('refusee')
  expect(await t.db.selectFrom('sessions').selectAll().execute()).toEqual([])
  expect((await step(await found('rene'))).step).toBe('ouverte')
})
