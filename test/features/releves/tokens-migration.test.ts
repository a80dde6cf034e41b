import { expect, test } from 'vitest'
import { up } from '../../../db/migrations/0065_jetons_releves.ts'
import type { AnyDb } from '../../../src/db/schema.ts'
import { formKey } from '../../../src/web/form.ts'
import { testApp } from '../../support/app.ts'
import { ACT, register, traces } from './support.ts'

const NOW = '2026-11-21T10:00:00.000Z'

test('forms that were sent before the update are known after it; other forms are no records', async () => {
  const t = await testApp()
  const { path } = await register(t)
  const marie = await t.as(t.marie)
  const act = { ...ACT, _envoi: (await marie.get(`${path}/nouveau`)).page.value('_envoi') }
  await marie.post(path, act)
  const [row] = await t.db.selectFrom('jetons_releves').selectAll().execute()
  // Before the migration the sending of the record stood beside those of other things, one of them of its very number.
  const context = { req: { path } } as Parameters<typeof formKey>[0]
  const sent = { user_id: t.marie.id, resultat: String(row?.releve_id) }
  const keys = [`${t.marie.id}:${formKey(context, { _envoi: act._envoi })}`, `${t.marie.id}:autre`, 'brouillon:1:x']
  const rows = [
    { ...sent, jeton: keys[0] ?? '', created_at: NOW },
    { ...sent, jeton: keys[1] ?? '', created_at: '2026-11-20T10:00:00.000Z' },
    { ...sent, jeton: keys[2] ?? '', resultat: '', created_at: NOW },
  ]
  await t.db.deleteFrom('envois').execute()
  await t.db.insertInto('envois').values(rows).execute()
  await t.db.schema.dropTable('jetons_releves').execute()
  await t.db.schema.alterTable('brouillons').dropColumn('motif').execute()
  await up(t.db as unknown as AnyDb)
  expect(await t.db.selectFrom('jetons_releves').selectAll().execute()).toEqual([row])
  expect((await marie.post(path, act)).status).toBe(303)
  expect(await traces(t)).toMatchObject({ rows: 1, versions: 1 })
})
