import { type RawBuilder, sql } from 'kysely'
import type { AnyDb } from '../../schema.ts'
import { NEXT } from './search-tables.ts'

/** A site is made ready in the first schema before it takes the place of another, which waits in the second to be thrown away. */
const ARRIVAL = 'releves_arrivee'
const DEPARTURE = 'releves_depart'

const LOCK_TIMEOUT = '55P03'
const DEADLOCK = '40P01'
const ATTEMPTS = 20

export async function currentSchema(db: AnyDb): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema()::text as name`.execute(db)
  return rows[0]?.name ?? ''
}

/** May this user make a schema of its own in the database? */
export async function mayCreateSchemas(db: AnyDb): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select has_database_privilege(current_database(), 'create') as may`.execute(db)
  return rows[0]?.may === true
}

/** An empty schema, to be opened with `searchPath`. Whatever an earlier try left in it is gone. */
export async function createArrival(db: AnyDb): Promise<string> {
  await dropArrival(db)
  await sql`create schema ${sql.id(ARRIVAL)}`.execute(db)
  return ARRIVAL
}

export async function dropArrival(db: AnyDb): Promise<void> {
  for (const name of [ARRIVAL, DEPARTURE]) await sql`drop schema if exists ${sql.id(name)} cascade`.execute(db)
}

const TABLES = sql`select c.oid, c.relname as name from pg_class c where c.relkind in ('r', 'p')
  and c.relnamespace = ${sql.lit(ARRIVAL)}::regnamespace`

/** Writes the statements that move every object from one schema to another, one each. */
async function moves(trx: AnyDb, from: string, to: string): Promise<string[]> {
  const { rows } = await sql<{ move: string }>`
    select format('alter table %I.%I set schema %I', ${from}::text, a.name, ${to}::text) as move from (${TABLES}) a
    join pg_class c on c.relname = a.name and c.relnamespace = ${from}::text::regnamespace and c.relkind in ('r', 'p')
    union all
    select format('alter function %s set schema %I', p.oid::regprocedure, ${to}::text) from pg_proc p
    where p.pronamespace = ${from}::text::regnamespace and p.proname in
      (select proname from pg_proc where pronamespace = ${sql.lit(ARRIVAL)}::regnamespace)`.execute(trx)
  return rows.map((row) => row.move)
}

/** Functions that nothing calls any more but the triggers of tables that have left: a later version made them, and would again. */
async function orphans(trx: AnyDb, live: string): Promise<string[]> {
  const called = (
    where: RawBuilder<unknown>,
  ) => sql`exists (select 1 from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgfoid = p.oid and c.relnamespace ${where} ${sql.lit(DEPARTURE)}::regnamespace)`
  const { rows } = await sql<{ move: string }>`
    select format('alter function %s set schema %I', p.oid::regprocedure, ${DEPARTURE}::text) as move from pg_proc p
    where p.pronamespace = ${live}::text::regnamespace and ${called(sql`=`)} and not ${called(sql`<>`)}`.execute(trx)
  return rows.map((row) => row.move)
}

/** Moves aside what the arrival takes the place of, and the tables that go without anything in their place. */
async function clearAway(trx: AnyDb, live: string, gone: readonly string[]): Promise<void> {
  for (const move of await moves(trx, live, DEPARTURE)) await sql.raw(move).execute(trx)
  // The arrival may have no index that is being filled, and says so.
  for (const name of [...gone, NEXT])
    await sql`alter table if exists ${sql.id(live, name)} set schema ${sql.id(DEPARTURE)}`.execute(trx)
  for (const move of await orphans(trx, live)) await sql.raw(move).execute(trx)
}

async function swapOnce(db: AnyDb, live: string, gone: readonly string[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx)
    // Readers that are long would hold everybody else up behind us.
    await sql`set local lock_timeout = '2s'`.execute(trx)
    // Names of functions are then written with their schema.
    await sql`set local search_path = pg_catalog`.execute(trx)
    await sql`create schema ${sql.id(DEPARTURE)}`.execute(trx)
    // Moves are written by PostgreSQL's own format(%I), from its catalogue.
    await clearAway(trx, live, gone)
    for (const move of await moves(trx, ARRIVAL, live)) await sql.raw(move).execute(trx)
    await sql`drop schema ${sql.id(ARRIVAL)}`.execute(trx)
  })
}

/**
 * Puts the tables of the arrival in the place of those of the same names, in one transaction; readers wait for an instant. Tables
 * that the arrival does not have stay where they are, but for those in `gone`.
 */
export async function swapArrival(db: AnyDb, live: string, gone: readonly string[]): Promise<void> {
  await sql`drop schema if exists ${sql.id(DEPARTURE)} cascade`.execute(db)
  for (let attempt = 1; ; attempt += 1) {
    try {
      await swapOnce(db, live, gone)
      break
    } catch (error) {
      const { code } = error as { code?: string }
      if ((code !== LOCK_TIMEOUT && code !== DEADLOCK) || attempt >= ATTEMPTS) throw error
    }
  }
  await sql`drop schema if exists ${sql.id(DEPARTURE)} cascade`.execute(db)
}
