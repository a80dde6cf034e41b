import type { Db, Trx } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import { type NotifyOptions, notify } from '../../notifications/actions.ts'
import { removeMembers } from '../../sources/actions/members.ts'
import type { NewsInput } from '../form.ts'
import { type Reminder, silentPeople } from '../queries/silence.ts'

/** Keeps the answer to a reminder, once: whoever goes on keeps the source, whoever gives it back leaves it, with all that was typed. */
export function answerReminder(
  db: Db,
  reminder: Reminder,
  { reponse }: NewsInput,
  options: NotifyOptions,
): Promise<boolean> {
  const now = options.now.toISOString()
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('rappels_registres')
      .set({ reponse, repondu_at: now })
      .where('id', '=', reminder.id)
      .where('reponse', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    if (reponse === 'rend') await giveBack(trx, reminder, options)
    return true
  })
}

async function giveBack(trx: Trx, { source_id, section_id, user_id }: Reminder, options: NotifyOptions): Promise<void> {
  await removeMembers(trx, source_id, [user_id], options.now.toISOString())
  const source = { id: source_id, section_id }
  await notify(trx, 'RegistreRendu', { source, userId: user_id, at: options.now.toISOString() }, options)
}

/** A source whose people did not answer is offered to others. What they typed stays, and so do their drafts. */
export function offerToOthers(db: Db, source: { id: number }, now: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const silent = await silentPeople(trx, source.id)
    const { numUpdatedRows } = await trx
      .updateTable('sources')
      .set({ a_reprendre_at: now })
      .where('id', '=', source.id)
      .where('status', '=', 'en_cours')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new AppError('conflit', 'Cette source n’est plus en cours.')
    await removeMembers(trx, source.id, silent, now)
  })
}
