import { expect, onTestFinished, test } from 'vitest'
import { up } from '../../../db/migrations/0063_colonnes.ts'
import type { AnyDb } from '../../../src/db/schema.ts'
import { testDb } from '../../support/db.ts'
import { factories } from '../../support/factories.ts'

test('sources with records wait for the task that counts them, those without know that they hold nothing', async () => {
  const { db, close } = await testDb()
  onTestFinished(close)
  const make = factories(db)
  const full = await make.source()
  const empty = await make.source()
  await make.releve(full, { nom: 'Martin' })
  await db.schema.dropTable('colonnes_choisies').execute()
  await db.schema.dropTable('source_champs').execute()
  await db.schema.alterTable('sources').dropColumn('champs_jusque').execute()
  await up(db as unknown as AnyDb)
  expect(await db.selectFrom('sources').select(['id', 'champs_jusque']).orderBy('id').execute()).toEqual([
    { id: full.id, champs_jusque: 0 },
    { id: empty.id, champs_jusque: null },
  ])
  expect(await db.selectFrom('taches').select('kind').execute()).toEqual([{ kind: 'champs_remplis' }])
})
