import type { Expression, RawBuilder, SqlBool, Transaction } from 'kysely'
import { words } from '../../lib/text.ts'
import type { AnyDb, Db, Schema } from '../schema.ts'

export type ColumnTypeSql = RawBuilder<unknown>

/** What one record puts in the search index; every text is already folded and split by `words()`. */
export interface SearchEntry {
  releve_id: number
  source_id: number
  /** Days since 1500-01-01 of `iso`, 0 where there is none: the order of results. */
  jour: number
  /** Year of `iso` divided by ten, rounded down; 0 where there is none. */
  decennie: number
  /** Words of the fields named nom and prenom, then of all other fields. */
  nom: string[]
  prenom: string[]
  texte: string[]
}

/** A page of matches in date order. */
export interface SearchQuery {
  /** Folded words, all wanted; a last sign `*` on a word asks for a prefix. */
  words: string[]
  /** Sources to look in; undefined for all. */
  sourceIds: number[] | undefined
  /** Bounds of `jour`, inclusive. */
  fromJour: number | undefined
  toJour: number | undefined
  /** Key of the last row of the page before. */
  after: SearchKey | undefined
  limit: number
}

export interface SearchKey {
  jour: number
  releve_id: number
}

export interface SearchTerm {
  word: string
  isPrefix: boolean
}

/** The words of a query, split once more: whatever a caller passes, only folded letters and digits reach an engine's syntax. */
export function searchTerms(query: SearchQuery): SearchTerm[] {
  return query.words.flatMap((asked) => {
    const list = words(asked)
    return list.map((word, index) => ({ word, isPrefix: asked.endsWith('*') && index === list.length - 1 }))
  })
}

/** Whatever differs between the two engines. Methods say what is needed, not how. */
export interface Dialect {
  /** For messages and the health page only; never branch on it. */
  readonly label: string
  /** Column types of migrations. */
  readonly id: ColumnTypeSql
  readonly json: ColumnTypeSql
  readonly boolean: ColumnTypeSql
  readonly real: ColumnTypeSql
  /** Text compared and sorted byte by byte, the same order on both engines. */
  readonly exactText: ColumnTypeSql
  booleanLiteral(value: boolean): RawBuilder<unknown>
  /** Column definition of a text generated from a path into a JSON column, e.g. `data -> 'date_evenement' ->> 'iso'`. */
  generatedText(expression: RawBuilder<unknown>): ColumnTypeSql
  createSearchIndex(db: AnyDb): Promise<void>
  indexReleve(trx: Db, entry: SearchEntry): Promise<void>
  /** `entry` as it was indexed: the index keeps no copy to look it up in. */
  unindexReleve(trx: Db, entry: SearchEntry): Promise<void>
  searchKeys(db: Db, query: SearchQuery): Promise<SearchKey[]>
  /** Number of matches, counted up to `cap`. */
  countMatches(db: Db, query: SearchQuery, cap: number): Promise<number>
  /** What `lieuxNamed` reads; the database keeps it up to date. */
  createLieuxNames(db: AnyDb): Promise<void>
  /** Ids of the places whose own name (`nom_tri`, « st » read as « saint ») has one of these words; folded letters and digits only. */
  lieuxNamed(terms: readonly SearchTerm[]): RawBuilder<{ id: number }>
  /** Makes the table `journal` append only: no change but an address taken out, no deletion of what is younger than 180 days. */
  guardJournal(db: AnyDb): Promise<void>
  isUniqueViolation(error: unknown): boolean
  isForeignKeyViolation(error: unknown): boolean
  isDiskFull(error: unknown): boolean
  isUnavailable(error: unknown): boolean
  /** Holds until the end of the transaction; two holders of one name never overlap, in any process. */
  lock(trx: Transaction<Schema>, name: string): Promise<void>
  /** `column in (…)` of a list that may be long, as one parameter. */
  inList(column: Expression<number>, values: readonly number[]): Expression<SqlBool>
  /** The column, in a condition that most rows meet: no reason to read them by its index and sort them afterwards. */
  metByMost(column: Expression<string>): Expression<string>
  version(db: AnyDb): Promise<string>
}
