import { sql } from 'kysely'
import type { AnyDb } from '../schema.ts'
import type { SavedBase, SavedRows } from './base.ts'
import { dialectOf } from './index.ts'
import type { StoredRow, StoredTable } from './tables.ts'
import { tallies } from './tally.ts'

/** The database is not the one that was saved: a row is missing, or is another than it was. */
export class BaseMismatch extends Error {}

/** Counted and saved agree. A tally without digest was only counted. */
export function checkTallies(saved: SavedBase['tables'], counted: SavedBase['tables']): void {
  for (const [table, { lignes, empreinte }] of Object.entries(saved)) {
    const found = counted[table] ?? { lignes: 0, empreinte: '' }
    const same = empreinte === '' || found.empreinte === '' || lignes === 0 || empreinte === found.empreinte
    if (found.lignes !== lignes || !same) throw new BaseMismatch(`table ${table}: ${found.lignes} of ${lignes} rows`)
  }
}

/** Names of the migrations that a database went through, in order. */
export async function migrationsOf(db: AnyDb): Promise<string[]> {
  const rows = await db.selectFrom('kysely_migration').select('name').orderBy('name').execute()
  return rows.map((row) => String(row.name))
}

/** Counts the rows of a database, some tables apart. */
export async function rowCount(db: AnyDb, apart: readonly string[]): Promise<number> {
  let total = 0
  for (const { name } of await dialectOf(db).copy.tables(db)) {
    if (apart.includes(name)) continue
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(db)
    total += rows[0]?.n ?? 0
  }
  return total
}

/** All rows of a database, counted. In a snapshot. */
export async function countRows(trx: AnyDb, tables: readonly StoredTable[]): Promise<SavedBase['tables']> {
  const counts = tallies()
  for (const table of tables) {
    const count = counts.of(table.name)
    for await (const rows of dialectOf(trx).copy.read(trx, table)) for (const row of rows) count.add(row)
  }
  return counts.result()
}

/** Gathers the rows of one table after the other, as a reader of lines meets them. */
export function gathering() {
  let table: Pick<SavedRows, 'table' | 'columns'> | undefined
  let rows: StoredRow[] = []
  let gathered: SavedRows[] = []
  const close = () => {
    if (table && rows.length > 0) gathered.push({ ...table, rows })
    rows = []
  }
  return {
    /** Rows that follow are of this table; undefined: of none. */
    turnTo(next: typeof table): void {
      close()
      table = next
    },
    get columns() {
      return table?.columns
    },
    add: (row: StoredRow) => rows.push(row),
    /** Gives away what was gathered since the last time. */
    take(): SavedRows[] {
      close()
      const all = gathered
      gathered = []
      return all
    },
  }
}

/** Puts the cells of a saved row in the order of a table's columns. */
export function arranger(table: StoredTable, columns: readonly string[]): (row: StoredRow) => StoredRow {
  const places = table.columns.map(({ name }) => columns.indexOf(name))
  const missing = table.columns.find((_, n) => places[n] === -1)
  if (missing) throw new BaseMismatch(`table ${table.name}: no column ${missing.name}`)
  return (row) => places.map((at) => row[at] ?? null)
}

/** Fills an empty database with saved rows; tables that it does not have belong to somebody else. */
export async function fillWith(db: AnyDb, saved: SavedBase, content: AsyncIterable<SavedRows>): Promise<void> {
  const { copy } = dialectOf(db)
  const tables = new Map((await copy.tables(db)).map((table) => [table.name, table]))
  await copy.fill(db, [...tables.values()], async () => {
    for await (const { table: name, columns, rows } of content) {
      const table = tables.get(name)
      if (table) await copy.write(db, table, rows.map(arranger(table, columns)))
    }
  })
  await copy.setLastIds(db, new Map(Object.entries(saved.derniers)))
  const ours = Object.fromEntries(Object.entries(saved.tables).filter(([name]) => tables.has(name)))
  checkTallies(ours, await copy.snapshot(db, (trx) => countRows(trx, [...tables.values()])))
}
