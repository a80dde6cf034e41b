import { dialectOf } from '../../db/dialect/index.ts'
import type { Db } from '../../db/schema.ts'
import { randomToken } from '../../lib/crypto.ts'
import { sameJson } from '../../lib/same-json.ts'
import { type Draft, isStored, MAX_RESCUED } from './actions.ts'
import { isTyped } from './rules/content.ts'

/**
 * Keeps what came without a session beside whatever its author has: nothing is replaced, thrown away or pushed out by it. Returns
 * the key of the draft that holds it, or of the form that was stored meanwhile; undefined where there is no room.
 */
export function keepRescued(db: Db, draft: Draft): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    if (!isTyped(draft.contenu) || (await isStored(trx, draft))) return draft.cle
    await dialectOf(trx).locks.lock(trx, `reprise:${draft.user_id}`)
    const own = await draftsLike(trx, draft)
    const same = own.find(({ contenu }) => sameJson(contenu, draft.contenu))
    if (same) return same.cle
    if ((await countRescued(trx, draft.user_id)) >= MAX_RESCUED) return undefined
    const { now, ...row } = draft
    const cle = own.some((one) => one.cle === draft.cle) ? randomToken() : draft.cle
    const values = { ...row, cle, contenu: JSON.stringify(draft.contenu), hors_session: true, updated_at: now }
    // The key of another form of this person: that draft stays.
    const { numInsertedOrUpdatedRows = 0n } = await trx
      .insertInto('brouillons')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows > 0n ? cle : undefined
  })
}

/** A form is recognised by its key; that of a record also by the record, whichever page it was opened on. */
const draftsLike = (trx: Db, { user_id, source_id, releve_id, cle }: Draft) =>
  trx
    .selectFrom('brouillons')
    .select(['cle', 'contenu'])
    .where('user_id', '=', user_id)
    .where('source_id', '=', source_id)
    .where((eb) =>
      eb.or([
        eb('cle', '=', cle),
        eb.and([eb('releve_id', 'is not distinct from', releve_id), eb('hors_session', '=', true)]),
      ]),
    )
    .execute()

async function countRescued(trx: Db, userId: number): Promise<number> {
  const { n } = await trx
    .selectFrom('brouillons')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .where('hors_session', '=', true)
    .executeTakeFirstOrThrow()
  return n
}
