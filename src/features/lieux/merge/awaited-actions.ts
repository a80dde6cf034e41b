import type { Trx } from '../../../db/schema.ts'

/** People who wait for years of the one place wait for those of the other, once. */
export async function moveAwaited(
  trx: Trx,
  from: number,
  into: number,
  { nom_long }: { nom_long: string },
): Promise<void> {
  await trx
    .deleteFrom('couverture_attentes')
    .where('lieu_id', '=', from)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('couverture_attentes as autre')
          .select('autre.id')
          .where('autre.lieu_id', '=', into)
          .whereRef('autre.user_id', '=', 'couverture_attentes.user_id')
          .whereRef('autre.acte', '=', 'couverture_attentes.acte')
          .whereRef('autre.debut', '=', 'couverture_attentes.debut')
          .whereRef('autre.fin', '=', 'couverture_attentes.fin'),
      ),
    )
    .execute()
  await trx
    .updateTable('couverture_attentes')
    .set({ lieu_id: into, lieu_nom: nom_long })
    .where('lieu_id', '=', from)
    .execute()
}
