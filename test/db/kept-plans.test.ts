// Statements that PostgreSQL knows by a name (src/db/dialect/postgres/kept-plans.ts).
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { forgetForms, keepIfMetOften, keepPlan } from '../../src/db/dialect/postgres/kept-plans.ts'
import { openDatabase } from '../../src/db/open.ts'
import { prepared } from '../../src/db/prepared.ts'
import type { Db } from '../../src/db/schema.ts'
import { isPooled, isPostgres } from '../support/db.ts'
import { postgresDatabase } from '../support/shared-db.ts'

async function oneConnection(): Promise<Db> {
  const db = openDatabase(await postgresDatabase(), { maxConnections: 1 })
  onTestFinished(() => db.destroy())
  return db
}

const ask = async (db: Db, text: string, values: unknown[]) => {
  const { rows } = await db.executeQuery<{ n: number }>({ ...sql.raw(text).compile(db), parameters: values })
  return Number(rows[0]?.n)
}

const kept = async (db: Db, text: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_prepared_statements where statement = ${text}`.execute(db)
  return rows[0]?.n ?? 0
}

describe.runIf(isPostgres && !isPooled)('the server keeps', () => {
  test('a statement that is always the same from its first time on, and no other', async () => {
    const db = await oneConnection()
    const [always, never] = ['select $1::int + 1 as n', 'select $1::int + 2 as n']
    keepPlan(always)
    for (const value of [1, 5]) {
      expect(await ask(db, always, [value])).toBe(value + 1)
      expect(await ask(db, never, [value])).toBe(value + 2)
    }
    expect([await kept(db, always), await kept(db, never)]).toEqual([1, 0])
  })

  test('one of many forms from its third time on', async () => {
    const db = await oneConnection()
    // Other files of this worker may have filled the room there is.
    forgetForms()
    const text = 'select $1::int + 3 as n'
    const seen: number[] = []
    for (const value of [1, 2, 3, 4]) {
      keepIfMetOften(text)
      expect(await ask(db, text, [value])).toBe(value + 3)
      seen.push(await kept(db, text))
    }
    expect(seen).toEqual([0, 0, 1, 1])
  })

  test('a statement whose table another one takes the place of, of another type, as when an index is replaced', async () => {
    const db = await oneConnection()
    const text = 'select n from t where n > $1'
    await sql`create table t (n int)`.execute(db)
    await sql`create table t2 (n bigint)`.execute(db)
    await sql`insert into t values (1)`.execute(db)
    await sql`insert into t2 values (2)`.execute(db)
    keepPlan(text)
    expect(await ask(db, text, [0])).toBe(1)
    await sql`drop table t`.execute(db)
    await sql`alter table t2 rename to t`.execute(db)
    expect(await ask(db, text, [0])).toBe(2)
  })

  test('a prepared statement, with whatever is the same each time written in it', async () => {
    const db = await oneConnection()
    const odd = "l’« apostrophe' », et \\"
    const asked = prepared((of, { n }: { n: number }) =>
      of.selectNoFrom(() => [
        sql<string>`${odd}::text`.as('odd'),
        sql<number>`${n}::int - ${-2}`.as('n'),
        sql<boolean>`${n}::int = any(${[1, 2]}) and ${true}`.as('isSmall'),
      ]),
    )
    for (const n of [1, 7]) expect(await asked(db, { n }, '')).toEqual([{ odd, n: n + 2, isSmall: n < 3 }])
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement like '%apostrophe%'`.execute(db)
    expect(rows.map(({ statement }) => statement.match(/\$\d/g))).toEqual([['$1', '$2', '$3']])
  })
})
