import type { Readable } from 'node:stream'
import type { Added } from '../../lib/tar.ts'
import type { Db } from '../schema.ts'
import type { Dialect } from './dialect.ts'
import type { StoredRow } from './tables.ts'
import type { Tally } from './tally.ts'

/** A database stands in a backup as SQLite's own file, as rows in lines of JSON, or in PostgreSQL's own format. */
export const FORMS = ['sqlite', 'lignes', 'pg_dump'] as const
export type BaseForm = (typeof FORMS)[number]

export interface Watch {
  /** Percent. */
  progress?: ((percent: number) => void) | undefined
  signal?: AbortSignal | undefined
}

/** A database is written to an archive, by way of a folder for what has to be a file first. */
export interface BaseTarget {
  folder: string
  add(name: string, content: AsyncIterable<Uint8Array>): Promise<Added>
}

export interface BaseFacts {
  /** Names of the migrations that it went through. */
  migrations: string[]
  tables: Record<string, Tally>
  /** The last number that each table gave to a row. */
  derniers: Record<string, number>
}

/** A database in a backup. Its facts are of the very moment that was saved. */
export interface SavedBase extends BaseFacts {
  forme: BaseForm
  fichier: Added
  /** SHA-256 of the database file itself, which the backup holds compressed; only for `sqlite`. */
  contenu?: string
}

/** Rows of a backup, in the columns of the table that they come from. */
export interface SavedRows {
  table: string
  columns: string[]
  rows: StoredRow[]
}

/** A database that is being made ready beside the one that it will replace. */
export interface Arrival {
  db: Db
  /**
   * Takes the place of the one that is there; at once, and as a whole. `isThere` asks a database whether it is this one. The
   * connection `db` is closed. Tables that the arrival does not have stay, but for those in `leaving`: a later version made them.
   */
  install(isThere: (db: Db) => Promise<boolean>, leaving: readonly string[]): Promise<void>
  /** Leaves no trace. */
  discard(): Promise<void>
}

/** The database of a site as a whole: to be saved, replaced, or carried elsewhere. */
export interface Base {
  label: string
  dialect: Dialect
  /** Forms that `arrive` takes. */
  forms: readonly BaseForm[]
  open(): Db
  /** Is there nothing in it, not even tables of somebody else? */
  isEmpty(): Promise<boolean>
  /** Bytes that a backup takes on its way, at most; 0 where there is no database yet. */
  room(): Promise<number>
  /** Bytes on the disk; 0 where there is no database yet. */
  size(): Promise<number>
  save(target: BaseTarget, watch: Watch): Promise<SavedBase>
  /** Reads the bytes of a backup to the end, and tells what they hold. Throws where they cannot be read. */
  inspect(saved: SavedBase, content: Readable): Promise<Pick<SavedBase, 'contenu' | 'tables'>>
  /** A new, empty database with the schema of this version. AppError `conflit` where it may not be made. */
  arrive(): Promise<Arrival>
  /**
   * A new database with the content of a backup, of which every row was counted again, brought to the schema of this version.
   * Throws where it is not what was saved.
   */
  arriveWith(saved: SavedBase, content: Readable): Promise<Arrival>
  /** Puts what is left of a database that cannot be read any more aside, and says where; undefined where that cannot be done. */
  setAside(): Promise<string | undefined>
}
