// A prepared statement has in its text whatever is the same each time, on both engines (src/db/dialect/*/written-out.ts).
import { CompiledQuery, sql } from 'kysely'
import { expect, test } from 'vitest'
import { writtenOut } from '../../src/db/dialect/sqlite/written-out.ts'
import { prepared } from '../../src/db/prepared.ts'
import { testDb } from '../support/db.ts'

const BLANK = Symbol('blank')
const isBlank = (value: unknown) => value === BLANK

test('texts, numbers and truths come back as they are, whatever signs are in them', async () => {
  const { db } = await testDb()
  const odd = `l’« apostrophe' », "?" et '' \\ puis ?`
  const asked = prepared((of, { n }: { n: number }) =>
    of
      .selectFrom('types_lieux')
      .innerJoin('types_lieux as autre', 'autre.id', 'types_lieux.id')
      .select([sql<string>`cast(${odd} as text)`.as('odd'), sql<number>`cast(${n} as int) - ${-2}`.as('n')])
      .where('types_lieux.id', '=', n)
      .where('types_lieux.nom', '=', odd)
      .limit(3),
  )
  const { id } = await db
    .insertInto('types_lieux')
    .values({ nom: odd, nom_key: 'odd', dans_nom_long: true, ordre: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const n of [id, id + 1, id]) expect(await asked(db, { n }, '')).toEqual(n === id ? [{ odd, n: n + 2 }] : [])
})

test('SQLite has nothing of `= ?` to look at, and `?` in a name or a text is no place', () => {
  const query = CompiledQuery.raw(
    `select 'a?''?' as "b?" from t join u on u.id = t.id where t.id = ? and x = ? and y in (?, ?) limit ?`,
    [BLANK, "l'un", true, [1], 2],
  )
  expect(writtenOut(query, isBlank)).toMatchObject({
    sql: `select 'a?''?' as "b?" from t join u on u.id = t.id where t.id = (select ?) and x = 'l''un' and y in (1, ?) limit 2`,
    parameters: [BLANK, [1]],
  })
})
