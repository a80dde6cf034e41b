import { expect, test } from 'vitest'
import { behindProxy } from '../../support/app.ts'
import { useFastPasswords } from '../../support/argon2.ts'
import { PASSWORD as OLD } from '../../support/characters.ts'
import { withApplication } from '../auth/factor-support.ts'
import { from, HOUR, logIn, secondsOf, sessionsOf } from '../auth/support.ts'
import { mailSite, PASSWORD } from './support.ts'

useFastPasswords()

const PATH = '/mot-de-passe/oubli'
const NEW = { password: PASSWORD, confirmation: PASSWORD }

/** The link of a mail for this login. */
async function linkFor(t: Awaited<ReturnType<typeof mailSite>>, login = 'marie') {
  await t.anonymous().post(PATH, { login })
  await t.mails()
  return t.lastLink()
}

test('without mail the page says whom to ask', async () => {
  const t = await mailSite()
  t.deps.settings.write({ smtp: null })
  const visitor = t.anonymous()
  expect((await visitor.get('/login')).page.has(`a[href="${PATH}"]`)).toBe(true)
  const { page } = await visitor.get(PATH)
  expect(page.text).toContain('Adressez-vous à un administrateur')
  expect(page.has('main form')).toBe(false)
  expect((await visitor.post(PATH, { login: 'marie' })).location).toBe(PATH)
  expect(await t.db.selectFrom('taches').selectAll().execute()).toEqual([])
})

test('a forgotten password is replaced by the link of a mail, once, and every session ends', async () => {
  const t = await mailSite()
  const open = await t.as(t.marie)
  const visitor = t.anonymous()
  const asked = await visitor.post(PATH, { login: 'Marie@Exemple.fr' })
  expect((await visitor.follow(asked)).page.flash).toContain('Si un compte répond')
  await t.mails()
  expect(t.sent()).toEqual(['marie@exemple.fr [Relevés d’essai] Choisir un nouveau mot de passe'])
  const link = t.lastLink()
  const form = await visitor.get(link)
  expect([form.page.h1, form.headers.get('cache-control')]).toEqual(['Choisir un nouveau mot de passe', 'no-store'])
  expect(form.page.text).toContain('Compte marie')

  expect((await visitor.post(link, NEW)).location).toBe('/login')
  expect(await sessionsOf(t, t.marie)).toEqual([])
  expect((await open.get('/')).location).toBe('/login')
  expect((await logIn(visitor, 'marie', OLD)).status).toBe(422)
  // The second step is not spared.
  expect((await logIn(visitor, 'marie', PASSWORD)).location).toBe('/2fa')
  for (const again of [await visitor.get(link), await visitor.post(link, NEW)]) {
    expect(again.status).toBe(404)
    expect(again.page.has(`a[href="${PATH}"]`)).toBe(true)
  }
  t.sink.received.length = 0
  await t.mails()
  expect(t.sent()).toEqual(['marie@exemple.fr [Relevés d’essai] Votre mot de passe a changé'])
  expect((await t.account('marie'))?.email_verified_at).not.toBeNull()
  expect(t.failures).toEqual([])
})

test('known or not, active or not: the same answer, the same work, one mail', async () => {
  const t = await mailSite()
  const told: string[] = []
  const rows: number[] = []
  for (const login of ['marie', 'personne', 'personne@exemple.fr', 'inactif']) {
    const visitor = t.anonymous()
    const before = (await t.db.selectFrom('taches').select('id').execute()).length
    told.push((await visitor.follow(await visitor.post(PATH, { login }))).page.text)
    rows.push((await t.db.selectFrom('taches').select('id').execute()).length - before)
  }
  expect(new Set(told).size).toBe(1)
  expect(rows).toEqual([1, 1, 1, 1])
  await t.mails()
  expect(t.sink.received).toHaveLength(1)
  expect(await t.db.selectFrom('taches').select('etat').distinct().execute()).toEqual([{ etat: 'faite' }])
})

test('a link works for an hour from when its mail left', async () => {
  const t = await mailSite()
  await t.anonymous().post(PATH, { login: 'marie' })
  t.later(5 * HOUR)
  await t.mails()
  const link = t.lastLink()
  t.later(HOUR - 1)
  expect((await t.anonymous().get(link)).status).toBe(200)
  t.later(1)
  expect((await t.anonymous().get(link)).status).toBe(404)
  expect((await t.anonymous().post(link, NEW)).status).toBe(404)
})

test.each([
  ['password', '', 'Choisissez un mot de passe.'],
  ['password', 'court', 'Choisissez un mot de passe d’au moins 12 caractères.'],
  [
    'password',
    'marie@exemple.fr',
    'Le mot de passe ne doit être ni le nom d’utilisateur, ni l’adresse, ni le nom du site, même suivis de chiffres.',
  ],
  ['confirmation', 'autre chose encore', 'Les deux mots de passe ne sont pas les mêmes.'],
])('%s « %s » is refused and the link still works', async (name, value, message) => {
  const t = await mailSite()
  const link = await linkFor(t)
  const visitor = t.anonymous()
  const refused = await visitor.post(link, { ...NEW, [name]: value })
  expect([refused.status, refused.page.error(name)]).toEqual([422, message])
  expect(refused.text).not.toContain(PASSWORD)
  expect((await visitor.post(link, NEW)).location).toBe('/login')
})

test('ten uses of one link at once replace the password once', async () => {
  const t = await mailSite()
  const link = await linkFor(t)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => {
      const password = `${PASSWORD} numéro ${n}`
      return t.anonymous().post(link, { password, confirmation: password })
    }),
  )
  expect(answers.filter((answer) => answer.location === '/login')).toHaveLength(1)
  expect(t.failures).toEqual([])
})

test('a password changed, an address changed or an account closed kills the links sent before', async () => {
  const t = await mailSite()
  const admin = await t.as(t.admin)
  const links = [await linkFor(t, 'marie'), await linkFor(t, 'rene'), await linkFor(t, 'etienne')]
  await admin.post(`/admin/utilisateurs/${t.marie.id}/mot-de-passe`)
  await admin.post(`/admin/utilisateurs/${t.rene.id}/desactiver`)
  const form = { name: 'etienne', email: 'etienne@archives.fr', role: 'membre', version: 1 }
  await admin.post(`/admin/utilisateurs/${t.etienne.id}`, form)
  for (const link of links) expect((await t.anonymous().post(link, NEW)).status).toBe(404)
})

test('a temporary password is replaced as well, and a lock of the account ends', async () => {
  const t = await mailSite()
  await t.db.updateTable('users').set({ must_change_password: true }).where('id', '=', t.marie.id).execute()
  for (let n = 0; n < 6; n += 1) await logIn(t.anonymous(), 'marie', 'pas le bon')
  await t.anonymous().post(await linkFor(t), NEW)
  expect((await logIn(t.anonymous(), 'marie', PASSWORD)).location).toBe('/2fa')
  expect(await t.account('marie')).toMatchObject({ must_change_password: false, temporaire_jusque: null })
})

test('five requests an hour for an address, five mails an hour to a mailbox', async () => {
  const t = await mailSite()
  t.deps.trustProxy = behindProxy
  const ask = (address: string) => t.anonymous().post(PATH, { login: 'marie' }, from(address))
  for (let n = 0; n < 5; n += 1) expect((await ask('192.0.2.1')).status).toBe(303)
  const refused = await ask('192.0.2.1')
  expect([refused.status, secondsOf(refused), refused.page.value('login')]).toEqual([429, 3600, 'marie'])
  for (let n = 0; n < 4; n += 1) expect((await ask('192.0.2.2')).status).toBe(303)
  await t.mails()
  expect(t.sink.received).toHaveLength(5)
})

test('the address of the link is not the one that the request invents', async () => {
  const t = await mailSite()
  await t.anonymous().request('/login', { headers: { host: 'evil.example' } })
  await t.anonymous().post(PATH, { login: 'marie' }, { 'x-forwarded-host': 'evil.example' })
  await t.mails()
  expect(t.sink.received[0]?.raw).not.toContain('evil.example')
  expect(t.lastLink()).toMatch(/^\/mot-de-passe\/nouveau\//)
})

test('while the site does not know its own address, the mail waits', async () => {
  const t = await mailSite()
  t.deps.settings.write({ public_origin: '' })
  await t.anonymous().post(PATH, { login: 'marie' })
  await t.mails()
  expect(t.sink.received).toEqual([])
  expect(await t.db.selectFrom('taches').select(['etat', 'essais']).execute()).toEqual([{ etat: 'attente', essais: 1 }])
  expect(await t.db.selectFrom('jetons').selectAll().execute()).toEqual([])
  t.deps.settings.write({ public_origin: 'https://releves.exemple.fr' })
  t.later(HOUR)
  await t.mails()
  expect(t.sink.received).toHaveLength(1)
})

test('the secret of a link stands neither in the log nor in the journal', async () => {
  const t = await mailSite()
  const link = await linkFor(t)
  const secret = link.split('/').at(-1) ?? ''
  await t.anonymous().post(link, { ...NEW, _csrf: 'faux' })
  const settings = t.deps.settings.read
  t.deps.settings.read = () => {
    t.deps.settings.read = settings
    throw new Error('planted')
  }
  await t.anonymous().post(link, NEW)
  expect(t.failures).toHaveLength(1)
  const journal = await t.db.selectFrom('journal').selectAll().execute()
  expect(JSON.stringify([t.failures, journal])).not.toContain(secret)
  expect(JSON.stringify(journal)).toContain('/mot-de-passe/nouveau/…')
})

test('a mailbox alone buys nobody more guesses of the codes of an application', async () => {
  const t = await mailSite()
  const { wrong, shown } = await withApplication(t, t.marie)
  const guess = async (password: string) => {
    const visitor = t.anonymous()
    const answer = await logIn(visitor, 'marie', password)
    if (answer.location !== '/2fa') return answer.status
    let last = ''
    for (let n = 0; n < 5; n += 1) last = (await visitor.post('/2fa', { code: wrong() })).location ?? 'again'
    return last
  }
  expect([await guess(OLD), await guess(OLD)]).toEqual(['/login', '/login'])
  expect(await guess(OLD)).toBe(429)
  const link = await linkFor(t)
  expect((await t.anonymous().post(link, NEW)).location).toBe('/login')
  expect(await guess(PASSWORD)).toBe(429)
  t.deps.clock = () => new Date(Date.now() + 25 * HOUR)
  const visitor = t.anonymous()
  expect((await logIn(visitor, 'marie', PASSWORD)).location).toBe('/2fa')
  expect((await visitor.post('/2fa', { code: shown() })).location).toBe('/')
})
