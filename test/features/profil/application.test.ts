// The application of one's account: set up by a first code, its recovery codes shown once, taken off by the password.
import { expect, test } from 'vitest'
import { accountMailHandlers } from '../../../src/features/auth/mail-task.tsx'
import { createSession } from '../../../src/features/auth/sessions.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import type { Visitor } from '../../support/app.ts'
import { useFastPasswords } from '../../support/argon2.ts'
import { PASSWORD } from '../../support/characters.ts'
import { smtpSink } from '../../support/smtp.ts'
import { shownBy, withApplication } from '../auth/factor-support.ts'
import { HOUR, logIn, SECOND, siteWithClock } from '../auth/support.ts'

useFastPasswords()

const PATH = '/profil/application'
const CODE = /^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/

type Site = Awaited<ReturnType<typeof siteWithClock>>

/** Reads what the page offers: its secret as people type it, and the hidden field that brings it back. */
async function offerOf(t: Site, visitor: Visitor) {
  const { page, headers, text } = await visitor.get(PATH)
  const secret = page.one('main code').text.replace(/\s/g, '')
  return { page, headers, text, secret, cle: page.value('cle'), ...shownBy(t, secret) }
}

const codesOn = (answer: { page: { all(selector: string): { text: string }[] } }) =>
  answer.page.all('ol code').map((node) => node.text)

const factorOf = (t: Site, user: { id: number }) =>
  t.db
    .selectFrom('users')
    .select(['totp_secret', 'totp_at', 'totp_pas'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()

const codesKept = (t: Site, user: { id: number }) =>
  t.db.selectFrom('codes_secours').select('id').where('user_id', '=', user.id).execute()

const actionsOf = async (t: Site) =>
  (await t.db.selectFrom('journal').select('action').orderBy('id').execute()).map(({ action }) => action)

test('an application is set up by its first code, and then asked for', async () => {
  const t = await siteWithClock()
  const marie = await t.as(t.marie)
  const profil = await marie.get('/profil')
  expect(profil.page.one(`a[href="${PATH}"]`).text).toContain('Mettre en place')
  const offer = await offerOf(t, marie)
  expect(offer.headers.get('cache-control')).toContain('no-store')
  expect(offer.secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(offer.page.one('main code').text).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
  expect(offer.page.has('svg[role=img] path')).toBe(true)
  const address = new URL(offer.page.one('a[href^="otpauth:"]').getAttribute('href') ?? '')
  expect(address.searchParams.get('secret')).toBe(offer.secret)
  expect(address.searchParams.get('issuer')).toBe('Relevés d’essai')
  // Nothing counts before the first code.
  expect(await factorOf(t, t.marie)).toEqual({ totp_secret: null, totp_at: null, totp_pas: null })
  expect((await logIn(t.anonymous(), 'marie')).location).toBe('/')

  const first = offer.shown()
  const done = await marie.post(PATH, { cle: offer.cle, code: ` ${first} ` })
  expect([done.status, done.page.h1, done.headers.get('cache-control')]).toEqual([
    200,
    'Codes de secours',
    expect.stringContaining('no-store'),
  ])
  const codes = codesOn(done)
  expect(codes).toHaveLength(10)
  expect(codes.every((code) => CODE.test(code))).toBe(true)
  expect(await codesKept(t, t.marie)).toHaveLength(10)
  expect((await factorOf(t, t.marie)).totp_at).toBe('2026-11-21T10:00:00.000Z')
  expect(await actionsOf(t)).toEqual(['connexion', 'facteur.ajout'])

  const state = await marie.get(PATH)
  expect(state.page.text).toContain('10 restent')
  for (const secret of [offer.secret, ...codes]) expect(state.text).not.toContain(secret)
  const visitor = t.anonymous()
  expect((await logIn(visitor, 'marie')).location).toBe('/2fa')
  // The code that confirmed it is used up.
  expect((await visitor.post('/2fa', { code: first })).status).toBe(422)
  t.later(30 * SECOND)
  expect((await visitor.post('/2fa', { code: offer.shown() })).location).toBe('/')
})

test('a code that is missing, of another shape, wrong or too old sets nothing up, and the same secret stands there again', async () => {
  const t = await siteWithClock()
  const marie = await t.as(t.marie)
  const { cle, secret, wrong, shown } = await offerOf(t, marie)
  for (const [code, message] of [
    ['', 'Tapez le code que montre votre application.'],
    ['12345', 'Le code compte six chiffres.'],
    ['abcdef', 'Le code compte six chiffres.'],
    [wrong(), 'Ce code n’est pas le bon.'],
    [shown(-2), 'Ce code n’est pas le bon.'],
  ] as const) {
    const answer = await marie.post(PATH, { cle, code })
    expect([code, answer.status]).toEqual([code, 422])
    expect(answer.page.error('code')).toContain(message)
    expect(answer.page.one('main code').text.replace(/\s/g, '')).toBe(secret)
    expect([answer.page.value('cle'), answer.page.value('code')]).toEqual([cle, code])
  }
  expect((await factorOf(t, t.marie)).totp_at).toBeNull()
  expect(await codesKept(t, t.marie)).toEqual([])
  expect(await actionsOf(t)).toEqual([])
})

test('the offer of somebody else, one that was changed and one of an hour ago are taken for none', async () => {
  const t = await siteWithClock()
  const [marie, rene] = [await t.as(t.marie), await t.as(t.rene)]
  const offer = await offerOf(t, marie)
  const flipped = `${offer.cle.slice(0, -3)}${offer.cle.endsWith('AAA') ? 'BBB' : 'AAA'}`
  for (const [visitor, cle] of [
    [rene, offer.cle],
    [marie, flipped],
    [marie, ''],
    [marie, offer.secret],
  ] as const) {
    const answer = await visitor.post(PATH, { cle, code: offer.shown() })
    expect(answer.location).toBe(PATH)
    expect((await visitor.follow(answer)).page.flash).toContain('trop ancienne')
  }
  t.later(HOUR)
  expect((await marie.post(PATH, { cle: offer.cle, code: offer.shown() })).location).toBe(PATH)
  expect((await factorOf(t, t.marie)).totp_at).toBeNull()
})

test('in a session of long ago the password is asked for first', async () => {
  const t = await siteWithClock()
  const marie = t.anonymous()
  const since = new Date(Date.now() - 3 * HOUR).toISOString()
  marie.cookies.set('session', await createSession(t.db, t.marie.id, 'test', { since, isFresh: false }))
  const { page, cle, shown } = await offerOf(t, marie)
  expect(page.has('input[name=preuve]')).toBe(true)
  for (const [preuve, message] of [
    ['', 'tapez votre propre mot de passe'],
    ['pas le bon', 'Ce n’est pas votre mot de passe actuel.'],
  ] as const) {
    const answer = await marie.post(PATH, { cle, code: shown(), preuve })
    expect([answer.status, answer.text.includes(preuve === '' ? '\u0000' : preuve)]).toEqual([422, false])
    expect(answer.page.error('preuve')).toContain(message)
  }
  expect((await factorOf(t, t.marie)).totp_at).toBeNull()
  expect((await marie.post(PATH, { cle, code: shown(), preuve: PASSWORD })).page.h1).toBe('Codes de secours')
})

test('a double click, and a second window, leave the first application alone', async () => {
  const t = await siteWithClock()
  const marie = await t.as(t.marie)
  const [one, two] = [await offerOf(t, marie), await offerOf(t, marie)]
  const answers = await Promise.all([one, one, two].map(({ cle, shown }) => marie.post(PATH, { cle, code: shown() })))
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 303, 303])
  const refused = answers.find((answer) => answer.status === 303)
  expect((await marie.get(refused?.location ?? '')).page.flash).toContain('déjà en place')
  expect(await codesKept(t, t.marie)).toHaveLength(10)
  expect((await actionsOf(t)).filter((action) => action === 'facteur.ajout')).toHaveLength(1)
  expect(t.failures).toEqual([])
})

test('recovery codes leave as a text file, those of the person that are still good and no others', async () => {
  const t = await siteWithClock()
  const [marie, own] = [await t.as(t.marie), await withApplication(t, t.marie)]
  const rene = await withApplication(t, t.rene)
  const codes = [...own.codes.slice(0, 3), ...rene.codes.slice(0, 2), '<script>', 'abcdefghijklmnop'].join(' ')
  const file = await marie.post(`${PATH}/codes/fichier`, { codes })
  expect(file.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(file.headers.get('content-disposition')).toContain('attachment')
  expect(file.headers.get('cache-control')).toContain('no-store')
  expect(
    file.text
      .split('\r\n')
      .filter((line) => CODE.test(line))
      .map((line) => line.replaceAll('-', '')),
  ).toEqual(own.codes.slice(0, 3))
  expect(file.text).toContain('marie')
  expect(file.text).not.toContain('script')
  const none = await marie.post(`${PATH}/codes/fichier`, { codes: rene.codes.join(' ') })
  expect(none.location).toBe(PATH)
})

test('recovery codes are made anew by the password alone, and those of before are worth nothing', async () => {
  const t = await siteWithClock()
  const [marie, { codes, shown }] = [await t.as(t.marie), await withApplication(t, t.marie)]
  for (const [proof, message] of [
    ['', 'Tapez votre mot de passe.'],
    ['pas le bon', 'Ce n’est pas votre mot de passe actuel.'],
  ] as const) {
    const answer = await marie.post(`${PATH}/codes`, { preuve_codes: proof })
    expect([answer.status, answer.page.error('preuve_codes'), answer.page.error('preuve_retrait')]).toEqual([
      422,
      message,
      '',
    ])
  }
  const renewed = await marie.post(`${PATH}/codes`, { preuve_codes: PASSWORD })
  const fresh = codesOn(renewed)
  expect(fresh).toHaveLength(10)
  const visitor = t.anonymous()
  await logIn(visitor, 'marie')
  expect((await visitor.post('/2fa', { secours: codes[0] ?? '' })).status).toBe(422)
  expect((await visitor.post('/2fa', { secours: fresh[0] ?? '' })).location).toBe('/')
  expect((await marie.get(PATH)).page.text).toContain('9 restent')
  expect(shown()).toMatch(/^\d{6}$/)
  expect(await actionsOf(t)).toContain('facteur.codes')
})

test('two requests for new codes at once leave one set of ten, and who saw the other has nothing', async () => {
  const t = await siteWithClock()
  const [marie] = [await t.as(t.marie), await withApplication(t, t.marie)]
  const answers = await Promise.all([0, 1, 2].map(() => marie.post(`${PATH}/codes`, { preuve_codes: PASSWORD })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await codesKept(t, t.marie)).toHaveLength(10)
  expect(t.failures).toEqual([])
})

test('the application is taken off by the password alone, with its codes, and mail asks for its PIN again', async () => {
  const t = await siteWithClock()
  const sink = await smtpSink()
  const [marie, { codes }] = [await t.as(t.marie), await withApplication(t, t.marie)]
  const waiting = t.anonymous()
  await logIn(waiting, 'marie')
  for (const preuve_retrait of ['', 'pas le bon', codes[0] ?? '']) {
    const answer = await marie.post(`${PATH}/retrait`, { preuve_retrait })
    expect([answer.status, answer.page.error('preuve_retrait') !== '']).toEqual([422, true])
  }
  expect((await factorOf(t, t.marie)).totp_at).not.toBeNull()
  t.deps.settings.write({ smtp: sink.settings })
  const done = await marie.post(`${PATH}/retrait`, { preuve_retrait: PASSWORD })
  expect(done.location).toBe('/profil')
  expect(await factorOf(t, t.marie)).toEqual({ totp_secret: null, totp_at: null, totp_pas: null })
  expect(await codesKept(t, t.marie)).toEqual([])
  expect((await waiting.get('/2fa')).location).toBe('/login')
  expect((await waiting.post('/2fa', { secours: codes[1] ?? '' })).location).toBe('/login')
  await runTasks(t.deps, accountMailHandlers(t.deps))
  expect(sink.received.at(-1)?.email.subject).toBe('[Relevés d’essai] Application d’authentification retirée')
  expect(sink.received.at(-1)?.email.text).toContain('depuis votre profil')
  const visitor = t.anonymous()
  await logIn(visitor, 'marie')
  expect((await visitor.follow({ ...done, location: '/2fa' })).page.text).toContain('m…@exemple.fr')
  // There is nothing to take off twice, nor to make codes for.
  for (const [path, fields] of [
    ['retrait', { preuve_retrait: PASSWORD }],
    ['codes', { preuve_codes: PASSWORD }],
  ] as const) {
    const answer = await marie.post(`${PATH}/${path}`, fields)
    expect(answer.location).toBe(PATH)
    expect((await marie.follow(answer)).page.flash).toBe('Vous n’avez pas d’application d’authentification.')
  }
})

test('where it is asked of administrators and managers, they do nothing else before, and members go on as before', async () => {
  const t = await siteWithClock()
  t.deps.settings.write({ facteur_exige: true })
  const [admin, rene, marie] = [await t.as(t.admin), await t.as(t.rene), await t.as(t.marie)]
  expect((await marie.get('/sources')).status).toBe(200)
  for (const visitor of [admin, rene]) {
    for (const path of ['/', '/sources', '/profil', '/aide', '/parametres', '/carte/data'])
      expect((await visitor.get(path)).location).toBe(path === '/' ? PATH : `${PATH}?suite=${encodeURIComponent(path)}`)
    expect((await visitor.fragment('/sources')).headers.get('hx-redirect')).toBe(PATH)
    expect((await visitor.post('/profil', { name: 'autre' })).location).toBe(PATH)
    expect((await visitor.post(`${PATH}/retrait`, {})).location).toBe(PATH)
    expect((await visitor.get(PATH)).status).toBe(200)
  }
  expect((await admin.post('/parametres/connexion', {})).location).toBe(PATH)
  expect(t.deps.settings.read().facteur_exige).toBe(true)

  const page = await rene.get(`${PATH}?suite=%2Fsources%3Fq%3Dmalo`)
  expect(page.page.text).toContain('Ce site demande aux administrateurs et aux gestionnaires')
  const secret = page.page.one('main code').text.replace(/\s/g, '')
  const fields = { cle: page.page.value('cle'), suite: page.page.value('suite') }
  const wrong = await rene.post(PATH, { ...fields, code: shownBy(t, secret).wrong() })
  expect([wrong.status, wrong.page.value('suite')]).toEqual([422, '/sources?q=malo'])
  const done = await rene.post(PATH, { ...fields, code: shownBy(t, secret).shown() })
  expect(done.page.one('a.principal').getAttribute('href')).toBe('/sources?q=malo')
  expect((await rene.get('/sources')).status).toBe(200)
  // Taken off, it is asked for again.
  expect((await rene.post(`${PATH}/retrait`, { preuve_retrait: PASSWORD })).location).toBe(PATH)
  expect((await rene.get('/sources')).location).toContain(PATH)
  // The way out stays open.
  expect((await admin.post('/logout')).location).toBe('/login')
})

test('nobody is led to another site afterwards, and a temporary password is replaced first', async () => {
  const t = await siteWithClock()
  t.deps.settings.write({ facteur_exige: true })
  const rene = await t.as(t.rene)
  const page = (await rene.get(`${PATH}?suite=https%3A%2F%2Failleurs.exemple`)).page
  expect(page.value('suite')).not.toContain('ailleurs')
  await t.db.updateTable('users').set({ must_change_password: true }).where('id', '=', t.rene.id).execute()
  expect((await rene.get('/sources')).location).toContain('/profil/mot-de-passe')
  expect((await rene.get('/profil/mot-de-passe')).status).toBe(200)
})

test('somebody who becomes a manager is asked from the next request on', async () => {
  const t = await siteWithClock()
  t.deps.settings.write({ facteur_exige: true })
  const marie = await t.as(t.marie)
  expect((await marie.get('/')).status).toBe(200)
  await t.db.updateTable('users').set({ role: 'gestionnaire' }).where('id', '=', t.marie.id).execute()
  expect((await marie.get('/')).location).toBe(PATH)
})

test('own data say since when there is an application, and nothing of its secret or its codes', async () => {
  const t = await siteWithClock()
  const [marie, { secret, codes }] = [await t.as(t.marie), await withApplication(t, t.marie)]
  const file = await marie.get('/profil/donnees')
  expect(JSON.parse(file.text).compte).toMatchObject({
    application_depuis: '2026-11-21T10:00:00.000Z',
    codes_de_secours: 10,
  })
  const stored = await factorOf(t, t.marie)
  for (const text of [secret, ...codes, stored.totp_secret ?? '']) expect(file.text).not.toContain(text)
})

test('a closed account that its person had deleted keeps neither secret nor codes', async () => {
  const t = await siteWithClock()
  const marie = await t.as(t.marie)
  await withApplication(t, t.marie)
  expect((await marie.post('/profil/suppression', { actuel: PASSWORD })).location).toBe('/login')
  expect(await factorOf(t, t.marie)).toEqual({ totp_secret: null, totp_at: null, totp_pas: null })
  expect(await codesKept(t, t.marie)).toEqual([])
})
