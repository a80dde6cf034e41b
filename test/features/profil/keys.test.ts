// The keys (passkeys) of one's account: made by the browser, named, taken off; what is said where none can be made.
import { expect, test } from 'vitest'
import { accountMailHandlers } from '../../../src/features/auth/mail-task.tsx'
import { createSession } from '../../../src/features/auth/sessions.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { type Answer, testApp, type Visitor } from '../../support/app.ts'
import { useFastPasswords } from '../../support/argon2.ts'
import { softKey } from '../../support/authenticator.ts'
import { PASSWORD } from '../../support/characters.ts'
import { smtpSink } from '../../support/smtp.ts'
import { askedOf, withApplication, withKey } from '../auth/factor-support.ts'
import { HOUR, logIn, MINUTE, siteWithClock } from '../auth/support.ts'

useFastPasswords()

const PATH = '/profil/cles'
const NEW = `${PATH}/nouvelle`
const NOT_SENT = 'Votre navigateur n’a rien transmis de votre clé d’accès.'

async function site() {
  const t = await siteWithClock()
  t.deps.appUrl = 'http://localhost'
  return t
}

type Site = Awaited<ReturnType<typeof site>>

const keysIn = (t: Pick<Site, 'db'>) =>
  t.db.selectFrom('cles_acces').select(['id', 'nom', 'user_id']).orderBy('id').execute()
const codesOf = (t: Pick<Site, 'db'>, { id }: { id: number }) =>
  t.db.selectFrom('codes_secours').select('id').where('user_id', '=', id).execute()
const actionsOf = async (t: Site) =>
  (await t.db.selectFrom('journal').select('action').orderBy('id').execute()).map(({ action }) => action)

async function add(visitor: Visitor, nom: string, key = softKey('http://localhost')) {
  const form = await visitor.get(NEW)
  return { key, done: await visitor.post(NEW, { nom, cle: key.create(askedOf(form)) }) }
}

/** The session of somebody who showed the password three hours ago. */
async function stale(t: Site, user: { id: number }) {
  const visitor = t.anonymous()
  const since = new Date(Date.now() - 3 * HOUR).toISOString()
  visitor.cookies.set('session', await createSession(t.db, user.id, 'test', { since, isFresh: false }))
  return visitor
}

test('the first key comes with ten recovery codes, the next with none; each is asked for at the log-in', async () => {
  const t = await site()
  const marie = await t.as(t.marie)
  expect((await marie.get('/profil')).page.one(`a[href="${PATH}"]`).text).toBe('Ajouter une clé d’accès')
  expect((await marie.get(PATH)).page.text).toContain('Aucune clé d’accès')
  const form = await marie.get(NEW)
  expect([form.headers.get('cache-control'), form.text.includes('/assets/cle.js')]).toEqual(['no-store', true])
  const { user, rp } = JSON.parse(askedOf(form)) as { user: { id: string; name: string }; rp: unknown }
  expect([user.name, user.id.includes('marie'), rp]).toEqual([
    'marie',
    false,
    { id: 'localhost', name: 'Relevés d’essai' },
  ])
  const { key, done } = await add(marie, ' Téléphone ')
  expect([done.status, done.page.h1, done.headers.get('cache-control')]).toEqual([200, 'Codes de secours', 'no-store'])
  expect(done.page.all('ol code')).toHaveLength(10)
  const codes = await codesOf(t, t.marie)
  const second = await add(marie, 'Clé USB')
  expect(second.done.location).toBe(PATH)
  const list = await marie.follow(second.done)
  expect(list.page.flash).toContain('Vos codes de secours restent les mêmes')
  expect(list.page.all('tbody th').map(({ text }) => text)).toEqual(['Téléphone', 'Clé USB'])
  expect(await codesOf(t, t.marie)).toEqual(codes)
  const visitor = t.anonymous()
  const asked = await visitor.follow(await logIn(visitor, 'marie'))
  expect((await visitor.post('/2fa', { cle: key.get(askedOf(asked)) })).location).toBe('/')
  expect((await actionsOf(t)).filter((action) => action === 'cle.ajout')).toHaveLength(2)
  expect(t.failures).toEqual([])
})

test('a key with no name, one too long, none at all, or one that is there already: each is told', async () => {
  const t = await site()
  const marie = await t.as(t.marie)
  const { key } = await withKey(t, t.marie)
  const refused = async (fields: Record<string, string>) => {
    const answer = await marie.post(NEW, fields)
    return [answer.status, answer.page.value('nom'), answer.page.text]
  }
  const cle = key.create(askedOf(await marie.get(NEW)))
  expect(await refused({ nom: '  ', cle })).toEqual([422, '  ', expect.stringContaining('Donnez un nom à cette clé')])
  const long = 'x'.repeat(61)
  expect(await refused({ nom: long, cle })).toEqual([422, long, expect.stringContaining('60')])
  for (const odd of ['', '{}', key.get(askedOf(await marie.get(NEW)))])
    expect(await refused({ nom: 'Clé', cle: odd })).toEqual([422, 'Clé', expect.stringContaining(NOT_SENT)])
  expect(await refused({ nom: 'Clé', cle })).toEqual([422, 'Clé', expect.stringContaining('est déjà enregistrée')])
  // The key of somebody else is nobody else's.
  const { key: hers } = await withKey(t, t.rene)
  const again = hers.create(askedOf(await marie.get(NEW)))
  expect(await refused({ nom: 'Clé', cle: again })).toEqual([
    422,
    'Clé',
    expect.stringContaining('est déjà enregistrée'),
  ])
  expect((await keysIn(t)).map(({ user_id }) => user_id)).toEqual([t.marie.id, t.rene.id])
  expect(t.failures).toEqual([])
})

test('a challenge of another session, of before, answered already, for another site or signed by a log-in makes no key', async () => {
  const t = await site()
  const [marie, other, rene] = [await t.as(t.marie), await t.as(t.marie), await t.as(t.rene)]
  const LATE = 'Cette page était trop ancienne, ou a déjà servi'
  const refused = async (visitor: Visitor, cle: string) => (await visitor.post(NEW, { nom: 'Clé', cle })).page.text
  const key = softKey('http://localhost')
  const asked = askedOf(await marie.get(NEW))
  for (const visitor of [other, rene]) expect(await refused(visitor, key.create(asked))).toContain(LATE)
  for (const lies of [
    { origin: 'https://localhost' },
    { rpId: 'ailleurs.exemple' },
    { type: 'webauthn.get' },
    { isPresent: false },
  ]) {
    const answer = await refused(marie, key.create(askedOf(await marie.get(NEW)), lies))
    expect([lies, answer]).toEqual([lies, expect.stringContaining('n’a pas pu être vérifiée')])
  }
  expect(await refused(marie, key.create(asked, { challenge: 'autre' }))).toContain(LATE)
  t.later(10 * MINUTE)
  expect(await refused(marie, key.create(asked))).toContain(LATE)
  const fresh = askedOf(await marie.get(NEW))
  const answer = key.create(fresh)
  const answers = await Promise.all([1, 2, 3].map(() => marie.post(NEW, { nom: 'Clé', cle: answer })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await keysIn(t)).toHaveLength(1)
  expect(t.failures).toEqual([])
})

test('the password comes before a key, and ten keys are enough', async () => {
  const t = await site()
  const visitor = await stale(t, t.marie)
  const proof = await visitor.get(NEW)
  expect(proof.location).toBe(`/preuve?suite=${encodeURIComponent(NEW)}`)
  expect((await visitor.post(NEW, { nom: 'Clé', cle: '{}' })).location).toBe(proof.location)
  expect((await visitor.post('/preuve', { suite: NEW, preuve: PASSWORD })).location).toBe(NEW)
  for (let n = 0; n < 10; n += 1) await withKey(t, t.marie, `Clé ${n}`)
  const { done } = await add(visitor, 'La onzième')
  expect([done.status, done.page.text]).toEqual([422, expect.stringContaining('Vous avez déjà 10 clés d’accès')])
})

test('a key is renamed freely and taken off by the password; the last one takes the codes along', async () => {
  const t = await site()
  await withKey(t, t.marie)
  await withKey(t, t.marie, 'Clé USB')
  const marie = await t.as(t.marie)
  const [first, second] = (await keysIn(t)).map(({ id }) => `${PATH}/${id}`) as [string, string]
  const odd = await marie.post(first, { nom: '' })
  expect([odd.status, odd.page.error('nom')]).toEqual([422, expect.stringContaining('Donnez un nom')])
  expect((await marie.follow(await marie.post(first, { nom: 'Vieux <téléphone>' }))).page.text).toContain(
    'Vieux <téléphone>',
  )
  for (const [preuve_retrait, message] of [
    ['', 'Tapez votre mot de passe.'],
    ['pas le bon', 'Ce n’est pas votre mot de passe actuel.'],
  ] as const) {
    const refused = await marie.post(`${first}/retrait`, { preuve_retrait })
    expect([refused.status, refused.page.error('preuve_retrait')]).toEqual([422, message])
  }
  const rene = await t.as(t.rene)
  for (const path of [first, `${PATH}/999999`, `${PATH}/abc`]) {
    expect([path, (await rene.get(path)).status]).toEqual([path, 404])
    expect((await rene.post(path, { nom: 'À moi' })).status).toBe(404)
    expect((await rene.post(`${path}/retrait`, { preuve_retrait: PASSWORD })).status).toBe(404)
  }
  expect((await marie.post(`${first}/retrait`, { preuve_retrait: PASSWORD })).location).toBe(PATH)
  expect(await codesOf(t, t.marie)).toHaveLength(10)
  expect((await logIn(t.anonymous(), 'marie')).location).toBe('/2fa')
  expect((await marie.get(second)).page.text).toContain('vos codes de secours seront effacés aussi')
  expect((await marie.post(`${second}/retrait`, { preuve_retrait: PASSWORD })).location).toBe(PATH)
  expect(await codesOf(t, t.marie)).toEqual([])
  expect((await logIn(t.anonymous(), 'marie')).location).toBe('/')
})

test('an application and a key share the codes: whichever goes first leaves them, and new ones are made on either page', async () => {
  const t = await site()
  await withApplication(t, t.marie)
  const marie = await t.as(t.marie)
  const { done } = await add(marie, 'Clé USB')
  expect((await marie.follow(done)).page.flash).toContain('Vos codes de secours restent les mêmes')
  await marie.post('/profil/application/retrait', { preuve_retrait: PASSWORD })
  expect(await codesOf(t, t.marie)).toHaveLength(10)
  expect((await logIn(t.anonymous(), 'marie')).location).toBe('/2fa')
  const refused = await marie.post('/profil/application/codes', { preuve_codes: 'pas le bon' })
  expect([refused.status, refused.page.h1, refused.page.error('preuve_codes')]).toEqual([
    ...[422, 'Clés d’accès', 'Ce n’est pas votre mot de passe actuel.'],
  ])
  const renewed = await marie.post('/profil/application/codes', { preuve_codes: PASSWORD })
  expect(renewed.page.all('ol code')).toHaveLength(10)
})

test.each([
  ['http://releves.exemple', 'sans chiffrement (http)'],
  ['http://192.168.1.7', 'par une adresse en chiffres'],
  ['http://[2001:db8::1]', 'par une adresse en chiffres'],
  [undefined, 'doit régler APP_URL'],
])('at %s no key is made, and the page says why', async (appUrl, why) => {
  const t = await site()
  const marie = await t.as(t.marie)
  t.deps.appUrl = appUrl
  for (const path of [PATH, NEW]) {
    const answer = await marie.get(path)
    expect([path, answer.page.text, answer.page.has('form[data-cle]')]).toEqual([
      path,
      expect.stringContaining(why),
      false,
    ])
  }
})

test('at another address than that of the site no key is made', async () => {
  const t = await testApp()
  t.deps.settings.write({ public_origin: 'https://releves.exemple' })
  expect((await (await t.as(t.marie)).get(NEW)).page.text).toContain('Vous n’êtes pas à l’adresse principale du site')
})

test('where a second factor is asked, a key is one: the way to it is open, and everything else afterwards', async () => {
  const t = await site()
  t.deps.settings.write({ facteur_exige: true })
  const visitor = await stale(t, t.rene)
  const first = await visitor.follow(await visitor.get('/sources'))
  const link = first.page.all('a').find(({ text }) => text === 'Plutôt une clé d’accès')
  const there = link?.getAttribute('href') ?? ''
  expect(there).toBe(`${NEW}?suite=${encodeURIComponent('/sources')}`)
  const proof = await visitor.get(there)
  expect((await visitor.get(proof.location ?? '')).page.h1).toBe('Votre mot de passe')
  expect((await visitor.post('/preuve', { suite: there, preuve: PASSWORD })).location).toBe(there)
  const form = await visitor.get(there)
  const cle = softKey('http://localhost').create(askedOf(form))
  const done: Answer = await visitor.post(NEW, { nom: 'Clé', cle, suite: form.page.value('suite') ?? '' })
  expect(done.page.one('main a.principal').getAttribute('href')).toBe('/sources')
  expect((await visitor.get('/sources')).status).toBe(200)
})

test('the person is told by mail of a key that came and of one that went', async () => {
  const t = await site()
  const sink = await smtpSink()
  t.deps.settings.write({ smtp: sink.settings })
  const marie = await t.as(t.marie)
  await add(marie, 'Clé')
  const [{ id } = { id: 0 }] = await keysIn(t)
  await marie.post(`${PATH}/${id}/retrait`, { preuve_retrait: PASSWORD })
  await runTasks(t.deps, accountMailHandlers(t.deps))
  expect(sink.received.map(({ email }) => email.subject)).toEqual([
    '[Relevés d’essai] Clé d’accès ajoutée',
    '[Relevés d’essai] Clé d’accès retirée',
  ])
})

test('what the site knows of a person has its keys by name, and no public half', async () => {
  const t = await site()
  const { key } = await withKey(t, t.marie)
  const told = await (await t.as(t.marie)).get('/profil/donnees')
  expect(JSON.parse(told.text).compte.cles_d_acces).toEqual([
    { nom: 'Téléphone', created_at: '2026-11-21T10:00:00.000Z', utilisee_at: null },
  ])
  expect(told.text).not.toContain(key.id)
})
