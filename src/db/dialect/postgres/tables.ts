// Statements here are given raw text (types, tables, definitions, sequences) that PostgreSQL itself wrote, from the catalogue
// of our own schema: quoted where it must be, and never from a file that is brought in.
import { sql } from 'kysely'
import { AppError } from '../../../lib/errors.ts'
import type { AnyDb } from '../../schema.ts'
import { groupColumns, kindOf, ROWS_AT_ONCE, type StoredRow, type StoredTable, type TableCopy } from '../tables.ts'
import { IN_SERVICE } from './search-tables.ts'

const NUMBERS = ['smallint', 'integer', 'bigint', 'numeric', 'real', 'double precision']

async function tables(db: AnyDb): Promise<StoredTable[]> {
  const { rows } = await sql<{ table: string; name: string; type: string }>`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by c.relname, a.attnum`.execute(db)
  return groupColumns(rows.map((row) => ({ ...row, kind: kindOf(row.name, NUMBERS.includes(row.type)) })))
}

async function snapshot<T>(db: AnyDb, work: (trx: AnyDb) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx)
      // Before the first look, which is that of the whole transaction: until its end no other index takes this one's place and name.
      await sql`lock table ${sql.table(IN_SERVICE)} in access share mode`.execute(trx)
      return work(trx)
    })
}

/** No lock in time; or we and a writer waited for each other. */
const NOT_HELD = ['55P03', '40P01']
/** Some five seconds in a hurry, then a minute. */
const HURRIED = 10
const ATTEMPTS = 50
const OPEN =
  'Une écriture commencée sur la base ne finit pas (une transaction restée ouverte\u00a0?)\u00a0: rien n’a été changé. Recommencez plus tard, ou redémarrez le service.'

/**
 * Holds tables against writers, once none of them is at work. Whoever waits longer than half a second lets go of all and begins
 * anew: a writer that needs a table held already would be broken off, as a deadlock. If that does not help, it may be autovacuum,
 * which after a large import is at work for long and goes only from the way of who waits longer than `deadlock_timeout`, a second.
 */
async function holdTables(trx: AnyDb, names: readonly string[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await sql`savepoint avant`.execute(trx)
    try {
      await sql`set local lock_timeout = ${sql.lit(attempt <= HURRIED ? '500ms' : '1500ms')}`.execute(trx)
      await sql`lock table ${sql.join(names.map((name) => sql.table(name)))} in share mode`.execute(trx)
      break
    } catch (error) {
      if (!NOT_HELD.includes((error as { code?: string }).code ?? '')) throw error
      if (attempt >= ATTEMPTS) throw new AppError('conflit', OPEN)
      await sql`rollback to savepoint avant`.execute(trx)
    }
  }
  await sql`set local lock_timeout = 0`.execute(trx)
}

async function frozen<T>(db: AnyDb, work: (trx: AnyDb) => Promise<T>): Promise<T> {
  const held = (await tables(db)).map(({ name }) => name)
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx)
      // Readers go on; writers wait until their own time is over.
      await holdTables(trx, held)
      return work(trx)
    })
}

async function* read(trx: AnyDb, table: StoredTable): AsyncGenerator<StoredRow[], void> {
  const columns = table.columns.map(({ name }) => sql`${sql.ref(name)}::text`)
  await sql`declare lecture no scroll cursor for
    select json_build_array(${sql.join(columns)})::text as ligne from ${sql.table(table.name)}`.execute(trx)
  for (;;) {
    const { rows } = await sql<{ ligne: string }>`fetch ${sql.lit(ROWS_AT_ONCE)} from lecture`.execute(trx)
    if (rows.length === 0) break
    yield rows.map(({ ligne }) => JSON.parse(ligne) as StoredRow)
  }
  await sql`close lecture`.execute(trx)
}

async function write(db: AnyDb, table: StoredTable, rows: readonly StoredRow[]): Promise<void> {
  const names = sql.join(table.columns.map(({ name }) => sql.ref(name)))
  const typed = sql.join(table.columns.map(({ name, type }) => sql`${sql.ref(`l.${name}`)}::${sql.raw(type)}`))
  const columns = sql.join(table.columns.map((_, at) => sql`${rows.map((row) => row[at] ?? null)}::text[]`))
  await sql`insert into ${sql.table(table.name)} (${names}) overriding system value
    select ${typed} from unnest(${columns}) as l (${names})`.execute(db)
}

interface Reference {
  table: string
  name: string
  definition: string
}

/** References are taken away and made again: a place may come before the one that it lies in. */
async function fill(db: AnyDb, filled: readonly StoredTable[], work: () => Promise<void>): Promise<void> {
  const { rows: references } = await sql<Reference>`select conrelid::regclass::text as "table", conname as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace and conparentid = 0`.execute(
    db,
  )
  const alter = ({ table }: Reference) => sql`alter table ${sql.raw(table)}`
  for (const one of references) await sql`${alter(one)} drop constraint ${sql.ref(one.name)}`.execute(db)
  for (const { name } of filled) await sql`delete from ${sql.table(name)}`.execute(db)
  await work()
  for (const one of references)
    await sql`${alter(one)} add constraint ${sql.ref(one.name)} ${sql.raw(one.definition)}`.execute(db)
  await sql`analyze`.execute(db)
}

/** Tables that number their rows, and what numbers them. */
async function sequences(db: AnyDb) {
  const { rows } = await sql<{ table: string; sequence: string }>`select c.relname as "table",
      pg_get_serial_sequence(c.oid::regclass::text, a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') order by c.relname`.execute(db)
  return rows
}

async function lastIds(db: AnyDb): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const { table, sequence } of await sequences(db)) {
    const { rows } = await sql<{ n: number }>`
      select case when is_called then last_value else 0 end as n from ${sql.raw(sequence)}`.execute(db)
    ids.set(table, rows[0]?.n ?? 0)
  }
  return ids
}

async function setLastIds(db: AnyDb, ids: ReadonlyMap<string, number>): Promise<void> {
  for (const { table, sequence } of await sequences(db)) {
    const last = ids.get(table) ?? 0
    await sql`select setval(${sequence}, ${Math.max(1, last)}::bigint, ${last > 0}::boolean)`.execute(db)
  }
}

async function raiseIds(db: AnyDb, ids: ReadonlyMap<string, number>): Promise<void> {
  for (const { table, sequence } of await sequences(db)) {
    const id = ids.get(table) ?? 0
    // One that gave no id yet says that its last one is 1.
    const isLower = sql`last_value < ${id} or not is_called`
    if (id > 0)
      await sql`select setval(${sequence}, ${id}::bigint) from ${sql.raw(sequence)} where ${isLower}`.execute(db)
  }
}

export const postgresTables: TableCopy = { tables, snapshot, frozen, read, fill, write, lastIds, setLastIds, raiseIds }
