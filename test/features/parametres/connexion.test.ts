import { expect, test } from 'vitest'
import { createSession } from '../../../src/features/auth/sessions.ts'
import { testApp } from '../../support/app.ts'
import { useFastPasswords } from '../../support/argon2.ts'
import { PASSWORD } from '../../support/characters.ts'
import { withApplication } from '../auth/factor-support.ts'

useFastPasswords()

const PATH = '/parametres/connexion'
const HOUR = 3_600_000

test('an administrator without application is warned before, and led to the own one afterwards', async () => {
  const t = await testApp()
  const admin = await t.as(t.admin)
  const before = await admin.get('/parametres')
  expect(before.page.one('#connexion').text).toContain('Vous n’en avez pas encore')
  expect(before.page.field('Exiger un second facteur').getAttribute('name')).toBe('facteur_exige')
  const done = await admin.post(PATH, { facteur_exige: '1', avis_appareils: '1' })
  expect(t.deps.settings.read()).toMatchObject({ facteur_exige: true, avis_appareils: true })
  const next = await admin.follow(done)
  expect(next.location).toContain('/profil/application')
  expect((await admin.follow(next)).page.flash).toContain('exigé de vous aussi')
  const lines = await t.db.selectFrom('journal').select(['action', 'detail']).execute()
  expect(lines).toContainEqual({ action: 'reglages', detail: { cles: ['facteur_exige'] } })
})

test('one who has an application is not warned, stays on the page, and may switch both off', async () => {
  const t = await testApp()
  await withApplication(t, t.admin)
  const admin = await t.as(t.admin)
  expect((await admin.get('/parametres')).page.one('#connexion').text).not.toContain('Vous n’en avez pas encore')
  const done = await admin.follow(await admin.post(PATH, { facteur_exige: '1', avis_appareils: '1' }))
  expect(done.page.one('#connexion').text).toContain('Second facteur exigé')
  expect(done.page.one('#connexion [role=status]').text).toBe('Réglages de connexion enregistrés.')
  expect((await admin.post(PATH, {})).status).toBe(303)
  expect(t.deps.settings.read()).toMatchObject({ facteur_exige: false, avis_appareils: false })
})

test('in a session of long ago the password is asked for, and nothing changes without; two administrators at once see it', async () => {
  const t = await testApp()
  await withApplication(t, t.admin)
  const admin = await t.as(t.admin)
  const etat = (await admin.get('/parametres')).page.one('#connexion input[name=etat]').getAttribute('value') ?? ''
  const since = new Date(Date.now() - 3 * HOUR).toISOString()
  admin.cookies.set('session', await createSession(t.db, t.admin.id, 'test', { since, isFresh: false }))
  for (const preuve of ['', 'pas le bon']) {
    const answer = await admin.post(PATH, { facteur_exige: '1', preuve, etat })
    expect(answer.status).toBe(422)
    expect(answer.page.one('#connexion .erreur').text).not.toBe('')
    expect(answer.page.one('[name=facteur_exige]').hasAttribute('checked')).toBe(true)
  }
  expect(t.deps.settings.read().facteur_exige).toBe(false)
  t.deps.settings.write({ avis_appareils: false })
  const late = await admin.post(PATH, { facteur_exige: '1', preuve: PASSWORD, etat })
  expect([late.status, late.page.text.includes('Un autre administrateur a changé')]).toEqual([409, true])
  expect(t.deps.settings.read().facteur_exige).toBe(false)
})
