// Administrators are told of each registration, which waits for them where the site says so.
import { describe, expect, test } from 'vitest'
import { mailHandlers } from '../../../src/features/notifications/mail-task.tsx'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { useFastPasswords } from '../../support/argon2.ts'
import { logIn } from '../auth/support.ts'
import { mailSite, PASSWORD, register } from './support.ts'

useFastPasswords()

const LIST = '/admin/utilisateurs'
const CONTACT = 'Anne Le Goff, secrétaire'

type Site = Awaited<ReturnType<typeof mailSite>>

/** Jeanne asks, and follows the link of her mail. */
async function asked(settings: Parameters<Site['deps']['settings']['write']>[0] = { inscriptions_approuvees: true }) {
  const t = await mailSite()
  t.deps.settings.write({ contact_comptes: CONTACT })
  t.deps.settings.write(settings)
  const visitor = t.anonymous()
  let done = await register(visitor)
  if (t.deps.settings.read().smtp !== null) {
    await t.mails()
    done = await visitor.post(t.lastLink())
    t.sink.received.length = 0
  }
  return { t, visitor, done, user: (await t.account('jeanne')) ?? { id: 0 }, admin: await t.as(t.admin) }
}

const notices = (t: Site) =>
  t.db.selectFrom('notifications').select(['user_id', 'kind', 'cle']).where('kind', '=', 'Inscription').execute()

test('an open registration is told to the active administrators, on the page and by mail', async () => {
  const { t, done, user, admin } = await asked({})
  expect(done.location).toBe('/login')
  expect(await notices(t)).toEqual([{ user_id: t.admin.id, kind: 'Inscription', cle: String(user.id) }])
  const { page } = await admin.get('/notifications')
  expect(page.text).toContain('Une personne a ouvert un compte, au nom de')
  expect(page.has(`a[href="${LIST}/${user.id}/modifier"]`)).toBe(true)
  await runTasks(t.deps, mailHandlers(t.deps))
  expect(t.sent()).toEqual(['admin@exemple.fr [Relevés d’essai] Inscription : jeanne'])
  expect(t.failures).toEqual([])
})

test('an administrator who refused these mails gets none', async () => {
  const { t, admin } = await asked({ registration_enabled: false })
  expect(await notices(t)).toEqual([])
  const profile = await admin.get('/profil')
  expect(profile.page.text).toContain('Une personne demande un compte')
})

describe('where administrators accept first', () => {
  test('the page of registration and that of waiting name whom to ask', async () => {
    const { t, visitor, done } = await asked()
    expect((await visitor.get('/register')).page.text).toContain(`Adressez-vous à ${CONTACT}.`)
    expect(done.location).toBe('/register/attente')
    const waiting = await visitor.follow(done)
    expect([waiting.status, waiting.page.h1]).toEqual([200, 'Demande envoyée'])
    expect(waiting.page.text).toContain(`Adressez-vous à ${CONTACT}.`)
    expect(await t.account('jeanne')).toMatchObject({ is_active: false, demande_at: '2026-11-21T10:00:00.000Z' })
  })

  test('who waits is told so with the right password only', async () => {
    const { t } = await asked()
    const told = (await logIn(t.anonymous(), 'jeanne', PASSWORD)).page.error('login')
    expect(told).toContain('attend encore l’accord')
    expect(told).toContain(CONTACT)
    const wrong = (await logIn(t.anonymous(), 'jeanne', 'autre chose encore')).page.error('login')
    expect(wrong).toBe((await logIn(t.anonymous(), 'personne', 'autre chose encore')).page.error('login'))
  })

  test('the request is accepted: the person gets a mail, and is in', async () => {
    const { t, admin, user } = await asked()
    expect((await admin.get(`${LIST}?status=demande`)).page.all('tbody tr')).toHaveLength(1)
    const page = await admin.get(`${LIST}/${user.id}/modifier`)
    expect(page.page.text).toContain('Accepter la demande')
    expect((await admin.post(`${LIST}/${user.id}/activer`)).status).toBe(303)
    expect(await t.account('jeanne')).toMatchObject({ is_active: true, demande_at: null })
    await t.mails()
    expect(t.sent()).toEqual(['jeanne@exemple.fr [Relevés d’essai] Votre compte est ouvert'])
    expect((await logIn(t.anonymous(), 'jeanne', PASSWORD)).location).toBe('/2fa')
    const late = await admin.post(`${LIST}/${user.id}/refuser`)
    expect(late.status).toBe(409)
    expect(await t.account('jeanne')).toBeDefined()
  })

  test('the request is refused: nothing of it stays, and the name is free', async () => {
    const { t, admin, user, visitor } = await asked()
    const question = await admin.get(`${LIST}/${user.id}/refuser`)
    expect([question.status, question.page.text.includes('jeanne@exemple.fr')]).toEqual([200, true])
    expect(question.page.text).toContain('Un courriel le lui dira')
    expect((await admin.post(`${LIST}/${user.id}/refuser`)).status).toBe(303)
    expect([await t.account('jeanne'), await notices(t)]).toEqual([undefined, []])
    await t.mails()
    expect(t.sent()).toEqual(['jeanne@exemple.fr [Relevés d’essai] Votre demande de compte'])
    expect(t.sink.received.at(-1)?.email.text).toContain(`adressez-vous à ${CONTACT}`)
    expect((await register(visitor)).location).toBe('/login')
    expect(t.failures).toEqual([])
  })

  test('without mail the person waits as well', async () => {
    const { t, done, user, admin } = await asked({ inscriptions_approuvees: true, smtp: null })
    expect(done.location).toBe('/register/attente')
    expect((await admin.post(`${LIST}/${user.id}/activer`)).status).toBe(303)
    await t.mails()
    expect(t.sent()).toEqual([])
    expect((await logIn(t.anonymous(), 'jeanne', PASSWORD)).location).toBe('/')
  })

  test('without mail a refused request is gone without a word', async () => {
    const { t, user, admin } = await asked({ inscriptions_approuvees: true, smtp: null })
    expect((await admin.get(`${LIST}/${user.id}/refuser`)).page.text).toContain('Aucun courriel ne part')
    expect((await admin.post(`${LIST}/${user.id}/refuser`)).status).toBe(303)
    await t.mails()
    expect([t.sent(), await t.account('jeanne'), t.failures]).toEqual([[], undefined, []])
  })
})

test('the settings are saved, and the closed site names whom to ask', async () => {
  const t = await mailSite()
  const admin = await t.as(t.admin)
  const general = {
    site_name: 'Cercle',
    journal_mois: 12,
    inscriptions_approuvees: '1',
    contact_comptes: ` ${CONTACT}. `,
  }
  expect((await admin.post('/parametres/general', general)).status).toBe(303)
  expect(t.deps.settings.read()).toMatchObject({ inscriptions_approuvees: true, contact_comptes: `${CONTACT}.` })
  const visitor = t.anonymous()
  expect((await visitor.follow(await visitor.get('/register'))).page.flash).toContain(`Adressez-vous à ${CONTACT}.`)
  expect((await visitor.get('/login')).page.text).toContain(`Pas encore de compte ? Adressez-vous à ${CONTACT}.`)
  const bad = await admin.post('/parametres/general', { ...general, contact_comptes: 'a\nb' })
  expect([bad.status, bad.page.error('contact_comptes')]).toEqual([422, expect.stringContaining('une ligne')])
})
