import type { RawBuilder } from 'kysely'
import type { AnyDb } from '../../../src/db/schema.ts'

export type ColumnTypeSql = RawBuilder<unknown>

/**
 * Migrations need to know this of an engine. It belongs to them and does not move once they are released: a later migration that
 * needs something else adds a member here, and changes none.
 */
export interface Engine {
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
  /** Takes everything out of the search index. */
  clearSearchIndex(db: AnyDb): Promise<void>
  /** `lieuxNamed` of the dialect reads these; the database keeps them up to date. */
  createLieuxNames(db: AnyDb): Promise<void>
  /** `placeQuotes` of the dialect reads these; the database keeps them up to date. */
  createPlaceQuotes(db: AnyDb): Promise<void>
  /** Makes the table `journal` append only: no change but an address taken out, no deletion of what is younger than 180 days. */
  guardJournal(db: AnyDb): Promise<void>
  /** Can a column be made optional where it stands? */
  readonly altersColumns: boolean
  /** Makes the search index anew, empty, in the form of 0061. */
  remakeSearchIndex(db: AnyDb): Promise<void>
  /** Makes an empty search index in the form of 0061 beside the one in service, whose place it will take. */
  createNextSearchIndex(db: AnyDb): Promise<void>
  /** Gives the ids of records and of their versions 64 bits, where they have less: the tables are written anew. */
  widenRecordIds(db: AnyDb): Promise<void>
  /** Likewise where records were named since. */
  widenNamedRecords(db: AnyDb): Promise<void>
}
