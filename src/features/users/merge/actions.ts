import { refuse, type Saved, saving } from '../../../db/saving.ts'
import type { Db, Trx } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import { enqueueAccountMail } from '../../auth/account-news.ts'
import { type Actor, record } from '../../journal/actions.ts'
import { enqueue } from '../../taches/actions.ts'
import { emptyAccount } from '../actions/erase.ts'
import { userObject } from '../actions/write.ts'
import { changeableAccount, lockAccounts } from '../rules/account-lock.ts'
import {
  accountToMerge,
  crossedApprovals,
  crossedSeconds,
  type MergeAccount,
  mergedInto,
  workUnderWay,
} from './queries.ts'
import { moveRows, type Pair, voidApprovals, voidSeconds } from './rows-actions.ts'

export interface Merge extends Pair {
  /** Versions of both accounts that the page of confirmation showed. */
  version: number
  version_vers: number
}

/** The kind of the task that moves what was on its way while two accounts were merged; payload `{ de }`. */
export const LATE_ROWS_TASK = 'comptes_fusionnes'
/** A request that began before the merge is over by then. */
const LATE_MS = 10 * 60_000

const CHANGED = 'L’un des deux comptes a été modifié entre-temps. Revoyez ce qui suit, puis confirmez de nouveau.'
const BUSY =
  'Un import ou un geste sur plusieurs lignes de ce compte est en cours\u00a0: attendez qu’il finisse, puis recommencez.'
const RACED = 'Quelque chose a changé pendant la fusion\u00a0: rien n’a été fait. Confirmez de nouveau.'
const ITSELF = 'Un compte ne se fusionne pas avec lui-même\u00a0: choisissez l’autre compte.'

/** Why the first account cannot go into the second; undefined where it can. */
export function mergeRefusal(from: { id: number }, to: Pick<MergeAccount, 'id' | 'name' | 'is_active' | 'demande_at'>) {
  if (from.id === to.id) return ITSELF
  if (to.demande_at !== null)
    return `Le compte de ${to.name} attend encore d’être accepté\u00a0: acceptez-le d’abord, ou fusionnez dans l’autre sens.`
  if (!to.is_active)
    return `Le compte de ${to.name} est désactivé\u00a0: activez-le d’abord, ou fusionnez dans l’autre sens.`
  return undefined
}

/** Was exactly this merge made already? AppError `conflit` where one of the two went into a third account instead. */
export async function isMerged(db: Db, { from, to }: Pair): Promise<boolean> {
  const [own, other] = [await mergedInto(db, from), await mergedInto(db, to)]
  if (own?.id === to) return true
  const third = own ?? other
  if (!third) return false
  throw new AppError(
    'conflit',
    `Cette fusion n’a pas été faite\u00a0: l’un des deux comptes a été fusionné entre-temps avec « ${third.name} ».`,
  )
}

const noteOf = (from: MergeAccount, to: MergeAccount): string | null =>
  [to.note, from.note].filter((note) => note !== null && note !== '').join('\n') || null

/** The account that stays keeps what an administrator wrote of the other, and what was merged into the other before. */
async function close(trx: Trx, by: Actor, { from, to }: { from: MergeAccount; to: MergeAccount }, now: Date) {
  const at = now.toISOString()
  await emptyAccount(trx, from.id, 'fusionné', at)
  await trx.updateTable('users').set({ fusion_vers: to.id }).where('id', '=', from.id).execute()
  await trx
    .updateTable('users')
    .set((eb) => ({ note: noteOf(from, to), updated_at: at, version: eb('version', '+', 1) }))
    .where('id', '=', to.id)
    .execute()
  const entry = { action: 'compte.fusion', ...userObject(from.id), detail: { compte: to.id } } as const
  await record(trx, by, entry, at)
  await enqueueAccountMail(trx, { sorte: 'comptes_fusionnes', user_id: to.id, nom: from.name }, now)
  await enqueue(trx, { kind: LATE_ROWS_TASK, payload: { de: from.id } }, new Date(now.getTime() + LATE_MS))
}

/**
 * One account goes into another, in one transaction: all that it signed, holds and counted is the other's, whose rights stay as they are;
 * nobody comes in by it any more. « deja »: this very merge was made already. AppError `introuvable`, `interdit` by the role rules, `conflit`
 * where one of the two went elsewhere meanwhile.
 */
export const mergeAccounts = (db: Db, by: Actor, merge: Merge, now: Date): Promise<Saved<'faite' | 'deja'>> =>
  saving<'faite' | 'deja'>(db, { taken: { '': RACED } }, async (trx) => {
    // Whoever waits here for the same merge then sees what it did.
    await lockAccounts(trx)
    if (await isMerged(trx, merge)) return 'deja'
    const { refusal } = await changeableAccount(trx, by.id, merge.from, { is_active: false })
    if (refusal) throw new AppError('interdit', refusal.message)
    const [from, to] = [await accountToMerge(trx, merge.from), await accountToMerge(trx, merge.to)]
    const problem = mergeRefusal(from, to)
    if (problem !== undefined) refuse({ vers: problem })
    if (from.version !== merge.version || to.version !== merge.version_vers) refuse({ '': CHANGED }, from.version)
    if (await workUnderWay(trx, from.id)) refuse({ '': BUSY })
    await voidSeconds(trx, await crossedSeconds(trx, merge))
    await voidApprovals(trx, await crossedApprovals(trx, merge))
    await moveRows(trx, merge)
    await close(trx, by, { from, to }, now)
    return 'faite'
  })

/** Moves what a request that was under way signed with the number that is gone. */
export async function moveLateRows(db: Db, from: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const kept = await mergedInto(trx, from)
    if (kept) await moveRows(trx, { from, to: kept.id })
  })
}
