// Names that are read as one are one: whoever comes first has it, by every door.
import { expect, test } from 'vitest'
import { up } from '../../../db/migrations/0035_noms_semblables.ts'
import type { AnyDb } from '../../../src/db/schema.ts'
import { accountByLogin } from '../../../src/features/auth/queries.ts'
import { createUser } from '../../../src/features/users/actions/accounts.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { useFastPasswords } from '../../support/argon2.ts'
import { PASSWORD } from '../../support/characters.ts'
import { importOf, messagesOf, sendFile, work } from '../imports/support.ts'
import { account, asAdmin, formOf, LIST } from './support.ts'

useFastPasswords()

/** All Cyrillic, all full-width, and Greek that is « anna » in capitals. */
const TWINS = ['рере', 'ｐｅｐｅ', 'ΡΕΡΕ']

const stored = async (t: TestApp, id: number) =>
  t.db.selectFrom('users').select(['name', 'name_key']).where('id', '=', id).executeTakeFirstOrThrow()

test.each(TWINS)('« %s » is no other login than « pepe »', async (name) => {
  const { t, visitor } = await asAdmin()
  const { id } = await t.make.user({ name: 'pepe' })
  const created = await visitor.post(LIST, { name, email: 'autre@exemple.fr', role: 'membre', password: PASSWORD })
  expect([created.status, created.page.error('name')]).toEqual([422, 'Un compte de ce nom existe déjà.'])
  const renamed = await visitor.post(`${LIST}/${t.marie.id}`, await formOf(t, t.marie, { name }))
  expect([renamed.status, renamed.page.error('name')]).toEqual([422, 'Un compte de ce nom existe déjà.'])
  const marie = await t.as(t.marie)
  const own = await marie.post('/profil', { name, email: t.marie.email, preuve: '', version: 1 })
  expect([own.status, own.page.error('name')]).toEqual([422, 'Un compte de ce nom existe déjà.'])
  const input = {
    name,
    email: 'x@exemple.fr',
    password: PASSWORD,
    role: 'membre',
    must_change_password: false,
  } as const
  await expect(createUser(t.db, { ...input, now: '2026-11-21T10:00:00.000Z' })).rejects.toThrow('sert déjà')
  await sendFile(visitor, `${LIST}/import`, `name;email\r\n${name};autre@exemple.fr\r\n`, { nom: 'membres.csv' })
  await work(t)
  expect(await importOf(t)).toMatchObject({ refusees: 1 })
  expect((await messagesOf(t)).map(({ message }) => message).join()).toContain('porte déjà ce nom')
  expect((await accountByLogin(t.db, name))?.id).toBe(id)
  expect((await visitor.get(`${LIST}?q=${encodeURIComponent(name)}`)).page.text).toContain('pepe')
  expect(t.failures).toEqual([])
})

test('a name in full-width letters is stored in plain ones, with an @ refused', async () => {
  const { t, visitor } = await asAdmin()
  const form = { email: 'z@exemple.fr', role: 'membre', password: '' }
  expect((await visitor.post(LIST, { name: 'ｚｏé', ...form })).status).toBe(200)
  expect((await account(t, 'zoé'))?.name_key).toBe('zoé')
  expect((await visitor.post(LIST, { name: 'ａ＠ｂ', ...form })).page.error('name')).toContain('signe @')
})

test('twins from before keep their logins, come in, and may be saved as they are', async () => {
  const t = await testApp()
  const first = await t.make.user({ name: 'pepe' })
  const twin = await t.make.user({ name: 'zz', email: 'twin@exemple.fr' })
  const lone = await t.make.user({ name: 'yy', email: 'lone@exemple.fr' })
  const before = { [twin.id]: 'рере', [lone.id]: 'Ｌｕｃ' }
  for (const [id, name] of Object.entries(before))
    await t.db.updateTable('users').set({ name, name_key: name.toLowerCase() }).where('id', '=', Number(id)).execute()
  await up(t.db as unknown as AnyDb)
  await up(t.db as unknown as AnyDb)
  expect([await stored(t, first.id), await stored(t, twin.id), await stored(t, lone.id)]).toEqual([
    { name: 'pepe', name_key: 'pepe' },
    { name: 'рере', name_key: 'рере' },
    { name: 'Ｌｕｃ', name_key: 'luc' },
  ])
  for (const [login, id] of [
    ['pepe', first.id],
    ['рере', twin.id],
    ['Ｌｕｃ', lone.id],
    ['luc', lone.id],
  ] as const) {
    expect((await accountByLogin(t.db, login))?.id).toBe(id)
    expect((await t.anonymous().post('/login', { login, password: PASSWORD })).location).toBe('/')
  }
  const admin = await t.as(t.admin)
  const saved = await admin.post(`${LIST}/${twin.id}`, await formOf(t, twin, { role: 'gestionnaire' }))
  expect(saved.location).toBe(LIST)
  const self = await t.as(twin)
  const own = await self.post('/profil', { name: 'рере', email: 'twin@exemple.fr', preuve: '', version: 2 })
  expect(own.location).toBe('/profil')
  expect(await stored(t, twin.id)).toEqual({ name: 'рере', name_key: 'рере' })
})
