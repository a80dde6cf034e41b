import { expect, onTestFinished, test } from 'vitest'
import { up } from '../../../db/migrations/0055_champs_anciennes.ts'
import { champsOf } from '../../../src/features/types-sources/queries.ts'
import { testDb } from '../../support/db.ts'
import { factories } from '../../support/factories.ts'

test('the options that were taken out of a list before it remembered them are those that records hold', async () => {
  const { db, close } = await testDb()
  onTestFinished(close)
  const make = factories(db)
  const champs = [{ nom: 'sexe', type: 'select' as const, options: ['M'] }, { nom: 'notes' }]
  const type = await make.typeSource({ champs })
  const source = await make.source({ type })
  for (const sexe of ['M', 'F', '?', 'F']) await make.releve(source, { sexe, notes: 'un mot' })
  await db.schema.alterTable('champs').dropColumn('anciennes').execute()
  await up(db)
  expect((await champsOf(db, type.id)).map(({ anciennes }) => anciennes)).toEqual([['?', 'F'], []])
})
