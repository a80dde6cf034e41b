import type { Trx } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Hand, LotAction } from '../../lots/kind.ts'
import { findVisibleSource } from '../../sources/queries/sources.ts'
import { moveReleve } from '../actions/apply-change.ts'
import { deleteReleve, restoreReleve } from '../actions/records.ts'
import { findForWrite } from '../actions/write.ts'
import { ensureCanWrite } from '../policy.ts'

type Doing = Required<Pick<LotAction, 'apply' | 'undo'>>

const authorOf = ({ user, notify }: Hand) => ({ user_id: user.id, now: notify.now.toISOString() })

/** The source is seen by this person, and open to his or her entry. */
async function writable(trx: Trx, { user }: Hand, id: number) {
  const source = await findVisibleSource(trx, user, id)
  ensureCanWrite(user, source)
  return source
}

/** A record goes to the bin of its source; whoever did it may take it out again without managing the source. */
export const deletion: Doing = {
  async apply(trx, hand, id) {
    const { source_id } = await findForWrite(trx, id)
    await writable(trx, hand, source_id)
    await deleteReleve(trx, { id, mustBeOpen: true, ...authorOf(hand) })
    return { source: source_id }
  },
  async undo(trx, hand, id, before) {
    await writable(trx, hand, Number(before.source))
    await restoreReleve(trx, { id, mustBeOpen: true, ...authorOf(hand) })
  },
}

const CHANGED = 'Ce relevé a changé depuis\u00a0: il reste où il est.'

/** A record goes to another source of the same type. */
export const move: Doing = {
  async apply(trx, hand, id, detail) {
    const before = await findForWrite(trx, id)
    await writable(trx, hand, before.source_id)
    await writable(trx, hand, Number(detail.source))
    if (before.source_id === detail.source) throw new AppError('conflit', 'Ce relevé est déjà dans cette source.')
    await moveReleve(trx, before, Number(detail.source), authorOf(hand))
    return { source: before.source_id, version: before.version + 1 }
  },
  async undo(trx, hand, id, { source, version }, detail) {
    const now = await findForWrite(trx, id)
    if (now.version !== version || now.source_id !== detail.source) throw new AppError('conflit', CHANGED)
    await writable(trx, hand, now.source_id)
    await writable(trx, hand, Number(source))
    await moveReleve(trx, now, Number(source), authorOf(hand))
  },
}
