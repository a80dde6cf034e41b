// The link by which a new person chooses the password of its account (decisions.md, section 13).
import { describe, expect, test } from 'vitest'
import { setActive } from '../../../src/features/users/actions/accounts.ts'
import { useFastPasswords } from '../../support/argon2.ts'
import { withApplication } from '../auth/factor-support.ts'
import { DAY, logIn } from '../auth/support.ts'
import { importOf, sendFile, work } from '../imports/support.ts'
import { mailSite, PASSWORD } from './support.ts'

useFastPasswords()

const LIST = '/admin/utilisateurs'
const NEW = { password: PASSWORD, confirmation: PASSWORD }
const JEANNE = { name: 'jeanne', email: 'jeanne@exemple.fr', role: 'membre' }
const SUBJECT = 'jeanne@exemple.fr [Relevés d’essai] Votre compte vous attend'

/** A site that has mail, an administrator at its door, and the account made by the form, with what the page showed. */
async function invited(fields: Record<string, string> = {}) {
  const t = await mailSite()
  const admin = await t.as(t.admin)
  const shown = await admin.post(LIST, { ...JEANNE, ...fields })
  await t.mails()
  const user = (await t.account('jeanne')) ?? { id: 0 }
  return {
    t,
    admin,
    shown,
    user,
    link: t.lastLink(),
    temporary: shown.page.has('code') ? shown.page.one('code').text : '',
  }
}

/** Past the password: with mail the next page is that of the code. */
const opens = async (s: Awaited<ReturnType<typeof invited>>, password: string) =>
  (await logIn(s.t.anonymous(), 'jeanne', password)).location === '/2fa'

test('an account made by the form is invited; the link opens it once, on the dashboard with a welcome', async () => {
  const s = await invited()
  const { t, link } = s
  expect(t.sent()).toEqual([SUBJECT])
  expect(link).toMatch(/^\/invitation\/\w{20,}$/)
  expect(s.shown.page.text).toContain('Une invitation part aussi')
  expect(JSON.stringify(await t.db.selectFrom('jetons').selectAll().execute())).not.toContain(link.split('/').at(-1))
  const visitor = t.anonymous()
  const form = await visitor.get(link)
  expect([form.status, form.page.h1, form.headers.get('cache-control')]).toEqual([200, 'Bienvenue', 'no-store'])
  expect(form.page.text).toContain('jeanne')
  const answer = await visitor.post(link, NEW)
  expect(answer.location).toBe('/')
  const home = await visitor.follow(answer)
  expect([home.status, home.page.flash]).toEqual([
    200,
    expect.stringContaining('Bienvenue sur Relevés d’essai, jeanne'),
  ])
  expect(await t.account('jeanne')).toMatchObject({
    ...{ must_change_password: false, temporaire_jusque: null },
    email_verified_at: '2026-11-21T10:00:00.000Z',
  })
  for (const again of [await t.anonymous().get(link), await t.anonymous().post(link, NEW)])
    expect(again.status).toBe(404)
  expect(await opens(s, PASSWORD)).toBe(true)
  expect(t.failures).toEqual([])
})

describe('whichever serves first ends the other', () => {
  test('the invitation ends the temporary password', async () => {
    const s = await invited()
    await s.t.anonymous().post(s.link, NEW)
    expect(await opens(s, s.temporary)).toBe(false)
  })

  test('the temporary password ends the invitation, and a mail still on its way brings none', async () => {
    const s = await invited()
    const { t } = s
    const visitor = t.anonymous()
    await logIn(visitor, 'jeanne', s.temporary)
    await visitor.post('/2fa', { code: t.sink.received.at(-1)?.email.text?.match(/\b\d{6}\b/)?.[0] ?? '' })
    expect((await t.anonymous().get(s.link)).status).toBe(404)
    await s.admin.post(`${LIST}/${s.user.id}/invitation`)
    const change = { actuel: s.temporary, nouveau: PASSWORD, confirmation: PASSWORD }
    const done = await visitor.post('/profil/mot-de-passe', change)
    expect((await visitor.follow(done)).page.flash).toContain('Bienvenue')
    t.sink.received.length = 0
    await t.mails()
    expect(t.sent()).toEqual([])
    expect(await t.db.selectFrom('jetons').selectAll().execute()).toEqual([])
  })

  test('of ten uses at once one counts', async () => {
    const { t, link } = await invited()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => {
        const password = `${PASSWORD} numéro ${n}`
        return t.anonymous().post(link, { password, confirmation: password })
      }),
    )
    expect(answers.filter((answer) => answer.location === '/')).toHaveLength(1)
    expect(t.failures).toEqual([])
  })
})

test('the link works for fourteen days, a bad password is refused beside its field, another link ends the first', async () => {
  const { t, admin, user, link } = await invited()
  t.later(14 * DAY - 1)
  const refused = await t.anonymous().post(link, { password: 'court', confirmation: 'court' })
  expect([refused.status, refused.page.error('password')]).toEqual([422, expect.stringContaining('12 caractères')])
  t.later(1)
  expect((await t.anonymous().post(link, NEW)).status).toBe(404)
  const again = await admin.post(`${LIST}/${user.id}/invitation`)
  expect((await admin.follow(again)).page.flash).toContain('Une invitation part')
  await t.mails()
  expect(t.lastLink()).not.toBe(link)
  expect((await t.anonymous().get(t.lastLink())).status).toBe(200)
  await admin.post(`${LIST}/${user.id}/invitation`)
  const second = t.lastLink()
  await t.mails()
  expect((await t.anonymous().get(second)).status).toBe(404)
})

test('nobody is invited whose password was typed, nor on a site without mail', async () => {
  const typed = await invited({ password: PASSWORD })
  expect(typed.t.sent()).toEqual([])
  typed.t.deps.settings.write({ smtp: null })
  const alone = await typed.admin.post(LIST, { ...JEANNE, name: 'paul', email: 'paul@exemple.fr' })
  expect([alone.status, alone.page.text.includes('invitation')]).toEqual([200, false])
  const refused = await typed.admin.post(`${LIST}/${typed.user.id}/invitation`)
  expect((await typed.admin.follow(refused)).page.flash).toContain('n’envoie pas de courriels')
  expect(await typed.t.db.selectFrom('taches').select('id').where('etat', '!=', 'faite').execute()).toEqual([])
})

test('accounts of a file are invited, a closed one when it is activated; passwords are still shown', async () => {
  const t = await mailSite()
  const admin = await t.as(t.admin)
  const file = 'name;email;role;is_active\r\njeanne;jeanne@exemple.fr;;\r\npaul;paul@exemple.fr;;Non\r\n'
  await sendFile(admin, `${LIST}/import`, file, { nom: 'membres.csv' })
  await work(t)
  const { id } = await importOf(t)
  await admin.post(`/imports/${id}/confirmer`)
  await work(t)
  await t.mails()
  expect(t.sent()).toEqual([SUBJECT])
  expect((await admin.get(`/imports/${id}`)).page.text).toContain('1 invitation est partie par courriel')
  const page = await admin.post(`${LIST}/import/${id}/mots-de-passe`)
  expect(page.page.text).toContain('1 mot de passe')
  const paul = await t.account('paul')
  await admin.post(`${LIST}/${paul?.id}/activer`)
  await t.mails()
  expect(t.sent().at(-1)).toContain('paul@exemple.fr')
  expect((await t.anonymous().post(t.lastLink(), NEW)).location).toBe('/')
})

test('a link opens nothing in a closed account, and does not move to another address', async () => {
  const { t, admin, user, link } = await invited()
  const by = { id: t.admin.id, adresse: null, requete: null }
  await setActive(t.db, by, user.id, false, t.deps.clock().toISOString())
  expect((await t.anonymous().post(link, NEW)).status).toBe(404)
  await setActive(t.db, by, user.id, true, t.deps.clock().toISOString())
  const version = (await t.account('jeanne'))?.version ?? 0
  await admin.post(`${LIST}/${user.id}`, { ...JEANNE, email: 'autre@exemple.fr', version })
  expect((await t.anonymous().get(link)).status).toBe(404)
  t.sink.received.length = 0
  await t.mails()
  expect(t.sent().filter((line) => line.startsWith('jeanne@'))).toEqual([])
  expect(t.sent().at(-1)).toContain('autre@exemple.fr')
})

test('no link stands in for the application of an account: its person logs in afterwards, with a code', async () => {
  const { t, user, link } = await invited()
  const { shown } = await withApplication(t, user)
  const visitor = t.anonymous()
  const answer = await visitor.post(link, NEW)
  expect(answer.location).toBe('/login')
  expect((await visitor.follow(answer)).page.flash).toContain('le code de votre application')
  expect((await visitor.get('/profil')).location).toContain('/login')
  expect((await visitor.post('/login', { login: 'jeanne', password: PASSWORD })).location).toBe('/2fa')
  expect((await visitor.post('/2fa', { code: shown() })).location).toBe('/')
})
