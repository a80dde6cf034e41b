import type { AnyDb } from '../schema.ts'
import { BOOLEAN_COLUMNS, JSON_COLUMNS } from '../turned-columns.ts'

/** The kind of a column says how its text compares between the two engines. */
export type ColumnKind = 'nombre' | 'oui_non' | 'json' | 'texte'

export interface StoredColumn {
  name: string
  /** The name that its engine has for the type. */
  type: string
  kind: ColumnKind
}

/** A table with the columns that are stored; those that the database computes are left out. */
export interface StoredTable {
  name: string
  columns: StoredColumn[]
}

/** The columns of a row as text, in the order of the table's; `true` and `false` on both engines, null where there is nothing. */
export type StoredRow = (string | null)[]

export const ROWS_AT_ONCE = 1000

/** Carries all that a database holds to another one, of either engine. */
export interface TableCopy {
  /** Tables of the current schema by name, the records of the migrations and indexes of search that are no tables apart. */
  tables(db: AnyDb): Promise<StoredTable[]>
  /** Reads the database as it is at one moment, however long `work` takes; nobody waits for it. */
  snapshot<T>(db: AnyDb, work: (trx: AnyDb) => Promise<T>): Promise<T>
  /** A snapshot in which nobody else can write meanwhile: whoever tries waits as long as the engine has them wait, and is refused. */
  frozen<T>(db: AnyDb, work: (trx: AnyDb) => Promise<T>): Promise<T>
  /** Gives at most ROWS_AT_ONCE rows at a time; called inside a `snapshot`. */
  read(trx: AnyDb, table: StoredTable): AsyncGenerator<StoredRow[], void>
  /** Empties every table of a database of ours that nobody else uses, fills them by `work`, and checks that all references hold. */
  fill(db: AnyDb, tables: readonly StoredTable[], work: () => Promise<void>): Promise<void>
  write(db: AnyDb, table: StoredTable, rows: readonly StoredRow[]): Promise<void>
  /** The last id that each table gave, of those that number their rows. */
  lastIds(db: AnyDb): Promise<Map<string, number>>
  setLastIds(db: AnyDb, ids: ReadonlyMap<string, number>): Promise<void>
  /** From now on these tables give higher ids than these; those of others, and higher ones, stay. */
  raiseIds(db: AnyDb, ids: ReadonlyMap<string, number>): Promise<void>
}

export const MIGRATION_TABLES: readonly string[] = ['kysely_migration', 'kysely_migration_lock']

/** `isNumber`: by the type that the engine tells. */
export function kindOf(name: string, isNumber: boolean): ColumnKind {
  if (BOOLEAN_COLUMNS.has(name)) return 'oui_non'
  if (JSON_COLUMNS.has(name)) return 'json'
  return isNumber ? 'nombre' : 'texte'
}

/** Rows of (table, column) in order, as tables. */
export function groupColumns(rows: readonly ({ table: string } & StoredColumn)[]): StoredTable[] {
  const tables = new Map<string, StoredTable>()
  for (const { table, ...column } of rows) {
    const known = tables.get(table) ?? { name: table, columns: [] }
    known.columns.push(column)
    tables.set(table, known)
  }
  return [...tables.values()].filter(({ name }) => !MIGRATION_TABLES.includes(name))
}
