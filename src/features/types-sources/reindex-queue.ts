import type { Champ } from '../../champs/kind.ts'
import type { Db } from '../../db/schema.ts'
import { enqueue } from '../taches/actions.ts'

/** Kind of the task that brings the search index up to date with the fields of a type. */
export const REINDEX_TYPE = 'recherche_champ'

/** Call it in the transaction that takes a field away from a type, or gives it one that its records hold values of. */
export async function enqueueTypeReindex(trx: Db, typeId: number, champ: Champ, now: Date): Promise<void> {
  await enqueue(trx, { kind: REINDEX_TYPE, payload: { type: typeId, champ, apres: 0 } }, now)
}
