import { dialectOf } from '../../db/dialect/index.ts'
import type { Db } from '../../db/schema.ts'
import { nightOf } from '../../lib/text.ts'
import { enqueue } from '../taches/actions.ts'

/** The kind of the tasks that write to administrators about the backup of the night. */
export const NEWS_MAIL_TASK = 'courriel.sauvegarde'

export interface BackupNews {
  user_id: number
  /** Why the backup of the night could not be made; null where it was. */
  raison: string | null
  /** Bytes free on a disk that is nearly full; null where it is not. */
  libre: number | null
}

/** Has the active administrators written to, once a night however often this is called. */
export function tellAdministrators(db: Db, news: Omit<BackupNews, 'user_id'>, now: Date): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await dialectOf(trx).locks.lock(trx, NEWS_MAIL_TASK)
    const told = await trx
      .selectFrom('taches')
      .select('id')
      .where('kind', '=', NEWS_MAIL_TASK)
      .where('created_at', '>=', nightOf(now).toISOString())
      .executeTakeFirst()
    if (told) return
    const administrators = await trx
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .where('is_active', '=', true)
      .orderBy('id')
      .execute()
    for (const { id } of administrators)
      await enqueue(trx, { kind: NEWS_MAIL_TASK, payload: { user_id: id, ...news } }, now)
  })
}
