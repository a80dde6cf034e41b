import type { ExpressionBuilder } from 'kysely'
import type { Schema, Trx } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Import } from '../kind.ts'

/** A kind says by it why an import may not write any more (`ImportKind.overtaken`). */
export type Overtaken = (trx: Trx, imported: Import) => Promise<string | undefined>

export const refuseStep = (message: string): never => {
  throw new AppError('conflit', message)
}

/**
 * A dry run alone tells which lines its target has already: whatever was written there since by another import, of the same file or
 * of one that says the same, would come in twice. Kinds without a target look again as they write.
 */
export async function refuseOvertaken(trx: Trx, imported: Import, overtaken: Overtaken | undefined): Promise<void> {
  const { id, kind, cible_id, empreinte, travail_at, created_at } = imported
  const why = await overtaken?.(trx, imported)
  if (why !== undefined) refuseStep(why)
  if (cible_id === null) return
  const ofTarget = (eb: ExpressionBuilder<Schema, 'imports'>) =>
    eb.and([eb('kind', '=', kind), eb('cible_id', '=', cible_id)])
  // Holds them all: of two confirmations at once, the second sees the first.
  await trx
    .updateTable('imports')
    .set((eb) => ({ total: eb.ref('total') }))
    .where(ofTarget)
    .execute()
  const verified = travail_at ?? created_at
  const other = await trx
    .selectFrom('imports')
    .select(['id', 'empreinte'])
    .where(ofTarget)
    .where('id', '<>', id)
    .where((eb) =>
      eb.or([eb('etat', '=', 'en_cours'), eb.and([eb('etat', '=', 'termine'), eb('fini_at', '>', verified)])]),
    )
    .executeTakeFirst()
  if (!other) return
  const what =
    other.empreinte === empreinte ? 'Le même fichier a été enregistré' : 'Un autre fichier a été enregistré ici'
  refuseStep(
    `${what} depuis cette vérification (import n°\u00a0${other.id}). Envoyez celui-ci de nouveau\u00a0: les lignes qui sont déjà là seront reconnues.`,
  )
}
