// Names and months of a source (features/statistiques) are counted from its acts at night: whoever changes those says so here.
import type { Trx } from '../../db/schema.ts'

/** Acts of the source changed: call it in the transaction that changes them. One statement, which writes once between two countings. */
export async function outdateStatistics(trx: Trx, sourceId: number): Promise<void> {
  await trx
    .updateTable('statistiques_lues')
    .set({ etat: 'perime' })
    .where('source_id', '=', sourceId)
    .where('etat', '<>', 'perime')
    .execute()
}
