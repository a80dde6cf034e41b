import { expect, test } from 'vitest'
import { purgeLinks } from '../../../src/features/auth/links.ts'
import { behindProxy, testApp } from '../../support/app.ts'
import { useFastPasswords } from '../../support/argon2.ts'
import { DAY, from, HOUR, logIn, secondsOf } from '../auth/support.ts'
import { JEANNE, mailSite, PASSWORD, register } from './support.ts'

useFastPasswords()

const SENT = 'Un courriel vient de partir vers cette adresse'

test('closed, the page leads back to the log-in with a message, and a post is refused', async () => {
  const t = await testApp()
  const visitor = t.anonymous()
  const closed = await visitor.get('/register')
  expect(closed).toMatchObject({ status: 303, location: '/login' })
  const login = (await visitor.follow(closed)).page
  expect(login.flash).toContain('Les inscriptions sont fermées')
  expect(login.has('a[href="/register"]')).toBe(false)
  const posted = await register(visitor)
  expect([posted.status, posted.page.text.includes('Les inscriptions sont fermées')]).toEqual([403, true])
  expect(await t.db.selectFrom('users').select('id').execute()).toHaveLength(5)
  expect(await t.db.selectFrom('inscriptions').selectAll().execute()).toEqual([])
})

test('with mail, the account opens by the link of a mail and by nothing else', async () => {
  const t = await mailSite()
  const visitor = t.anonymous()
  expect((await visitor.get('/login')).page.has('a[href="/register"]')).toBe(true)
  const form = (await visitor.get('/register')).page
  expect([form.h1, form.value('name'), form.value('password')]).toEqual(['Demander un compte', '', ''])
  const asked = await register(visitor)
  expect(asked.location).toBe('/login')
  expect((await visitor.follow(asked)).page.flash).toContain(SENT)
  expect(await t.account('jeanne')).toBeUndefined()
  expect((await logIn(visitor, 'jeanne', PASSWORD)).status).toBe(422)

  await t.mails()
  expect(t.sent()).toEqual(['jeanne@exemple.fr [Relevés d’essai] Confirmez votre adresse'])
  const link = t.lastLink()
  expect(link).toMatch(/^\/email\/verification\/[a-z2-7]{32}$/)
  // Programs that look at mails follow links: looking changes nothing.
  const page = await visitor.get(link)
  expect([page.page.h1, page.headers.get('cache-control')]).toEqual(['Confirmer mon adresse', 'no-store'])
  expect(page.page.text).toContain('jeanne@exemple.fr')
  expect(await t.account('jeanne')).toBeUndefined()

  expect((await visitor.post(link)).location).toBe('/login')
  expect(await t.account('jeanne')).toMatchObject({
    ...{ email: 'jeanne@exemple.fr', role: 'membre', is_active: true, must_change_password: false },
    email_verified_at: '2026-11-21T10:00:00.000Z',
  })
  expect(await t.db.selectFrom('section_membres').selectAll().execute()).toHaveLength(4)
  expect((await logIn(visitor, 'jeanne', PASSWORD)).location).toBe('/2fa')
  expect(await t.db.selectFrom('inscriptions').selectAll().execute()).toEqual([])
  for (const again of [await visitor.get(link), await visitor.post(link)]) expect(again.status).toBe(404)
  const line = await t.db
    .selectFrom('journal')
    .select(['action', 'user_id'])
    .where('action', '=', 'inscription')
    .execute()
  expect(line).toEqual([{ action: 'inscription', user_id: (await t.account('jeanne'))?.id }])
  expect(t.failures).toEqual([])
})

test('no secret of a link stands in the database', async () => {
  const t = await mailSite()
  await register(t.anonymous())
  await t.mails()
  const secret = t.lastLink().split('/').at(-1) ?? ''
  for (const table of ['jetons', 'taches', 'inscriptions', 'journal'] as const) {
    const bytes = JSON.stringify(await t.db.selectFrom(table).selectAll().execute())
    expect([table, bytes.includes(secret), bytes.includes(PASSWORD)]).toEqual([table, false, false])
  }
})

test('an address that has an account gets the same answer, and its owner another mail', async () => {
  const t = await mailSite()
  const [stranger, owner] = [t.anonymous(), t.anonymous()]
  const [free, taken] = [await register(stranger), await register(owner, { name: 'autre', email: 'MARIE@exemple.fr' })]
  expect([free.status, free.location]).toEqual([taken.status, taken.location])
  const told = [await stranger.follow(free), await owner.follow(taken)].map((answer) => answer.page.flash)
  expect(told[0]).toBe(told[1])
  await t.mails()
  expect(t.sent()).toEqual([
    'jeanne@exemple.fr [Relevés d’essai] Confirmez votre adresse',
    'marie@exemple.fr [Relevés d’essai] Vous avez déjà un compte',
  ])
  expect(t.lastLink()).toBe('/mot-de-passe/oubli')
  expect(await t.account('autre')).toBeUndefined()
  expect((await t.account('marie'))?.email).toBe('marie@exemple.fr')
})

test('a name that somebody has gets the same answer, and the mail says it', async () => {
  const t = await mailSite()
  const [stranger, other] = [t.anonymous(), t.anonymous()]
  const [free, taken] = [await register(stranger), await register(other, { name: 'MARIE', email: 'm@exemple.fr' })]
  expect([taken.status, taken.location]).toEqual([free.status, free.location])
  const told = [await stranger.follow(free), await other.follow(taken)].map((answer) => answer.page.flash)
  expect(told[1]).toBe(told[0])
  expect(await t.db.selectFrom('inscriptions').select('id').execute()).toHaveLength(2)
  await t.mails()
  expect(t.sent()).toEqual([
    'jeanne@exemple.fr [Relevés d’essai] Confirmez votre adresse',
    'm@exemple.fr [Relevés d’essai] Choisissez un autre nom d’utilisateur',
  ])
  expect(t.lastLink()).toBe('/register')
  expect((await t.account('marie'))?.email).toBe('marie@exemple.fr')
  expect(t.failures).toEqual([])
})

test('without mail the account opens at once, and a refusal does not say what is taken', async () => {
  const t = await mailSite()
  t.deps.settings.write({ smtp: null })
  const visitor = t.anonymous()
  const opened = await register(visitor)
  expect((await visitor.follow(opened)).page.flash).toContain('Votre compte est ouvert')
  expect(await t.account('jeanne')).toMatchObject({ role: 'membre', email_verified_at: null })
  expect((await logIn(visitor, 'jeanne', PASSWORD)).location).toBe('/')
  const sentences = []
  for (const change of [{ name: 'Marie' }, { name: 'autre', email: 'Marie@exemple.fr' }]) {
    const refused = await register(t.anonymous(), { email: 'libre@exemple.fr', ...change })
    expect(refused.status).toBe(422)
    sentences.push(refused.page.one('.erreurs').text)
  }
  expect(sentences[0]).toBe(sentences[1])
  expect(t.failures).toEqual([])
})

const PLAUSIBLE = 'Indiquez une seule adresse, par exemple marie.durand@exemple.fr.'
test.each([
  ['name', '', 'Choisissez un nom d’utilisateur.'],
  ['name', 'a@b', 'Un nom d’utilisateur ne contient pas le signe @.'],
  ['name', 'a\u200bb', 'Ce nom contient un caractère invisible : tapez-le de nouveau.'],
  ['name', 'mаrie', 'Ce nom mêle les lettres de plusieurs alphabets : écrivez-le avec un seul.'],
  ['email', '', 'Indiquez votre adresse électronique.'],
  ['email', 'a@exemple.fr, b@exemple.fr', PLAUSIBLE],
  ['email', 'a@exemple.fr\r\nBcc: b@exemple.fr', PLAUSIBLE],
  ['password', '', 'Choisissez un mot de passe.'],
  ['password', 'court', 'Choisissez un mot de passe d’au moins 12 caractères.'],
  ['password', 'motdepasse1234', 'Ce mot de passe est trop courant : choisissez-en un autre.'],
  ['confirmation', 'autre chose encore', 'Les deux mots de passe ne sont pas les mêmes.'],
])('%s « %.20s » is refused beside its field, the rest kept, no password shown', async (name, value, message) => {
  const t = await mailSite()
  const answer = await register(t.anonymous(), { [name]: value })
  expect([answer.status, answer.page.error(name)]).toEqual([422, message])
  const other = name === 'email' ? 'name' : 'email'
  expect(answer.page.value(other)).toBe(JEANNE[other])
  expect(answer.text).not.toContain(PASSWORD)
  expect(await t.db.selectFrom('inscriptions').selectAll().execute()).toEqual([])
  expect(t.failures).toEqual([])
})

test('nobody gives himself a role, a section or a confirmed address', async () => {
  const t = await mailSite()
  t.deps.settings.write({ smtp: null })
  await register(t.anonymous(), {
    ...{ role: 'admin', is_active: '0', id: '4242', sections: String(t.vannes.id), must_change_password: '1' },
    ...{ email_verified_at: '2020', name_key: 'admin', password_hash: 'x', version: '9', import_id: '1' },
  })
  const jeanne = await t.account('jeanne')
  expect(jeanne).toMatchObject({ role: 'membre', is_active: true, name_key: 'jeanne', version: 1, import_id: null })
  expect(jeanne).toMatchObject({ must_change_password: false, email_verified_at: null })
  expect(jeanne?.id).not.toBe(4242)
  expect(await t.db.selectFrom('section_membres').selectAll().execute()).toHaveLength(4)
})

test('five requests an hour for an address, then a wait', async () => {
  const t = await mailSite()
  t.deps.trustProxy = behindProxy
  const ask = (n: number, address = '192.0.2.1') =>
    register(t.anonymous(), { name: `p${n}`, email: `p${n}@exemple.fr` }, from(address))
  for (let n = 0; n < 5; n += 1) expect((await ask(n)).status).toBe(303)
  const refused = await ask(5)
  expect([refused.status, secondsOf(refused), refused.page.value('name')]).toEqual([429, 3600, 'p5'])
  expect((await ask(6, '192.0.2.2')).status).toBe(303)
  t.later(HOUR)
  expect((await ask(7)).status).toBe(303)
})

test('one mailbox gets five such mails an hour at most, whoever asks, with the same answer', async () => {
  const t = await mailSite()
  for (let n = 0; n < 8; n += 1) {
    const visitor = t.anonymous()
    expect((await visitor.follow(await register(visitor, { name: `p${n}` }))).page.flash).toContain(SENT)
  }
  await t.mails()
  expect(t.sink.received).toHaveLength(5)
})

test('of two requests for one name the first that is confirmed gets it', async () => {
  const t = await mailSite()
  await register(t.anonymous())
  await t.mails()
  const first = t.lastLink()
  await register(t.anonymous(), { email: 'jeanne2@exemple.fr' })
  await t.mails()
  const second = t.lastLink()
  const answers = await Promise.all([t.anonymous().post(first), t.anonymous().post(second), t.anonymous().post(first)])
  expect(answers.filter((answer) => answer.location === '/login')).toHaveLength(1)
  expect(await t.db.selectFrom('users').select('id').where('name_key', '=', 'jeanne').execute()).toHaveLength(1)
  expect(t.failures).toEqual([])
})

test('a link works for two days, registration closed meanwhile refuses it', async () => {
  const t = await mailSite()
  await register(t.anonymous())
  t.later(3 * HOUR)
  // Its time begins when the mail leaves.
  await t.mails()
  t.deps.settings.write({ registration_enabled: false })
  expect((await t.anonymous().post(t.lastLink())).status).toBe(403)
  t.deps.settings.write({ registration_enabled: true })
  t.later(2 * DAY)
  expect((await t.anonymous().post(t.lastLink())).status).toBe(404)
  expect(await t.account('jeanne')).toBeUndefined()
  await purgeLinks(t.db, new Date(t.deps.clock().getTime() + 3 * DAY))
  expect(await t.db.selectFrom('inscriptions').selectAll().execute()).toEqual([])
  expect(await t.db.selectFrom('jetons').selectAll().execute()).toEqual([])
})

test('who is signed in needs no account', async () => {
  const t = await mailSite()
  expect((await (await t.as(t.marie)).get('/register')).location).toBe('/')
})

test('a link of another kind opens nothing, nor does a made-up one', async () => {
  const t = await mailSite()
  await t.anonymous().post('/mot-de-passe/oubli', { login: 'marie' })
  await t.mails()
  const secret = t.lastLink().split('/').at(-1)
  for (const path of [
    `/email/verification/${secret}`,
    '/email/verification/x',
    `/email/verification/${'a'.repeat(5000)}`,
  ]) {
    expect((await t.anonymous().get(path)).status).toBe(404)
    expect((await t.anonymous().post(path)).status).toBe(404)
  }
})
