// PostgreSQL alone: the tables of a restored site take the place of those that are there.
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createArrival, dropArrival, swapArrival } from '../../src/db/dialect/postgres/schemas.ts'
import type { AnyDb } from '../../src/db/schema.ts'
import { isPostgres, testDb } from '../support/db.ts'

const LIVE = 'essai_en_place'

const namesOf = async (db: AnyDb, from: string, name: string) =>
  (
    await sql<{ name: string }>`select ${sql.ref(name)} as name from ${sql.table(from)}
      where ${sql.ref(from === 'pg_class' ? 'relnamespace' : 'pronamespace')} = ${sql.lit(LIVE)}::regnamespace
      order by 1`.execute(db)
  ).rows.map((row) => row.name)

/** A table whose trigger calls a function of the same name. */
async function guarded(db: AnyDb, schema: string, name: string, calls = name): Promise<void> {
  const at = (one: string) => sql.id(schema, one)
  await sql`create table ${at(name)} (n integer)`.execute(db)
  if (calls === name)
    await sql`create function ${at(calls)}() returns trigger language plpgsql as 'begin return new; end'`.execute(db)
  await sql`create trigger garde before insert on ${at(name)} for each row execute function ${at(calls)}()`.execute(db)
}

test.runIf(isPostgres)(
  'tables that a later version made go when they are named, with what their triggers call; others stay',
  async () => {
    const db: AnyDb = (await testDb()).db
    await sql`drop schema if exists ${sql.id(LIVE)} cascade`.execute(db)
    await sql`create schema ${sql.id(LIVE)}`.execute(db)
    onTestFinished(async () => {
      await sql`drop schema ${sql.id(LIVE)} cascade`.execute(db)
      await dropArrival(db)
    })
    for (const name of ['a', 'plus', 'autre']) await guarded(db, LIVE, name)
    // Two tables call it, and one of them stays.
    await guarded(db, LIVE, 'plus_encore', 'autre')
    await sql`insert into ${sql.id(LIVE, 'a')} values (1)`.execute(db)
    await guarded(db, await createArrival(db), 'a')
    await swapArrival(db, LIVE, ['plus', 'plus_encore', 'jamais_la'])
    expect(await namesOf(db, 'pg_class', 'relname')).toEqual(['a', 'autre'])
    expect(await namesOf(db, 'pg_proc', 'proname')).toEqual(['a', 'autre'])
    expect((await sql`select n from ${sql.id(LIVE, 'a')}`.execute(db)).rows).toEqual([])
    // The later version comes again.
    await guarded(db, LIVE, 'plus')
  },
)
