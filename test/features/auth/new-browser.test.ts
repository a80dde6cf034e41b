// A log-in from a browser in which the account never was is told to its owner by mail, once, and never the first one of all.
import { expect, test } from 'vitest'
import { ACCOUNT_MAIL_TASK } from '../../../src/features/auth/account-news.ts'
import { accountMailHandlers } from '../../../src/features/auth/mail-task.tsx'
import { isKnownBrowser, knownDevice, markDevice } from '../../../src/features/auth/rules/device.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { vagueAddress } from '../../../src/lib/network.ts'
import { behindProxy, type Visitor } from '../../support/app.ts'
import { useFastPasswords } from '../../support/argon2.ts'
import { PASSWORD } from '../../support/characters.ts'
import { SHORT, smtpSink } from '../../support/smtp.ts'
import { withApplication } from './factor-support.ts'
import { DAY, from, logIn, sessionsOf, siteWithClock } from './support.ts'

useFastPasswords()

const NEW = 'sept chevaux bleus dansent'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0'

/** A site that sends mail, where marie has been in once with the browser `known`. Codes come from an application: no PIN is mailed. */
async function site() {
  const [t, sink] = [await siteWithClock(), await smtpSink()]
  t.deps.settings.write({ smtp: sink.settings })
  t.deps.trustProxy = behindProxy
  const application = await withApplication(t, t.marie)
  const known = t.anonymous()
  const enter = async (visitor: Visitor, password = PASSWORD, headers = {}) => {
    t.later(DAY / 100)
    await visitor.get('/login')
    expect((await logIn(visitor, 'marie', password, headers)).location).toBe('/2fa')
    expect((await visitor.post('/2fa', { code: application.shown() }, headers)).status).toBe(303)
    return visitor
  }
  await enter(known)
  return {
    ...t,
    ...application,
    sink,
    known,
    enter,
    tasks: async () =>
      (await t.db.selectFrom('taches').select('payload').where('kind', '=', ACCOUNT_MAIL_TASK).execute()).map(
        ({ payload }) => payload,
      ),
  }
}

test('the first log-in of all is not told, nor one from a browser that was in before', async () => {
  const t = await site()
  expect(await t.tasks()).toEqual([])
  await t.known.post('/logout')
  await t.enter(t.known)
  expect(await t.tasks()).toEqual([])
})

test('a new browser is told once: when, with what, and from where more or less', async () => {
  const t = await site()
  const headers = { ...from('203.0.113.77'), 'user-agent': FIREFOX }
  const other = await t.enter(t.anonymous(), PASSWORD, headers)
  await other.post('/logout')
  await t.enter(other, PASSWORD, headers)
  expect(await t.tasks()).toMatchObject([{ sorte: 'appareil_nouveau', user_id: t.marie.id }])
  expect(JSON.stringify(await t.tasks())).not.toContain('203.0.113.77')
  await runTasks(t.deps, accountMailHandlers(t.deps))
  const mail = t.sink.received.at(-1)
  expect(mail?.to).toEqual(['marie@exemple.fr'])
  expect(mail?.email.subject).toBe('[Relevés d’essai] Nouvelle connexion à votre compte')
  expect(mail?.email.text).toMatch(
    /le 21 novembre 2026 à 1\d:\d\d, Firefox sur Windows, depuis une adresse qui commence par 203\.0\.113\./,
  )
  expect(mail?.email.text).not.toContain('203.0.113.77')
})

test('another password makes nobody’s browser a new one', async () => {
  const t = await site()
  const other = await t.enter(t.anonymous())
  await other.post('/profil/mot-de-passe', { actuel: PASSWORD, nouveau: NEW, confirmation: NEW })
  await t.enter(t.known, NEW)
  expect(await t.tasks()).toHaveLength(1)
  await t.enter(t.anonymous(), NEW)
  expect(await t.tasks()).toHaveLength(2)
})

test('nothing is told where the setting is off, where no mail is sent, or of a log-in that failed', async () => {
  const t = await site()
  t.deps.settings.write({ avis_appareils: false })
  await t.enter(t.anonymous())
  t.deps.settings.write({ avis_appareils: true, smtp: null })
  await t.enter(t.anonymous())
  t.deps.settings.write({ smtp: t.sink.settings })
  await logIn(t.anonymous(), 'marie', 'pas le bon')
  const waiting = t.anonymous()
  await logIn(waiting, 'marie')
  await waiting.post('/2fa', { code: t.wrong() })
  expect(await t.tasks()).toEqual([])
})

test('who was let in because the code could not be mailed hears of it once mail works', async () => {
  const t = await site()
  await t.db
    .updateTable('users')
    .set({ entree_at: '2026-01-01T00:00:00.000Z' })
    .where('id', '=', t.etienne.id)
    .execute()
  t.sink.mood = 'coupe'
  t.deps.mailLimits = SHORT
  expect((await logIn(t.anonymous(), 'etienne')).location).toBe('/')
  expect(await sessionsOf(t, t.etienne)).toHaveLength(1)
  expect(await t.tasks()).toMatchObject([{ sorte: 'appareil_nouveau', user_id: t.etienne.id }])
})

test('a browser stays known for 400 days, whatever the password; a cookie that was changed or is another’s is not', () => {
  const [secret, now] = ['secret', new Date('2026-11-21T10:00:00.000Z')]
  const marie = { id: 3, password_hash: 'a' }
  const cookie = markDevice(secret, undefined, marie, now)
  const later = { ...marie, password_hash: 'b' }
  const known = (text: string | undefined, account = later, key = secret, days = 0) =>
    isKnownBrowser(key, text, account, new Date(now.getTime() + days * DAY))
  expect([known(cookie), knownDevice(secret, cookie, later, now)]).toEqual([true, undefined])
  expect([known(cookie, later, secret, 400), known(cookie, later, secret, 401)]).toEqual([true, false])
  expect([known(cookie, { id: 4, password_hash: 'b' }), known(cookie, later, 'autre')]).toEqual([false, false])
  const [device = '', mark = ''] = cookie.split('.')
  for (const text of [
    undefined,
    '',
    device,
    `${device}.`,
    `${device}.x~y`,
    `${cookie}x`,
    `${device}.${mark.split('~')[0]}`,
  ])
    expect([text, known(text)]).toEqual([text, false])
  // The mark of a version before this one still tells the browser, until the password changes.
  const former = `${device}.${mark.split('~')[0]}`
  expect([known(former, marie), known(former, later)]).toEqual([true, false])
  expect(known(markDevice(secret, former, later, now))).toBe(true)
})

test.each([
  ['203.0.113.77', '203.0.113'],
  ['::ffff:203.0.113.77', '203.0.113'],
  ['2001:db8:0:7::1', '2001:db8:0'],
  ['::1', '0:0:0'],
  ['', ''],
  ['pas une adresse', ''],
])('« %s » is told as « %s »', (address, told) => expect(vagueAddress(address)).toBe(told))
