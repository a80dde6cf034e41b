import { dialectOf } from '../../../db/dialect/index.ts'
import { insertRows } from '../../../db/rows.ts'
import type { Db, SourceStatus, Trx } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import type { CurrentUser } from '../../../web/env.ts'
import { canWriteReleves } from '../../droits/policy.ts'
import { findVisibleSource } from '../queries/sources.ts'

/** An act that a review gives back, and why, in a few words; null: the review did not say. */
export interface GivenBack {
  id: number
  raison: string | null
}

export const NOT_OF_SOURCE =
  'Un des actes choisis n’est plus dans cette source\u00a0: rechargez la page, puis choisissez de nouveau.'

/** Is one of these no act of the source, or no longer? */
export async function hasStrangers(db: Db, sourceId: number, actes: readonly GivenBack[]): Promise<boolean> {
  if (actes.length === 0) return false
  const ids = actes.map(({ id }) => id)
  const { n } = await db
    .selectFrom('releves')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('source_id', '=', sourceId)
    .where((eb) => dialectOf(db).sql.inList(eb.ref('id'), ids))
    .executeTakeFirstOrThrow()
  return n < ids.length
}

interface Moving {
  vers: SourceStatus
  actes: readonly GivenBack[]
  now: string
}

/** Keeps what a move gives back; a source that is submitted keeps it for the reader, who decides anew and so ends it. */
export async function keepGivenBack(trx: Trx, source_id: number, { vers, actes, now }: Moving): Promise<void> {
  if (actes.length === 0 && vers !== 'validee' && vers !== 'rejetee') return
  await trx.deleteFrom('actes_a_revoir').where('source_id', '=', source_id).execute()
  const rows = actes.map(({ id, raison }) => ({ source_id, releve_id: id, raison, created_at: now, revu_at: null }))
  await insertRows(trx, 'actes_a_revoir', rows)
}

/** Says of an act given back that it was looked at. AppError « introuvable » where it is none, « interdit » where nobody may write. */
export async function markLookedAt(
  trx: Trx,
  user: CurrentUser,
  { source_id, releve_id, revu }: { source_id: number; releve_id: number; revu: boolean },
  now: string,
): Promise<void> {
  const source = await findVisibleSource(trx, user, source_id)
  if (!canWriteReleves(user, source))
    throw new AppError('interdit', 'Seules les personnes qui relèvent cette source disent qu’un acte a été revu.')
  const { numUpdatedRows } = await trx
    .updateTable('actes_a_revoir')
    .set({ revu_at: revu ? now : null })
    .where('source_id', '=', source_id)
    .where('releve_id', '=', releve_id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('introuvable', 'Cet acte n’est pas, ou plus, parmi ceux à revoir.')
}
