import type { CompiledQuery, Expression, RawBuilder, SqlBool } from 'kysely'
import type { AnyDb, Db, Trx } from '../schema.ts'
import type { SearchIndex } from './search.ts'
import type { TableCopy } from './tables.ts'

/** Values by the names of their columns. */
export type PlainRow = Record<string, string | number>

/** Pieces of a statement. */
export interface SqlPieces {
  booleanLiteral(value: boolean): RawBuilder<unknown>
  /** `column in (…)` of a list that may be long, as one parameter. */
  inList<T extends number | string>(column: Expression<T>, values: readonly T[]): Expression<SqlBool>
  /** A value as that parameter, where it is a list. */
  bound(value: unknown): unknown
  /** A statement that is asked often, and whose best plan is the same for whatever it is given for its `blanks`, as it is to be asked. */
  keepPlan<R>(query: CompiledQuery<R>, isBlank: (value: unknown) => boolean): CompiledQuery<R>
  /** A select of these rows, which have the same columns in the same order: for `insert`, one statement whatever their number. */
  selectRows(rows: readonly PlainRow[]): RawBuilder<unknown>
  /** The whole numbers of a text like « ,3,14, », in a `from` after its table: rows `l` with `value`. */
  numbersIn(text: Expression<string>): RawBuilder<unknown>
  /** The values of a group as the text of a JSON array, in the order in which the rows come. */
  jsonList(value: Expression<unknown>): RawBuilder<string>
  /** The text matches a pattern of letters, digits, `*` (any signs) and `?` (one sign). */
  like(column: Expression<string>, pattern: string): Expression<SqlBool>
  /** The column, in a condition that most rows meet: no reason to read them by its index and sort them afterwards. */
  metByMost(column: Expression<string>): Expression<string>
  /**
   * A word for all that a statement sees of the database: where two statements of one pool of connections say the same, nothing was
   * stored between them by anybody.
   */
  moment(): RawBuilder<string>
}

/** Why a statement failed, as far as anybody does something about it. */
export interface EngineErrors {
  isUniqueViolation(error: unknown): boolean
  isForeignKeyViolation(error: unknown): boolean
  isDiskFull(error: unknown): boolean
  isUnavailable(error: unknown): boolean
}

export interface Locks {
  /** Holds until the end of the transaction; two holders of one name never overlap, in any process. */
  lock(trx: Trx, name: string): Promise<void>
  /** Lets others share the name at the same time; none of them overlaps with a holder of `lock`. */
  share(trx: Db, name: string): Promise<void>
  /** Milliseconds for which a transaction in the background may now keep others from writing: all of them, or those in the same rows. */
  turnMs(db: AnyDb): number
  /** Nobody waits for what `work` writes: what it had to wait for makes the turns of others no shorter. */
  unhurried<T>(db: AnyDb, work: () => Promise<T>): Promise<T>
}

/** A word looked for in the names of places. */
export interface PlaceTerm {
  word: string
  isPrefix: boolean
}

/** Indexes that the engine itself keeps up with what is written. */
export interface PlaceIndex {
  /** Ids of the places whose own name (`nom_tri`, « st » read as « saint ») has one of these words; folded letters and digits only. */
  named(terms: readonly PlaceTerm[]): RawBuilder<{ id: number }>
  /** The records that hold one of these places in a field, as pairs; a place that is gone may still be held. */
  quotes(lieuIds: readonly number[]): RawBuilder<{ lieu_id: number; releve_id: number }>
}

/** Whatever differs between the two engines. Methods say what is needed, not how. */
export interface Dialect {
  /** For messages and the health page only; never branch on it. */
  readonly label: string
  /** All migrations of one run are one transaction: one that fails leaves the database as it was. */
  readonly migratesWhole: boolean
  version(db: AnyDb): Promise<string>
  /** Bytes that the database takes on the disk. */
  size(db: AnyDb): Promise<number>
  /** Tells in French whoever runs the server what is wrong with how the database is reached. */
  concerns(db: AnyDb): Promise<string[]>
  /** Has this account of the database begin its connections as we need them, where it may and where they cannot be told themselves. */
  settle(db: AnyDb): Promise<void>
  readonly sql: SqlPieces
  readonly errors: EngineErrors
  readonly locks: Locks
  readonly search: SearchIndex
  readonly places: PlaceIndex
  /** All that the database holds, as rows. */
  readonly copy: TableCopy
  /** Ids for rows about to be inserted, in rising order, which no other row will ever get. */
  reserveIds(trx: Db, table: 'lieux' | 'releves', count: number): Promise<number[]>
  /** Writes, in the background too, so that it is on the disk afterwards: before something is done elsewhere that cannot be taken back. */
  toDisk(db: Db, write: () => Promise<unknown>): Promise<void>
}
