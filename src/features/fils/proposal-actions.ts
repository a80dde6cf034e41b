import type { Db, Trx } from '../../db/schema.ts'
import { AppError } from '../../lib/errors.ts'
import type { CurrentUser } from '../../web/env.ts'
import type { NotifyOptions } from '../notifications/actions.ts'
import { type AboutAct, partiesOf, tellThread, writeMessage } from './actions.ts'
import type { Thread } from './queries.ts'

interface Decided {
  act: AboutAct
  thread: Thread
  /** Words of whoever decides; '' for none. */
  texte: string
  by: CurrentUser
}

/** Decides on a proposal once: of two managers at the same moment, the second is told (AppError « conflit »). */
export async function decide(
  trx: Trx,
  { act, thread, texte, by }: Decided,
  decision: 'appliquee' | 'refusee',
  options: NotifyOptions,
): Promise<void> {
  const now = options.now.toISOString()
  const { numUpdatedRows } = await trx
    .updateTable('fils')
    .set({ decision, resolu_at: now, resolu_par: by.id })
    .where('id', '=', thread.id)
    .where('nature', '=', 'proposition')
    .where('decision', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('conflit', 'Quelqu’un a déjà décidé de cette proposition.')
  const row = { source_id: act.source.id, fil_id: thread.id, user_id: by.id, created_at: now }
  const message = texte === '' ? 0 : await writeMessage(trx, { ...row, texte, mentions: [] })
  await tellThread(
    trx,
    { act, fil: thread.id, message, what: decision, texte, parties: partiesOf(thread), by },
    options,
  )
}

/** A proposal that is not kept is answered in words. */
export const refuseProposal = (db: Db, decided: Decided, options: NotifyOptions): Promise<void> =>
  db.transaction().execute((trx) => decide(trx, decided, 'refusee', options))
