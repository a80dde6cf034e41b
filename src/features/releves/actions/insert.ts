import { sql } from 'kysely'
import { insertRows } from '../../../db/rows.ts'
import { refuse } from '../../../db/saving.ts'
import type { Trx } from '../../../db/schema.ts'
import { storedPlace } from '../queries/order.ts'
import { AT_THE_START } from '../rules/insertion.ts'

const ELSEWHERE =
  'L’acte après lequel celui-ci devait être inséré n’est pas, ou n’est plus, dans cette source\u00a0: rien n’est enregistré. Votre saisie est toujours là.'

/**
 * Gives new records of a source, in the order of `ids`, their place in the register: at once after the record `apres`. In the
 * transaction that made them and so holds the source, within a `saving`: it is refused (field « apres ») where no such record is in
 * this source.
 */
export async function insertAfter(trx: Trx, sourceId: number, ids: readonly number[], apres: number): Promise<void> {
  if (apres !== AT_THE_START) {
    const anchor = await trx.selectFrom('releves').select('source_id').where('id', '=', apres).executeTakeFirst()
    if (anchor?.source_id !== sourceId) refuse({ apres: ELSEWHERE })
  }
  const [turn, rang] = await storedPlace(trx, apres)
  await trx
    .updateTable('rangs')
    .set({ rang: sql<number>`rang + ${ids.length}` })
    .where('source_id', '=', sourceId)
    .where('apres', '=', turn)
    .where('rang', '>', rang)
    .execute()
  const rows = ids.map((releve_id, n) => ({ releve_id, source_id: sourceId, apres: turn, rang: rang + 1 + n }))
  await insertRows(trx, 'rangs', rows)
}
