import { expect, test } from 'vitest'
import { useFastPasswords } from '../../support/argon2.ts'
import { PASSWORD } from '../../support/characters.ts'
import { mailSite } from '../acces/support.ts'
import { HOUR, logIn, sessionsOf } from '../auth/support.ts'

useFastPasswords()

type Site = Awaited<ReturnType<typeof mailSite>>

const form = async (t: Site, change: Record<string, string | number> = {}) => {
  const { name, email, version } = await t.db
    .selectFrom('users')
    .select(['name', 'email', 'version'])
    .where('id', '=', t.marie.id)
    .executeTakeFirstOrThrow()
  return { name, email, version, ...change }
}

const marie = (t: Site) => t.db.selectFrom('users').selectAll().where('id', '=', t.marie.id).executeTakeFirstOrThrow()

async function withoutMail() {
  const t = await mailSite()
  t.deps.settings.write({ smtp: null })
  return t
}

test('a name is changed without the password, and works at the next log-in', async () => {
  const t = await withoutMail()
  const visitor = await t.as(t.marie)
  const { page } = await visitor.get('/profil')
  expect([page.value('name'), page.value('email'), page.value('version')]).toEqual(['marie', 'marie@exemple.fr', '1'])
  const saved = await visitor.post('/profil', await form(t, { name: ' Marie-Ange ' }))
  expect((await visitor.follow(saved)).page.flash).toBe('Profil enregistré.')
  expect(await marie(t)).toMatchObject({ name: 'Marie-Ange', name_key: 'marie-ange', version: 2 })
  expect((await logIn(t.anonymous(), 'marie-ange')).location).toBe('/')
  const line = await t.db
    .selectFrom('journal')
    .select(['action', 'detail'])
    .where('action', 'like', 'compte.%')
    .execute()
  expect(line).toEqual([{ action: 'compte.modification', detail: { champs: ['name'] } }])
})

test('without mail another address counts at once, ends the other sessions and is not verified', async () => {
  const t = await withoutMail()
  await t.db.updateTable('users').set({ email_verified_at: '2026-01-01T00:00:00.000Z' }).execute()
  const [here, elsewhere] = [await t.as(t.marie), await t.as(t.marie)]
  const fields = await form(t, { email: 'marie@archives.fr', preuve: PASSWORD })
  expect((await here.post('/profil', fields)).location).toBe('/profil')
  expect(await marie(t)).toMatchObject({ email: 'marie@archives.fr', email_verified_at: null })
  expect((await here.get('/profil')).page.text).toContain('Adresse non vérifiée')
  expect((await elsewhere.get('/profil')).location).toContain('/login')
  expect(await sessionsOf(t, t.marie)).toHaveLength(1)
})

test('with mail it counts when its link is followed; the former address is told', async () => {
  const t = await mailSite()
  const [here, elsewhere] = [await t.as(t.marie), await t.as(t.marie)]
  const fields = await form(t, { email: 'marie@archives.fr', preuve: PASSWORD })
  const saved = await here.post('/profil', fields)
  expect((await here.follow(saved)).page.flash).toContain('elle sera la vôtre quand vous suivrez son lien')
  expect((await marie(t)).email).toBe('marie@exemple.fr')
  await t.mails()
  expect(t.sent()).toEqual(['marie@archives.fr [Relevés d’essai] Confirmez votre adresse'])
  const link = t.lastLink()
  expect((await here.get(link)).page.text).toContain('marie@archives.fr')
  expect((await elsewhere.get('/profil')).status).toBe(200)
  expect((await here.post(link)).location).toBe('/profil')
  expect(await marie(t)).toMatchObject({ email: 'marie@archives.fr', email_verified_at: '2026-11-21T10:00:00.000Z' })
  expect((await here.get('/profil')).page.text).toContain('Adresse vérifiée le 21 novembre 2026')
  expect((await elsewhere.get('/profil')).location).toContain('/login')
  t.sink.received.length = 0
  await t.mails()
  expect(t.sent()).toEqual(['marie@exemple.fr [Relevés d’essai] Votre compte a une autre adresse'])
  expect((await here.post(link)).status).toBe(404)
  expect(t.failures).toEqual([])
})

test('the link works in another browser, for nobody’s session', async () => {
  const t = await mailSite()
  await (await t.as(t.marie)).post('/profil', await form(t, { email: 'marie@archives.fr', preuve: PASSWORD }))
  await t.mails()
  const rene = await t.as(t.rene)
  expect((await rene.post(t.lastLink())).location).toBe('/login')
  expect((await marie(t)).email).toBe('marie@archives.fr')
  expect((await rene.get('/profil')).page.text).toContain('rene@exemple.fr')
})

test('with mail a taken address gets the same answer, and its owner a mail', async () => {
  const t = await mailSite()
  const visitor = await t.as(t.marie)
  const ask = async (email: string) =>
    (await visitor.follow(await visitor.post('/profil', await form(t, { email, preuve: PASSWORD })))).page.flash
  expect(await ask('rene@exemple.fr')).toBe(await ask('libre@exemple.fr'))
  await t.mails()
  expect(t.sent()).toEqual([
    'rene@exemple.fr [Relevés d’essai] Votre adresse a été donnée pour un autre compte',
    'libre@exemple.fr [Relevés d’essai] Confirmez votre adresse',
  ])
})

test('an address taken before its link is followed stays with who took it', async () => {
  const t = await mailSite()
  const visitor = await t.as(t.marie)
  await visitor.post('/profil', await form(t, { email: 'libre@exemple.fr', preuve: PASSWORD }))
  await t.mails()
  await t.make.user({ name: 'luc', email: 'libre@exemple.fr' })
  const answer = await visitor.post(t.lastLink())
  expect((await visitor.follow(answer)).page.flash).toContain('n’a pas pu être confirmée')
  expect((await marie(t)).email).toBe('marie@exemple.fr')
  expect(t.failures).toEqual([])
})

const PLAUSIBLE = 'Indiquez une seule adresse, par exemple marie.durand@exemple.fr.'
test.each([
  ['name', '', 'Indiquez un nom d’utilisateur.'],
  ['name', 'a@b', 'Un nom d’utilisateur ne contient pas le signe @.'],
  ['name', 'RENE', 'Un compte de ce nom existe déjà.'],
  ['email', 'rene', PLAUSIBLE],
  ['email', 'Rene@exemple.fr', 'Un compte avec cette adresse existe déjà.'],
])('%s « %s » is refused beside its field, what was typed kept', async (name, value, message) => {
  const t = await withoutMail()
  const visitor = await t.as(t.marie)
  const before = await marie(t)
  const refused = await visitor.post('/profil', await form(t, { [name]: value, preuve: PASSWORD }))
  expect([refused.status, refused.page.error(name), refused.page.value(name)]).toEqual([422, message, value])
  expect(refused.text).not.toContain(PASSWORD)
  expect(await marie(t)).toEqual(before)
})

test('another address asks for the password, which waits after five wrong ones', async () => {
  const t = await withoutMail()
  const visitor = await t.as(t.marie)
  const send = async (preuve: string) => visitor.post('/profil', await form(t, { email: 'marie@archives.fr', preuve }))
  expect((await send('')).page.error('preuve')).toBe('Tapez votre mot de passe pour changer d’adresse.')
  for (let n = 0; n < 5; n += 1) expect((await send('faux')).page.error('preuve')).toContain('pas votre mot de passe')
  expect((await send(PASSWORD)).page.error('preuve')).toContain('attendez 30 secondes')
  // It counts by itself: whoever guesses with a stolen session does not close the door to its owner.
  expect((await logIn(t.anonymous(), 'marie')).status).toBe(303)
  expect((await marie(t)).email).toBe('marie@exemple.fr')
})

test('a profile changed by somebody else meanwhile is told, not overwritten', async () => {
  const t = await withoutMail()
  const visitor = await t.as(t.marie)
  const old = await form(t, { name: 'Marie-Ange' })
  await t.db
    .updateTable('users')
    .set({ name: 'marie b', name_key: 'marie b', version: 2 })
    .where('id', '=', t.marie.id)
    .execute()
  const answer = await visitor.post('/profil', old)
  expect([answer.status, answer.page.value('name'), answer.page.value('version')]).toEqual([409, 'Marie-Ange', '2'])
  expect((await marie(t)).name).toBe('marie b')
})

test('nobody gives himself a role, nor changes anybody else', async () => {
  const t = await withoutMail()
  const visitor = await t.as(t.marie)
  const before = await t.db.selectFrom('users').selectAll().where('id', '!=', t.marie.id).orderBy('id').execute()
  await visitor.post('/profil', {
    ...(await form(t, { name: 'Marie-Ange' })),
    ...{ id: t.admin.id, user_id: t.admin.id, role: 'admin', is_active: 0, must_change_password: 1, sections: 1 },
    ...{ email_verified_at: '2020', password_hash: 'x', name_key: 'x', created_at: '1900', supprime_at: '1900' },
  })
  expect(await marie(t)).toMatchObject({ name: 'Marie-Ange', role: 'membre', is_active: true, supprime_at: null })
  expect((await marie(t)).password_hash).toMatch(/^\$argon2id/)
  expect(await t.db.selectFrom('users').selectAll().where('id', '!=', t.marie.id).orderBy('id').execute()).toEqual(
    before,
  )
})

test('the address of the account is verified by a link, five an hour at most', async () => {
  const t = await mailSite()
  const visitor = await t.as(t.marie)
  const page = (await visitor.get('/profil')).page
  expect(page.text).toContain('Adresse non vérifiée')
  for (let n = 0; n < 5; n += 1) {
    const sent = await visitor.post('/profil/verification')
    expect((await visitor.follow(sent)).page.flash).toContain('vient de partir')
  }
  const much = await visitor.post('/profil/verification')
  expect((await visitor.follow(much)).page.flash).toContain('Trop de liens')
  await t.mails()
  expect(t.sent()).toHaveLength(5)
  expect((await visitor.post(t.lastLink())).location).toBe('/profil')
  expect((await visitor.get('/profil')).page.text).toContain('Adresse vérifiée')
  expect((await marie(t)).email_verified_at).not.toBeNull()
  t.later(HOUR)
  t.deps.settings.write({ smtp: null })
  expect((await visitor.post('/profil/verification')).status).toBe(409)
})
