import { addCounts } from '../../../db/rows.ts'
import type { Trx } from '../../../db/schema.ts'
import { type Holding, holdingChanges } from '../rules/fields-held.ts'
import type { HeldSource } from './write.ts'

/**
 * Counts, for each field of a source, the records that hold something in it: lists hide the columns in which none does. The source
 * is held, so that two transactions never wait for each other here. Records that the task of the migration has not come to yet
 * are counted by it (`champs_jusque`).
 */
export async function countFields(
  trx: Trx,
  { id, champs_jusque: until }: Pick<HeldSource, 'id' | 'champs_jusque'>,
  before: readonly Holding[],
  after: readonly Holding[],
): Promise<void> {
  const isCounted = (releve: Holding) => until === null || releve.id <= until
  const changes = holdingChanges(before.filter(isCounted), after.filter(isCounted))
  await addCounts(
    trx,
    'source_champs',
    [...changes].map(([nom, n]) => ({ source_id: id, nom, n })),
  )
}
