import type { Db } from '../../db/schema.ts'
import type { Body } from '../../lib/body.ts'
import { DRAFT_KEY, isTyped } from './rules/content.ts'

/** Drafts that one person may leave, beside those that were refused (`keepRefused`); the oldest go first. */
export const MAX_DRAFTS = 50
/** Drafts of one person that came without a session and wait to be looked at. There is no room for more, and none goes for them. */
export const MAX_RESCUED = 10

export interface Draft {
  user_id: number
  source_id: number
  releve_id: number | null
  cle: string
  /** The version that the record had when the form was made; 0 for a new one. */
  version: number
  contenu: Body
  now: string
}

const storedKey = (userId: number | null, cle: string): string => `brouillon:${userId ?? 0}:${cle}`

/** The form was sent and stored while the draft was on its way: there is nothing left to keep. */
export async function isStored(db: Db, { user_id, releve_id, cle, version }: Draft): Promise<boolean> {
  if (releve_id === null) {
    const sent = db.selectFrom('envois').select('jeton').where('jeton', '=', storedKey(user_id, cle))
    return (await sent.executeTakeFirst()) !== undefined
  }
  const newer = db.selectFrom('releves').select('id').where('id', '=', releve_id).where('version', '>', version)
  return (await newer.where('updated_by', '=', user_id).executeTakeFirst()) !== undefined
}

/** Keeps what was typed in one form, in the place of what was kept of it before; an empty form leaves nothing. */
export function saveDraft(db: Db, draft: Draft): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if (!isTyped(draft.contenu) || (await isStored(trx, draft))) return dropDraft(trx, draft)
    await putDraft(trx, draft)
  })
}

/** Keeps without looking whether it was stored meanwhile: the caller knows that it was not. Part of the transaction at hand. */
export async function putDraft(trx: Db, draft: Draft): Promise<void> {
  const { now, ...row } = draft
  const values = { ...row, contenu: JSON.stringify(draft.contenu), updated_at: now }
  await trx
    .insertInto('brouillons')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'cle'])
        .doUpdateSet({ contenu: values.contenu, version: draft.version, hors_session: false, updated_at: now }),
    )
    .execute()
  await dropOldest(trx, draft.user_id)
}

/**
 * Keeps a record that had waited in a browser and was refused when it was sent, with the reason: it gives way to no other draft, for
 * no form holds it any more. Part of the transaction at hand.
 */
export async function keepRefused(trx: Db, draft: Draft, motif: string): Promise<void> {
  await putDraft(trx, draft)
  const own = trx.updateTable('brouillons').where('user_id', '=', draft.user_id).where('cle', '=', draft.cle)
  await own.set({ motif }).execute()
}

async function dropOldest(trx: Db, userId: number): Promise<void> {
  const tooMany = trx
    .selectFrom('brouillons')
    .select('id')
    .where('user_id', '=', userId)
    .where('hors_session', '=', false)
    .where('motif', 'is', null)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_DRAFTS)
    .offset(MAX_DRAFTS)
  await trx.deleteFrom('brouillons').where('id', 'in', tooMany).execute()
}

/** A new record was stored from this form: its draft goes, and one that is still on its way is not kept. Part of that transaction. */
export async function closeDraft(
  trx: Db,
  { user_id, cle, now }: { user_id: number | null; cle: string; now: string },
): Promise<void> {
  if (user_id === null || !DRAFT_KEY.test(cle)) return
  await dropDraft(trx, { user_id, cle })
  await trx
    .insertInto('envois')
    .values({ jeton: storedKey(user_id, cle), user_id, resultat: '', created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The form was stored, or thrown away. */
export async function dropDraft(db: Db, { user_id, cle }: { user_id: number; cle: string }): Promise<void> {
  await db.deleteFrom('brouillons').where('user_id', '=', user_id).where('cle', '=', cle).execute()
}

/** Throws one's own draft away; false where there is none of this number. */
export async function discardDraft(db: Db, { user_id, id }: { user_id: number; id: number }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('brouillons')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
