import { expect, test } from 'vitest'
import { verifyPassword } from '../../../src/features/auth/rules/password.ts'
import { account, activeAdmins, allAccounts, asAdmin, formOf, LIST, sectionsOf } from './support.ts'

test('name, address, role and sections are changed; a section without a kind stays as it was held', async () => {
  const { t, visitor } = await asAdmin()
  await t.db
    .updateTable('users')
    .set({ email_verified_at: '2026-01-01T00:00:00.000Z' })
    .where('id', '=', t.rene.id)
    .execute()
  const { page } = await visitor.get(`${LIST}/${t.rene.id}/modifier`)
  expect([page.value('name'), page.value('email'), page.value('role')]).toEqual([
    'rene',
    'rene@exemple.fr',
    'gestionnaire',
  ])
  expect(page.value('sections')).toBe(`${t.saintMalo.id}:gestion`)
  expect(page.text).toContain('sans gestionnaire')
  const sections = [String(t.saintMalo.id), `${t.vannes.id}:lecture`]
  const change = { name: 'René', email: 'rene@archives.fr', sections }
  const answer = await visitor.post(`${LIST}/${t.rene.id}`, await formOf(t, t.rene, change))
  expect(answer).toMatchObject({ status: 303, location: LIST })
  expect(await account(t, 'René')).toMatchObject({
    ...{ id: t.rene.id, name_key: 'rené', email_key: 'rene@archives.fr', role: 'gestionnaire' },
    ...{ version: 2, email_verified_at: null, updated_at: '2026-11-21T10:00:00.000Z' },
  })
  expect(await sectionsOf(t, t.rene)).toEqual([
    { section_id: t.saintMalo.id, kind: 'gestion' },
    { section_id: t.vannes.id, kind: 'lecture' },
  ])
})

test.each([
  ['name', { name: 'Marie-Anne' }, 200],
  ['sections', { sections: [] }, 200],
  ['role', { role: 'gestionnaire' }, 303],
  ['email', { email: 'marie@archives.fr' }, 303],
])('a change of %s answers the open session with its due', async (_field, change, status) => {
  const { t, visitor } = await asAdmin()
  const marie = await t.as(t.marie)
  expect((await visitor.post(`${LIST}/${t.marie.id}`, await formOf(t, t.marie, change))).status).toBe(303)
  expect((await marie.get('/profil')).status).toBe(status)
})

test('who changes the own address stays signed in here, and is signed out elsewhere', async () => {
  const { t, visitor } = await asAdmin()
  const elsewhere = await t.as(t.admin)
  await visitor.post(`${LIST}/${t.admin.id}`, await formOf(t, t.admin, { email: 'chef@exemple.fr' }))
  expect((await visitor.get(LIST)).status).toBe(200)
  expect((await elsewhere.get(LIST)).location).toContain('/login')
})

test('the own account keeps its case variants, others are refused', async () => {
  const { t, visitor } = await asAdmin()
  const own = await visitor.post(`${LIST}/${t.marie.id}`, await formOf(t, t.marie, { name: 'MARIE' }))
  expect(own.status).toBe(303)
  const taken = await visitor.post(
    `${LIST}/${t.marie.id}`,
    await formOf(t, t.marie, { name: 'Rene', email: 'rene@exemple.fr' }),
  )
  expect([taken.status, taken.page.error('name'), taken.page.value('name')]).toEqual([
    422,
    'Un compte de ce nom existe déjà.',
    'Rene',
  ])
  expect(taken.page.error('email')).toBe('Un compte avec cette adresse existe déjà.')
})

test.each([
  ['name', ''],
  ['name', 'a@b'],
  ['name', 'a\u0000b'],
  ['name', 'n'.repeat(61)],
  ['email', 'a, b@exemple.fr'],
  ['role', 'pape'],
])('%s « %s » is refused, what was typed kept, nothing stored', async (name, value) => {
  const { t, visitor } = await asAdmin()
  const before = await allAccounts(t)
  const answer = await visitor.post(`${LIST}/${t.marie.id}`, await formOf(t, t.marie, { [name]: value }))
  expect(answer.status).toBe(422)
  expect(answer.page.h1).toBe('Modifier le compte')
  expect(answer.page.error(name)).not.toBe('')
  if (name !== 'role') expect(answer.page.value(name)).toBe(value)
  expect(await allAccounts(t)).toEqual(before)
  expect(t.failures).toEqual([])
})

test('of two who edit an account, the second is told and keeps what was typed', async () => {
  const { t, visitor } = await asAdmin()
  const first = await formOf(t, t.marie, { name: 'Premier' })
  await visitor.post(`${LIST}/${t.marie.id}`, first)
  const late = await visitor.post(`${LIST}/${t.marie.id}`, { ...first, name: 'Second' })
  expect([late.status, late.page.value('name'), late.page.value('version')]).toEqual([409, 'Second', '2'])
  expect(late.page.text).toContain('modifié entre-temps')
  expect(await account(t, 'Premier')).toBeDefined()
  expect((await visitor.post(`${LIST}/${t.marie.id}`, { ...first, name: 'Second', version: 2 })).status).toBe(303)
})

test('a new temporary password is shown once, closes all sessions and must be changed', async () => {
  const { t, visitor } = await asAdmin()
  const marie = await t.as(t.marie)
  const form = (await visitor.get(`${LIST}/${t.marie.id}/modifier`)).page
  const fields = { _envoi: form.one(`form[action$=mot-de-passe] [name=_envoi]`).getAttribute('value') ?? '' }
  const shown = await visitor.post(`${LIST}/${t.marie.id}/mot-de-passe`, fields)
  expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const password = shown.page.one('code').text
  const after = await account(t, 'marie')
  expect(await verifyPassword(after?.password_hash, password)).toBe(true)
  expect(after?.must_change_password).toBe(true)
  expect((await marie.get('/profil')).location).toContain('/login')

  expect((await visitor.get(`${LIST}/${t.marie.id}/mot-de-passe`)).status).toBe(404)
  const again = await visitor.post(`${LIST}/${t.marie.id}/mot-de-passe`, fields)
  expect(again).toMatchObject({ status: 303, location: LIST })
  expect((await account(t, 'marie'))?.password_hash).toBe(after?.password_hash)
  expect(t.failures).toEqual([])
})

test('one’s own password is not given anew from here', async () => {
  const { t, visitor } = await asAdmin()
  const before = await account(t, 'admin')
  expect((await visitor.post(`${LIST}/${t.admin.id}/mot-de-passe`)).status).toBe(403)
  expect(await account(t, 'admin')).toEqual(before)
})

test('nobody but an administrator sees or changes accounts; unknown ones are 404', async () => {
  const { t, visitor } = await asAdmin()
  const before = await allAccounts(t)
  const fields = await formOf(t, t.marie, { role: 'admin' })
  const one = `${LIST}/${t.marie.id}`
  const paths = [LIST, `${LIST}/nouveau`, `${one}/modifier`]
  const posts = [LIST, one, `${one}/activer`, `${one}/desactiver`, `${one}/mot-de-passe`]
  for (const person of [t.rene, t.marie]) {
    const other = await t.as(person)
    for (const path of paths) expect((await other.get(path)).status).toBe(403)
    for (const path of posts) expect((await other.post(path, fields)).status).toBe(403)
  }
  const stranger = t.anonymous()
  for (const path of paths) expect((await stranger.get(path)).location).toContain('/login')
  for (const path of posts) expect((await stranger.post(path, fields)).location).toBe('/login')
  for (const id of ['0', 'abc', '424242', '99999999999']) {
    expect((await visitor.get(`${LIST}/${id}/modifier`)).status).toBe(404)
    for (const end of ['', '/activer', '/desactiver', '/mot-de-passe']) {
      expect((await visitor.post(`${LIST}/${id}${end}`, fields)).status).toBe(404)
    }
  }
  expect(await allAccounts(t)).toEqual(before)
  expect(await activeAdmins(t)).toEqual(['admin'])
  expect(t.failures).toEqual([])
})
