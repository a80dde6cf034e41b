import { sql } from 'kysely'
import type { Db, ReleveData, ReleveEtats, Schema } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import { WORKFLOW } from '../../droits/status.ts'

const GONE = 'Ce relevé n’existe pas, ou il a été supprimé.'
const CLOSED = 'Cette source n’est plus ouverte à la saisie.'

export interface Author {
  /** null for what the program writes by itself. */
  user_id: number | null
  now: string
}

type Operation = Schema['releve_versions']['operation']

/** Runs in the transaction at hand, or in one of its own. */
export const inTransaction = <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work)

/** Counts the records, locks the source until the end of the transaction (its status cannot move) and reads it, in one statement. */
export async function holdSource(trx: Db, sourceId: number, delta: number, mustBeOpen = false) {
  const source = await trx
    .updateTable('sources')
    .set({ nb_releves: sql<number>`nb_releves + ${delta}` })
    .where('id', '=', sourceId)
    .returning(['id', 'status', 'type_source_id'])
    .executeTakeFirst()
  if (!source) throw new AppError('introuvable', 'Cette source n’existe pas, ou elle ne vous est pas accessible.')
  if (mustBeOpen && !WORKFLOW[source.status].isOpen) throw new AppError('interdit', CLOSED)
  return source
}

export interface Version {
  id: number
  source_id: number
  version: number
  data: ReleveData
  etats: ReleveEtats
}

/** A line of the history: who did what when, and the record as it then was (as it last was, for a suppression). */
export const versionRow = (releve: Version, operation: Operation, { user_id, now }: Author) => ({
  releve_id: releve.id,
  source_id: releve.source_id,
  version: releve.version,
  operation,
  data: JSON.stringify(releve.data),
  etats: JSON.stringify(releve.etats),
  user_id,
  created_at: now,
})

/** A record as it is about to be changed; AppError « introuvable ». */
export async function findForWrite(trx: Db, id: number) {
  const releve = await trx
    .selectFrom('releves')
    .select(['id', 'source_id', 'version', 'data', 'etats', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!releve) throw new AppError('introuvable', GONE)
  return releve
}
