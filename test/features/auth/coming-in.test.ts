// The first log-in, and what whoever was deactivated is told.
import { expect, test } from 'vitest'
import { WRONG_CREDENTIALS } from '../../../src/features/auth/actions.ts'
import { inactiveAccount } from '../../../src/features/auth/rules/contact.ts'
import { testApp } from '../../support/app.ts'
import { PASSWORD } from '../../support/characters.ts'
import { mailSite } from '../acces/support.ts'
import { logIn } from './support.ts'

const NEW = 'une tout autre phrase de passe'
const INACTIVE_ACCOUNT = inactiveAccount({ contact_comptes: '' })
const temporary = { must_change_password: true, temporaire_jusque: '2099-01-01T00:00:00.000Z' }

test('the first log-in ends on the dashboard with a welcome, the second without', async () => {
  const t = await testApp()
  for (const expected of ['Bienvenue sur Relevés d’essai, marie', undefined]) {
    const visitor = t.anonymous()
    const answer = await logIn(visitor, 'marie')
    expect(answer.location).toBe('/')
    const { page } = await visitor.follow(answer)
    if (expected) expect(page.flash).toContain(expected)
    else expect(page.text).not.toContain('Bienvenue')
  }
})

test('the first log-in ends on the page asked for, a temporary password being replaced on the way', async () => {
  const t = await testApp()
  await t.db.updateTable('users').set(temporary).where('id', '=', t.marie.id).execute()
  const visitor = t.anonymous()
  const asked = await visitor.get('/sources?statut=en_cours')
  const suite = new URL(asked.location ?? '', 'http://site').searchParams.get('suite') ?? ''
  const answer = await visitor.post('/login', { login: 'marie', password: PASSWORD, suite })
  const form = await visitor.follow(await visitor.follow(answer))
  expect(form.page.value('suite')).toBe('/sources?statut=en_cours')
  const wrong = await visitor.post('/profil/mot-de-passe', { actuel: PASSWORD, nouveau: 'court', suite })
  expect([wrong.status, wrong.page.value('suite')]).toEqual([422, suite])
  const change = { actuel: PASSWORD, nouveau: NEW, confirmation: NEW }
  expect((await visitor.post('/profil/mot-de-passe', { ...change, suite: '//ailleurs.fr' })).location).toBe('/')
  await t.db.updateTable('users').set(temporary).where('id', '=', t.marie.id).execute()
  const again = { actuel: NEW, nouveau: PASSWORD, confirmation: PASSWORD, suite }
  expect((await visitor.post('/profil/mot-de-passe', again)).location).toBe(suite)
})

test('an address that received the PIN is verified; one that was already keeps its day', async () => {
  const t = await mailSite()
  const enter = async () => {
    const visitor = t.anonymous()
    await logIn(visitor, 'marie')
    await visitor.post('/2fa', { code: t.sink.received.at(-1)?.email.text?.match(/\b\d{6}\b/)?.[0] ?? '' })
    return (await t.account('marie'))?.email_verified_at
  }
  expect((await t.account('marie'))?.email_verified_at).toBeNull()
  const first = await enter()
  expect(first).toBe('2026-11-21T10:00:00.000Z')
  t.later(3_600_000)
  expect(await enter()).toBe(first)
})

test('a wrong PIN, and one that could not be mailed, verify nothing', async () => {
  const t = await mailSite()
  const visitor = t.anonymous()
  await logIn(visitor, 'marie')
  await visitor.post('/2fa', { code: '000000' })
  t.deps.settings.write({ smtp: null })
  await logIn(t.anonymous(), 'marie')
  expect((await t.account('marie'))?.email_verified_at).toBeNull()
})

test('whoever was in is told why not any more, in each browser; nobody else is', async () => {
  const t = await testApp()
  const admin = await t.as(t.admin)
  const [desk, phone, htmx] = [await t.as(t.marie), await t.as(t.marie), await t.as(t.marie)]
  await admin.post(`/admin/utilisateurs/${t.marie.id}/desactiver`)
  for (const visitor of [desk, phone]) {
    const out = await visitor.get('/sources')
    expect(out.location).toBe('/login')
    expect((await visitor.follow(out)).page.flash).toBe(INACTIVE_ACCOUNT)
    expect((await visitor.get('/sources')).location).toMatch(/^\/login\?suite/)
  }
  const fragment = await htmx.get('/sources', { 'hx-request': 'true' })
  expect([fragment.status, fragment.headers.get('hx-redirect')]).toEqual([401, '/login'])
  expect((await htmx.get('/login')).page.flash).toBe(INACTIVE_ACCOUNT)
  expect((await logIn(t.anonymous(), 'marie', 'un mot de passe faux')).page.error('login')).toBe(WRONG_CREDENTIALS)
  expect((await logIn(t.anonymous(), 'marie')).page.error('login')).toBe(INACTIVE_ACCOUNT)
})

test('sessions of before do not come back with the account', async () => {
  const t = await testApp()
  const admin = await t.as(t.admin)
  const marie = await t.as(t.marie)
  await admin.post(`/admin/utilisateurs/${t.marie.id}/desactiver`)
  await admin.post(`/admin/utilisateurs/${t.marie.id}/activer`)
  expect((await marie.get('/sources')).location).toMatch(/^\/login/)
  expect(await t.db.selectFrom('sessions').select('id').where('user_id', '=', t.marie.id).execute()).toEqual([])
})
