import { insertRows } from '../../../db/rows.ts'
import type { Trx } from '../../../db/schema.ts'
import { randomToken } from '../../../lib/crypto.ts'
import { draw, stratumOf } from '../../../lib/drawing.ts'
import { secondsOf } from '../rules/second-keying.ts'

interface Drawing {
  id: number
  double_saisie: number
  double_graine: string | null
}

/**
 * Draws the acts that a second person types, at each submission: as many as the share asks for, those drawn before among them, always by
 * the seed of the first draw, so that nobody brings acts past it by withdrawing the source.
 */
export async function drawSeconds(trx: Trx, source: Drawing, now: string): Promise<void> {
  const { id: source_id, double_saisie, double_graine } = source
  if (double_saisie === 0) return
  const graine = double_graine ?? randomToken()
  if (double_graine === null)
    await trx.updateTable('sources').set({ double_graine: graine }).where('id', '=', source_id).execute()
  const known = await trx
    .selectFrom('secondes_saisies')
    .select('releve_id')
    .where('source_id', '=', source_id)
    .execute()
  const drawn = new Set(known.map(({ releve_id }) => Number(releve_id)))
  const acts = await trx
    .selectFrom('releves')
    .select(['id', 'date_evenement', 'created_by'])
    .where('source_id', '=', source_id)
    .execute()
  const open = acts.filter(({ id }) => !drawn.has(id)).map((act) => ({ id: act.id, strate: stratumOf(act) }))
  const had = acts.length - open.length
  const wanted = Math.max(0, secondsOf(acts.length, double_saisie) - had)
  const rows = draw(open, wanted, graine).map(({ id }) => ({ source_id, releve_id: id, tiree_at: now }))
  await insertRows(trx, 'secondes_saisies', rows)
}
