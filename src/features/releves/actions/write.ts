import { type Selectable, sql } from 'kysely'
import type { Db, ReleveData, ReleveEtats, ReleveLectures, Schema, Trx } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import { WORKFLOW } from '../../droits/status.ts'

const GONE = 'Ce relevé n’existe pas, ou il a été supprimé.'
const CLOSED = 'Cette source n’est plus ouverte à la saisie.'

export interface Author {
  /** null for what the program writes by itself. */
  user_id: number | null
  now: string
}

/** Runs in the transaction at hand, or in one of its own. */
export const inTransaction = <T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db as Trx) : db.transaction().execute(work)

export interface SourceToHold {
  id: number
  /** Refuse (403) when the source is closed to entry at this moment. */
  mustBeOpen?: boolean | undefined
}

const HELD = Symbol('held')

/** A source whose row this transaction has locked, which only `holdSource` gives. */
export type HeldSource = Pick<
  Selectable<Schema['sources']>,
  'id' | 'status' | 'type_source_id' | 'champs_jusque' | 'nb_releves' | 'retrait_at'
> & {
  readonly [HELD]: true
}

export const isHeld = (source: HeldSource | SourceToHold): source is HeldSource => HELD in source

/** Locks the source until the end of the transaction (its status cannot move) and reads it, in one statement. */
export const holdSource = (trx: Trx, source: SourceToHold): Promise<HeldSource> => holdAndCount(trx, source, 0)

/** `holdSource` that also adds to the counter of records, in its one statement: `applyChange` alone counts. */
export async function holdAndCount(trx: Trx, { id, mustBeOpen }: SourceToHold, coming: number): Promise<HeldSource> {
  const source = await trx
    .updateTable('sources')
    .set({ nb_releves: sql<number>`nb_releves + ${coming}` })
    .where('id', '=', id)
    .returning(['id', 'status', 'type_source_id', 'champs_jusque', 'nb_releves', 'retrait_at'])
    .executeTakeFirst()
  if (!source) throw new AppError('introuvable', 'Cette source n’existe pas, ou elle ne vous est pas accessible.')
  if (mustBeOpen && !WORKFLOW[source.status].isOpen) throw new AppError('interdit', CLOSED)
  return { ...source, [HELD]: true }
}

/** A record as its table has it. */
export interface Stored {
  id: number
  source_id: number
  version: number
  data: ReleveData
  etats: ReleveEtats
  /** Other readings of its fields; null: none. */
  lectures: ReleveLectures | null
  /** Share of the height of its view at which the ruler stood; undefined where whoever read the record does not write it. */
  repere?: number | null | undefined
  created_at: string
}

/** A record as it is about to be changed; AppError « introuvable ». */
export async function findForWrite(trx: Trx, id: number): Promise<Stored> {
  const releve = await trx
    .selectFrom('releves')
    .select(['id', 'source_id', 'version', 'data', 'etats', 'lectures', 'repere', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!releve) throw new AppError('introuvable', GONE)
  return releve
}
