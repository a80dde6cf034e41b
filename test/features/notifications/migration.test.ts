import { expect, onTestFinished, test } from 'vitest'
import { up as before } from '../../../db/migrations/0009_notifications.ts'
import { up } from '../../../db/migrations/0056_notifications_de_tout.ts'
import type { AnyDb } from '../../../src/db/schema.ts'
import { testDb } from '../../support/db.ts'
import { factories } from '../../support/factories.ts'

const AT = '2026-01-01T00:00:00.000Z'

test('notices of before keep their numbers and know whose doing it was; no number is given twice', async () => {
  const { db, close } = await testDb()
  onTestFinished(close)
  const make = factories(db)
  const [source, marie] = [await make.source({}), await make.user({})]
  for (const table of ['notifications', 'courriels_refuses']) await db.schema.dropTable(table).execute()
  const old: AnyDb = db as unknown as AnyDb
  await before(old)
  const move = (user_id: number | null) =>
    db
      .insertInto('source_transitions')
      .values({ source_id: source.id, user_id, de: 'en_cours', vers: 'a_valider', motif: null, created_at: AT })
      .returning('id')
      .executeTakeFirstOrThrow()
  const told = { user_id: marie.id, kind: 'SourceAValider', data: '{"motif":null}', created_at: AT }
  for (const user_id of [marie.id, null, marie.id]) {
    const { id } = await move(user_id)
    await old
      .insertInto('notifications')
      .values({ ...told, source_id: source.id, transition_id: id })
      .execute()
  }
  await db.deleteFrom('notifications').where('id', '=', 3).execute()
  await up(old)
  const rows = db.selectFrom('notifications').select(['id', 'source_id', 'auteur_id', 'cle']).orderBy('id')
  const moves = [1, 2].map((id) => ({ id, source_id: source.id, auteur_id: id === 1 ? marie.id : null, cle: null }))
  expect(await rows.execute()).toEqual(moves)
  await old
    .insertInto('notifications')
    .values({ ...told, cle: '7' })
    .execute()
  expect((await rows.execute()).at(-1)).toEqual({ id: 4, source_id: null, auteur_id: null, cle: '7' })
})
