import type { Trx } from '../../db/schema.ts'

/** The fields of a type changed, or who bears their names: what its sources hold is counted anew. */
export async function outdateStatisticsOfType(trx: Trx, typeId: number): Promise<void> {
  await trx
    .updateTable('statistiques_lues')
    .set({ etat: 'perime' })
    .where('etat', '<>', 'perime')
    .where('source_id', 'in', (eb) =>
      eb.selectFrom('sources').select('sources.id').where('type_source_id', '=', typeId),
    )
    .execute()
}
