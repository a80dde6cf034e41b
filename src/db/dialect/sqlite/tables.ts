import { CompiledQuery, sql } from 'kysely'
import type { AnyDb } from '../../schema.ts'
import {
  type ColumnKind,
  groupColumns,
  kindOf,
  ROWS_AT_ONCE,
  type StoredRow,
  type StoredTable,
  type TableCopy,
} from '../tables.ts'

const NUMBERS = ['integer', 'real']

async function tables(db: AnyDb): Promise<StoredTable[]> {
  // Indexes of full text are virtual tables, what they are kept in is « shadow ».
  const { rows } = await sql<{ table: string; name: string; type: string }>`
    select t.name as "table", c.name as name, lower(c.type) as type
    from pragma_table_list t join pragma_table_xinfo(t.name) c
    where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite~_%' escape '~' and c.hidden = 0
    order by t.name, c.cid`.execute(db)
  return groupColumns(rows.map((row) => ({ ...row, kind: kindOf(row.name, NUMBERS.includes(row.type)) })))
}

async function reading<T>(
  db: AnyDb,
  begin: (connection: AnyDb) => Promise<unknown>,
  work: (trx: AnyDb) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (connection) => {
    await begin(connection)
    try {
      return await work(connection)
    } finally {
      await sql`rollback`.execute(connection)
    }
  })
}

/** A reader keeps its moment in WAL mode; « deferred » because the driver makes every plain `begin` a writer's. */
const snapshot: TableCopy['snapshot'] = (db, work) =>
  reading(db, (connection) => sql`begin deferred`.execute(connection), work)

/** Five seconds each: an import may be in the middle of a batch. */
const ATTEMPTS = 12

async function holdWriters(connection: AnyDb): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await sql`begin immediate`.execute(connection)
      return
    } catch (error) {
      if ((error as { code?: string }).code !== 'SQLITE_BUSY' || attempt >= ATTEMPTS) throw error
    }
  }
}

const frozen: TableCopy['frozen'] = (db, work) => reading(db, holdWriters, work)

const text = (value: unknown, kind: ColumnKind): string | null => {
  if (value === null) return null
  return kind === 'oui_non' ? String(value === 1) : String(value)
}

async function* read(trx: AnyDb, table: StoredTable): AsyncGenerator<StoredRow[], void> {
  const columns = sql.join(table.columns.map(({ name }) => sql.ref(name)))
  let after: number | undefined
  for (;;) {
    const bound = after === undefined ? sql`true` : sql`rowid > ${after}`
    // Without the plugin that parses JSON: what is stored is what is carried.
    const { rows } = await sql<Record<string, unknown>>`select rowid as "~", ${columns} from ${sql.table(table.name)}
      where ${bound} order by rowid limit ${sql.lit(ROWS_AT_ONCE)}`.execute(trx.withoutPlugins())
    if (rows.length === 0) return
    yield rows.map((row) => table.columns.map(({ name, kind }) => text(row[name], kind)))
    after = rows.at(-1)?.['~'] as number
  }
}

const stored = (value: string | null, kind: ColumnKind): string | number | null => {
  if (value === null || kind === 'texte' || kind === 'json') return value
  return kind === 'oui_non' ? Number(value === 'true') : Number(value)
}

async function write(db: AnyDb, table: StoredTable, rows: readonly StoredRow[]): Promise<void> {
  const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
  const names = table.columns.map(({ name }) => quoted(name)).join(', ')
  const places = table.columns.map(() => '?').join(', ')
  const insert = `insert into ${quoted(table.name)} (${names}) values (${places})`
  for (const row of rows) {
    const values = row.map((value, at) => stored(value, table.columns[at]?.kind ?? 'texte'))
    // Names are quoted above, values are parameters.
    await db.executeQuery(CompiledQuery.raw(insert, values))
  }
}

async function fill(db: AnyDb, filled: readonly StoredTable[], work: () => Promise<void>): Promise<void> {
  await sql`pragma foreign_keys = off`.execute(db)
  // A crash in the middle leaves a file that nobody will use.
  await sql`pragma synchronous = off`.execute(db)
  await sql`begin`.execute(db)
  for (const { name } of filled) await sql`delete from ${sql.table(name)}`.execute(db)
  await work()
  const { rows } = await sql<{ table: string }>`pragma foreign_key_check`.execute(db)
  if (rows.length > 0) throw new Error(`references do not hold in ${rows[0]?.table}`)
  await sql`commit`.execute(db)
  await sql`analyze`.execute(db)
  await sql`pragma synchronous = full`.execute(db)
  await sql`pragma foreign_keys = on`.execute(db)
}

async function lastIds(db: AnyDb): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence`.execute(db)
  return new Map(rows.map(({ name, seq }) => [name, seq]))
}

async function setLastIds(db: AnyDb, ids: ReadonlyMap<string, number>): Promise<void> {
  for (const [name, seq] of ids) {
    await sql`delete from sqlite_sequence where name = ${name}`.execute(db)
    await sql`insert into sqlite_sequence (name, seq) values (${name}, ${seq})`.execute(db)
  }
}

async function raiseIds(db: AnyDb, ids: ReadonlyMap<string, number>): Promise<void> {
  const last = await lastIds(db)
  await setLastIds(db, new Map([...ids].filter(([name, id]) => id > (last.get(name) ?? 0))))
}

export const sqliteTables: TableCopy = { tables, snapshot, frozen, read, fill, write, lastIds, setLastIds, raiseIds }
