import { expect, test } from 'vitest'
import { rescueAccount } from '../../../src/features/users/actions/rescue.ts'
import { testApp } from '../../support/app.ts'
import { PASSWORD } from '../../support/characters.ts'
import { logIn, sessionsOf } from '../auth/support.ts'
import { account } from './support.ts'

const NOW = '2026-11-21T10:00:00.000Z'
const NEW = 'sept chevaux bleus dansent'
const site = { siteName: 'Relevés', activates: false }

test('who is locked out gets another password; sessions and counted failures are forgotten', async () => {
  const t = await testApp()
  const open = await t.as(t.admin)
  for (let n = 0; n < 6; n += 1) await logIn(t.anonymous(), 'admin', 'pas le bon')
  expect((await logIn(t.anonymous(), 'admin')).status).toBe(429)
  const done = await rescueAccount(t.db, { ...site, login: ' ADMIN ', password: NEW }, NOW)
  expect(done).toEqual({ name: 'admin', is_active: true, hasFactor: false, temporary: undefined })
  expect(await sessionsOf(t, t.admin)).toEqual([])
  expect((await open.get('/')).location).toContain('/login')
  expect((await logIn(t.anonymous(), 'admin', PASSWORD)).status).toBe(422)
  const visitor = t.anonymous()
  expect((await logIn(visitor, 'admin', NEW)).status).toBe(303)
  expect((await visitor.get('/admin')).status).toBe(200)
  const lines = await t.db.selectFrom('journal').selectAll().where('action', 'like', 'mot_de_passe.%').execute()
  expect(lines).toMatchObject([
    { action: 'mot_de_passe.changement', user_id: null, objet_id: t.admin.id, detail: { cause: 'commande' } },
  ])
  expect(JSON.stringify(lines)).not.toContain(NEW)
})

test('without a password a temporary one is made, to be changed at the first log-in', async () => {
  const t = await testApp()
  const { temporary = '' } = await rescueAccount(t.db, { ...site, login: 'marie@exemple.fr', password: '' }, NOW)
  expect(temporary).toMatch(/^([a-z2-7]{4}-){4}[a-z2-7]{4}$/)
  const visitor = t.anonymous()
  expect((await logIn(visitor, 'marie', temporary)).status).toBe(303)
  expect((await visitor.get('/')).location).toBe('/profil/mot-de-passe')
  expect((await account(t, 'marie'))?.temporaire_jusque).toBe('2026-12-05T10:00:00.000Z')
})

test('a closed account is opened where that is asked, and only then', async () => {
  const t = await testApp()
  expect(await rescueAccount(t.db, { ...site, login: 'inactif', password: NEW }, NOW)).toMatchObject({
    is_active: false,
  })
  expect((await logIn(t.anonymous(), 'inactif', NEW)).status).toBe(422)
  const opened = await rescueAccount(t.db, { ...site, login: 'inactif', password: NEW, activates: true }, NOW)
  expect(opened.is_active).toBe(true)
  expect((await logIn(t.anonymous(), 'inactif', NEW)).status).toBe(303)
})

test.each([
  ['personne', NEW, 'introuvable'],
  ['', NEW, 'introuvable'],
  ['marie', 'court', 'invalide'],
  ['marie', 'Marie@exemple.fr', 'invalide'],
  ['marie', 'motdepasse1234', 'invalide'],
])('« %s » with « %s » is refused (%s), nothing changed', async (login, password, code) => {
  const t = await testApp()
  const before = await t.db.selectFrom('users').selectAll().orderBy('id').execute()
  await expect(rescueAccount(t.db, { ...site, login, password }, NOW)).rejects.toMatchObject({ code })
  expect(await t.db.selectFrom('users').selectAll().orderBy('id').execute()).toEqual(before)
})
