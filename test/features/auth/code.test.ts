import { expect, test } from 'vitest'
import { ACCOUNT_MAIL_TASK } from '../../../src/features/auth/account-news.ts'
import { accountMailHandlers } from '../../../src/features/auth/mail-task.tsx'
import { newPin, purgePins } from '../../../src/features/auth/pin.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { keyedDigest } from '../../../src/lib/crypto.ts'
import type { Visitor } from '../../support/app.ts'
import { useFastPasswords } from '../../support/argon2.ts'
import { isPostgres } from '../../support/db.ts'
import { type Mood, SHORT, smtpSink } from '../../support/smtp.ts'
import { isThorough } from '../../support/thorough.ts'
import { DAY, HOUR, logIn, MINUTE, SECOND, secondsOf, sessionsOf, siteWithClock } from './support.ts'

useFastPasswords()

/** A machine under load answers late; a server in a bad mood does not answer at all. */
const PATIENT = { connection: 4000, greeting: 4000, socket: 4000, whole: 8000 }

/** A site that sends mail, and a clock that the test moves. */
async function mailSite({ hasTls = false } = {}) {
  const [t, sink] = [await siteWithClock(), await smtpSink({ hasTls })]
  t.deps.settings.write({ smtp: sink.settings })
  t.deps.mailLimits = PATIENT
  /** The PIN of the last mail. */
  const lastPin = () => /^(\d{6})$/m.exec(sink.received.at(-1)?.email.text ?? '')?.[1] ?? ''
  return {
    ...t,
    sink,
    lastPin,
    /** Right password given, the PIN awaited. */
    async atTheCode(login = 'marie') {
      const visitor = t.anonymous()
      const answer = await logIn(visitor, login)
      expect([answer.status, answer.location]).toEqual([303, '/2fa'])
      return visitor
    },
    /** Six digits that are not the PIN. */
    wrong: () => String((Number(lastPin()) + 1) % 1_000_000).padStart(6, '0'),
    actions: async () =>
      (await t.db.selectFrom('journal').select(['action', 'resultat']).orderBy('id').execute()).map(
        ({ action, resultat }) => `${action} ${resultat}`,
      ),
  }
}

const enter = (visitor: Visitor, code: string) => visitor.post('/2fa', { code })
const isIn = async (visitor: Visitor) => (await visitor.get('/profil')).status === 200

test('where mail is set up, the password is followed by a code sent to the person alone', async () => {
  const t = await mailSite()
  const visitor = t.anonymous()
  const answer = await visitor.post('/login', {
    login: 'marie',
    password: 'une longue phrase de passe',
    suite: '/lieux?q=malo',
  })
  expect(answer.location).toBe('/2fa')
  expect(await isIn(visitor)).toBe(false)
  expect(await sessionsOf(t, t.marie)).toEqual([])
  const [mail] = t.sink.received
  expect(mail?.to).toEqual(['marie@exemple.fr'])
  expect(mail?.email.subject).toBe('[Relevés d’essai] Votre code de connexion')
  expect(mail?.email.html).toContain(`<strong>${t.lastPin()}</strong>`)
  const form = await visitor.follow(answer)
  expect(form.page.h1).toBe('Code de connexion')
  expect(form.page.text).toContain('m…@exemple.fr')
  expect(form.text).not.toContain('marie@exemple.fr')
  expect(form.page.field('Code reçu').getAttribute('autocomplete')).toBe('one-time-code')
  expect(form.page.has('a[href="/login"]')).toBe(true)

  const pin = t.lastPin()
  const done = await enter(visitor, ` ${pin.slice(0, 3)} ${pin.slice(3)} `)
  expect(done.location).toBe('/lieux?q=malo')
  expect(await isIn(visitor)).toBe(true)
  expect(await t.db.selectFrom('connexions').selectAll().execute()).toEqual([])
  expect(await t.actions()).toEqual(['code.envoi ok', 'connexion ok'])
  expect((await visitor.get('/2fa')).location).toBe('/')
  expect(t.failures).toEqual([])
})

test('without mail the password is enough', async () => {
  const t = await mailSite()
  t.deps.settings.write({ smtp: null })
  expect((await logIn(t.anonymous(), 'marie')).location).toBe('/')
  const stranger = await t.anonymous().get('/2fa')
  expect(stranger.location).toBe('/login')
})

test('a wrong password, a closed account and an unknown one send no mail', async () => {
  const t = await mailSite()
  await logIn(t.anonymous(), 'marie', 'pas le bon')
  await logIn(t.anonymous(), 'inactif')
  await logIn(t.anonymous(), 'personne')
  expect(t.sink.connections).toBe(0)
})

test('only a keyed digest of the code is stored, bound to this log-in; the cookie is out of reach of scripts', async () => {
  const t = await mailSite()
  const visitor = t.anonymous()
  const answer = await logIn(visitor, 'marie')
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('connexion=')) ?? ''
  expect(cookie).toMatch(/HttpOnly/)
  expect(cookie).toMatch(/SameSite=Lax/)
  const rows = await t.db.selectFrom('connexions').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(visitor.cookies.get('connexion'))
  expect(JSON.stringify(rows)).not.toContain(t.lastPin())
  // Without the key of the server no candidate can be tried against the stored digest.
  for (const key of ['', 'code', 'autre secret'])
    expect(rows[0]?.code).not.toBe(keyedDigest(key, 'code', `${rows[0]?.id}\0${t.lastPin()}`))
  const other = await t.atTheCode('rene')
  const marie = t.sink.received[0]?.email.text?.match(/^\d{6}$/m)?.[0] ?? ''
  if (marie !== t.lastPin()) expect((await enter(other, marie)).status).toBe(422)
})

test('a code works for ten minutes, by a clock that is set forth or back', async () => {
  const t = await mailSite()
  const early = await t.atTheCode()
  t.later(599 * SECOND)
  expect((await enter(early, t.lastPin())).location).toBe('/')
  const late = await t.atTheCode()
  t.later(600 * SECOND)
  const refused = await enter(late, t.lastPin())
  expect([refused.status, refused.page.error('code')]).toEqual([
    422,
    'Ce code n’est pas le bon, ou il a plus de dix minutes.',
  ])
  const before = await t.atTheCode()
  t.later(-HOUR)
  expect((await enter(before, t.lastPin())).location).toBe('/login')
  expect(await isIn(before)).toBe(false)
})

test('a slip of the keyboard costs no try', async () => {
  const t = await mailSite()
  const visitor = await t.atTheCode()
  const SIX = 'Le code compte six chiffres.'
  for (const [code, message] of [
    ['', 'Tapez le code reçu par courriel.'],
    ['12345', SIX],
    ['1234567', SIX],
    ['abcdef', SIX],
    ['١٢٣٤٥٦', SIX],
    ['12 45', SIX],
  ] as const) {
    const answer = await enter(visitor, code)
    expect([code, answer.status, answer.page.error('code')]).toEqual([code, 422, message])
  }
  expect((await enter(visitor, t.lastPin())).location).toBe('/')
})

test('five wrong codes end the log-in, the right one included, and its owner is told', async () => {
  const t = await mailSite()
  const visitor = await t.atTheCode()
  const [wrong, right] = [t.wrong(), t.lastPin()]
  for (let n = 0; n < 4; n += 1) expect((await enter(visitor, wrong)).status).toBe(422)
  const last = await enter(visitor, wrong)
  expect(last.location).toBe('/login')
  expect((await visitor.follow(last)).page.flash).toContain('Cinq codes faux')
  expect((await enter(visitor, right)).location).toBe('/login')
  expect(await isIn(visitor)).toBe(false)
  expect(await runTasks(t.deps, accountMailHandlers(t.deps, SHORT))).toBe(1)
  expect(t.sink.received.at(-1)).toMatchObject({
    to: ['marie@exemple.fr'],
    email: { subject: '[Relevés d’essai] Codes de connexion faux' },
  })
  expect((await t.actions()).filter((action) => action === 'code refus')).toHaveLength(5)
})

test('wrong codes still count after another one was sent', async () => {
  const t = await mailSite()
  const visitor = await t.atTheCode()
  for (let n = 0; n < 4; n += 1) await enter(visitor, t.wrong())
  t.later(MINUTE)
  expect((await visitor.post('/2fa/renvoyer')).location).toBe('/2fa')
  expect((await enter(visitor, t.wrong())).location).toBe('/login')
})

test('twenty wrong codes a day close the second step of an account, whatever log-ins they were for', async () => {
  const t = await mailSite()
  for (let flow = 0; flow < 4; flow += 1) {
    const visitor = await t.atTheCode()
    for (let n = 0; n < 5; n += 1) await enter(visitor, t.wrong())
  }
  const sent = t.sink.received.length
  const refused = await logIn(t.anonymous(), 'marie')
  expect([refused.status, secondsOf(refused)]).toEqual([429, 24 * 3600])
  expect(t.sink.received).toHaveLength(sent)
  // A limit is never what opens the door.
  t.sink.mood = 'coupe'
  expect((await logIn(t.anonymous(), 'marie')).status).toBe(429)
  t.sink.mood = 'ok'
  expect((await logIn(t.anonymous(), 'rene')).location).toBe('/2fa')
  t.later(DAY)
  expect((await logIn(t.anonymous(), 'marie')).location).toBe('/2fa')
})

test('a log-in begun before the twentieth wrong code ends with it', async () => {
  const t = await mailSite()
  const waiting = await t.atTheCode()
  const pin = t.lastPin()
  for (let flow = 0; flow < 4; flow += 1) {
    const visitor = await t.atTheCode()
    for (let n = 0; n < 5; n += 1) await enter(visitor, t.wrong())
  }
  const answer = await enter(waiting, pin)
  expect(answer.location).toBe('/login')
  expect((await waiting.follow(answer)).page.flash).toContain('Trop de codes faux')
})

test('guesses at once are counted one by one', async () => {
  const t = await mailSite()
  const visitor = await t.atTheCode()
  const right = t.lastPin()
  const guesses = Array.from({ length: 30 }, (_, n) => String((Number(right) + 1 + n) % 1_000_000).padStart(6, '0'))
  await Promise.all(guesses.map((guess) => enter(visitor, guess)))
  expect((await t.actions()).filter((action) => action === 'code refus')).toHaveLength(5)
  expect((await enter(visitor, right)).location).toBe('/login')
  expect(await isIn(visitor)).toBe(false)
  expect(t.failures).toEqual([])
})

test('ten right codes at once open one session', async () => {
  const t = await mailSite()
  const visitor = await t.atTheCode()
  const answers = await Promise.all(Array.from({ length: 10 }, () => enter(visitor, t.lastPin())))
  expect(answers.filter((answer) => answer.location === '/')).toHaveLength(1)
  expect(await sessionsOf(t, t.marie)).toHaveLength(1)
  expect(t.failures).toEqual([])
})

test('a code is sent again a minute apart, three times at most, and replaces the one before', async () => {
  const t = await mailSite()
  const visitor = await t.atTheCode()
  const first = t.lastPin()
  const soon = await visitor.post('/2fa/renvoyer')
  expect([soon.status, secondsOf(soon), soon.page.h1]).toEqual([429, 60, 'Code de connexion'])
  expect(t.sink.received).toHaveLength(1)
  for (let n = 1; n <= 3; n += 1) {
    t.later(MINUTE)
    const again = await visitor.post('/2fa/renvoyer')
    expect(again.location).toBe('/2fa')
    expect(t.sink.received).toHaveLength(1 + n)
  }
  t.later(MINUTE)
  expect((await visitor.post('/2fa/renvoyer')).status).toBe(429)
  expect(t.sink.received).toHaveLength(4)
  if (first !== t.lastPin()) expect((await enter(visitor, first)).status).toBe(422)
  expect((await enter(visitor, t.lastPin())).location).toBe('/')
})

test('a code sent again has ten minutes of its own, the log-in half an hour in all', async () => {
  const t = await mailSite()
  const visitor = await t.atTheCode()
  t.later(15 * MINUTE)
  await visitor.post('/2fa/renvoyer')
  t.later(9 * MINUTE)
  expect((await enter(visitor, t.lastPin())).location).toBe('/')
  const slow = await t.atTheCode()
  t.later(30 * MINUTE)
  expect((await slow.post('/2fa/renvoyer')).location).toBe('/login')
  expect((await slow.get('/2fa')).location).toBe('/login')
  await purgePins(t.db, t.deps.clock())
  t.later(SECOND)
  await purgePins(t.db, t.deps.clock())
  expect(await t.db.selectFrom('connexions').selectAll().execute()).toEqual([])
})

test('an account closed, or given another password, while its code is awaited lets nobody in', async () => {
  const t = await mailSite()
  const admin = await t.as(t.admin)
  const [marie, rene] = [await t.atTheCode('marie'), await t.atTheCode('rene')]
  const pin = t.lastPin()
  await admin.post(`/admin/utilisateurs/${t.marie.id}/desactiver`)
  await admin.post(`/admin/utilisateurs/${t.rene.id}/mot-de-passe`)
  expect((await marie.get('/2fa')).location).toBe('/login')
  expect((await enter(rene, pin)).location).toBe('/login')
  expect([await isIn(marie), await isIn(rene)]).toEqual([false, false])
})

test('a temporary password is followed by a code as well', async () => {
  const t = await mailSite()
  const admin = await t.as(t.admin)
  const password = (await admin.post(`/admin/utilisateurs/${t.marie.id}/mot-de-passe`)).page.one('code').text
  const visitor = t.anonymous()
  expect((await logIn(visitor, 'marie', password)).location).toBe('/2fa')
  expect((await enter(visitor, t.lastPin())).location).toBe('/')
  expect((await visitor.get('/')).location).toBe('/profil/mot-de-passe')
})

const BAD_MOODS: (Mood | 'refus' | 'sans TLS' | 'certificat')[] = [
  450,
  550,
  'muet',
  'muet après DATA',
  'coupe',
  'refus',
  'sans TLS',
  'certificat',
]

/** From now on the mail server is in this mood. */
async function fallIll({ sink, deps }: Awaited<ReturnType<typeof mailSite>>, mood: (typeof BAD_MOODS)[number]) {
  deps.mailLimits = SHORT
  if (mood === 'refus') await sink.refuse()
  else if (mood === 'sans TLS' || mood === 'certificat')
    deps.settings.write({ smtp: { ...sink.settings, encryption: 'starttls' } })
  else sink.mood = mood
}

test.each(BAD_MOODS)(
  'mood « %s »: the first code may be missing, where the settings say so, and administrators see it',
  async (mood) => {
    const t = await mailSite({ hasTls: mood === 'certificat' })
    const waiting = await t.atTheCode('rene')
    t.later(MINUTE)
    await fallIll(t, mood)

    const visitor = t.anonymous()
    const began = performance.now()
    expect((await logIn(visitor, 'marie')).location).toBe('/')
    expect(performance.now() - began).toBeLessThan(5000)
    expect(await isIn(visitor)).toBe(true)
    expect(await t.actions()).toEqual(['code.envoi ok', 'code.envoi alerte', 'connexion ok'])
    expect(t.failures.map((failure) => failure.message)).toEqual(['the PIN of a log-in could not be mailed'])
    const admin = await t.as(t.admin)
    for (const path of ['/', '/admin']) {
      const { page } = await admin.get(path)
      expect([path, /(Une|1)\s+connexion s’est faite sans code/.test(page.text)]).toEqual([path, true])
    }
    expect((await visitor.get('/')).page.text).not.toContain('sans code')

    // A code that cannot be sent again opens nothing.
    const again = await waiting.post('/2fa/renvoyer')
    expect([again.status, again.page.error('code')]).toEqual([
      503,
      'Le courriel n’est pas parti. Demandez un autre code dans une minute.',
    ])
    expect(await isIn(waiting)).toBe(false)

    t.deps.settings.write({ pin_obligatoire: true })
    const refused = t.anonymous()
    const answer = await logIn(refused, 'etienne')
    expect([answer.status, answer.page.error('login')]).toEqual([
      422,
      expect.stringContaining('n’a pas pu vous être envoyé'),
    ])
    expect(await isIn(refused)).toBe(false)
    expect((await t.actions()).slice(3)).toEqual(['code.envoi refus', 'code.envoi refus'])
    // Marie came in without a code; nobody else did, and one code is still awaited.
    expect(await t.db.selectFrom('connexions').select('user_id').execute()).toEqual([{ user_id: t.rene.id }])
  },
)

// The engine takes no part in these waits, and nobody else in ten seconds: one is enough.
test.runIf(isThorough && !isPostgres)(
  'with the real waits, a mail server that says nothing delays a log-in by less than 15 s',
  {
    timeout: 30_000,
  },
  async () => {
    const t = await mailSite()
    delete t.deps.mailLimits
    t.sink.mood = 'muet après DATA'
    const began = performance.now()
    expect((await logIn(t.anonymous(), 'marie')).location).toBe('/')
    expect(performance.now() - began).toBeLessThan(15_000)
  },
)

test('a flood of log-ins floods no mailbox', async () => {
  const t = await mailSite()
  for (let n = 0; n < 30; n += 1) expect((await logIn(t.anonymous(), 'marie')).location).toBe('/2fa')
  const refused = await logIn(t.anonymous(), 'marie')
  expect(refused.status).toBe(429)
  expect(t.sink.received).toHaveLength(30)
})

test('names that could be headers or addresses reach one mailbox', async () => {
  const t = await mailSite()
  const hostile = [
    'a, b <evil@exemple.fr>',
    '"a" <evil@exemple.fr>',
    'evil@exemple.fr',
    '=?utf-8?q?a=0d=0abcc:evil?=',
    'a\r\nBcc: evil@exemple.fr',
    'a\u2028Bcc: evil@exemple.fr',
    'a;b,c:d<e>(f)[g]\\',
    '’'.repeat(60),
  ]
  for (const [n, name] of hostile.entries()) {
    t.sink.received.length = 0
    await t.db
      .updateTable('users')
      .set({ name, name_key: `cle ${n}` })
      .where('id', '=', t.marie.id)
      .execute()
    await logIn(t.anonymous(), 'marie@exemple.fr')
    for (const mail of t.sink.received) {
      expect([name, mail.to]).toEqual([name, ['marie@exemple.fr']])
      expect(mail.email.bcc ?? []).toEqual([])
      expect(mail.email.to?.map((to) => to.address)).toEqual(['marie@exemple.fr'])
    }
    expect([name, t.sink.received.length]).toEqual([name, 1])
  }
})

test('codes have six digits, zeros in front too, and are spread over all of them', () => {
  const pins = Array.from({ length: 20_000 }, newPin)
  expect(pins.every((pin) => /^\d{6}$/.test(pin))).toBe(true)
  const zeros = pins.filter((pin) => pin.startsWith('0')).length
  expect(zeros).toBeGreaterThan(1700)
  expect(zeros).toBeLessThan(2300)
  expect(new Set(pins).size).toBeGreaterThan(19_500)
})

test('a mail about an account whose owner left goes nowhere', async () => {
  const t = await mailSite()
  const visitor = await t.atTheCode()
  for (let n = 0; n < 5; n += 1) await enter(visitor, t.wrong())
  await t.db.updateTable('users').set({ is_active: false }).where('id', '=', t.marie.id).execute()
  t.sink.received.length = 0
  await runTasks(t.deps, accountMailHandlers(t.deps, SHORT))
  expect(t.sink.received).toEqual([])
  const tasks = await t.db.selectFrom('taches').select(['kind', 'etat']).execute()
  expect(tasks).toEqual([{ kind: ACCOUNT_MAIL_TASK, etat: 'faite' }])
})
