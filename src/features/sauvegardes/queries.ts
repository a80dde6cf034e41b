import { dialectOf } from '../../db/dialect/index.ts'
import type { Db } from '../../db/schema.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { nightOf } from '../../lib/text.ts'
import { enqueue } from '../taches/actions.ts'

/** How many records the site has, by the counters of its sources. */
export async function countReleves(db: Db): Promise<number> {
  const row = await db
    .selectFrom('sources')
    .select((eb) => eb.fn.sum<number | null>('nb_releves').as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n ?? 0)
}

/** The kind of the tasks that write to administrators about the backup of the night. */
export const NEWS_MAIL_TASK = 'courriel.sauvegarde'

export interface BackupNews {
  user_id: number
  /** Why the backup of the night could not be made; null where it was. */
  raison: string | null
  /** Bytes free on a disk that is nearly full; null where it is not. */
  libre: number | null
}

/** The kind of the tasks that write to them about a copy elsewhere that was given up. */
export const ELSEWHERE_MAIL_TASK = 'courriel.ailleurs'

export interface ElsewhereNews {
  user_id: number
  raison: string
}

interface NewsByKind {
  [NEWS_MAIL_TASK]: BackupNews
  [ELSEWHERE_MAIL_TASK]: ElsewhereNews
}

/** Has the active administrators written to, by tasks of this kind, once a night however often this is called. */
export function tellAdministrators<K extends keyof NewsByKind>(
  db: Db,
  kind: K,
  news: Omit<NewsByKind[K], 'user_id'>,
  now: Date,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await dialectOf(trx).locks.lock(trx, kind)
    const told = await trx
      .selectFrom('taches')
      .select('id')
      .where('kind', '=', kind)
      .where('created_at', '>=', nightOf(now).toISOString())
      // A task that a clock of the future wrote says nothing of tonight.
      .where('created_at', '<=', new Date(now.getTime() + DAY_MS).toISOString())
      .executeTakeFirst()
    if (told) return
    const administrators = await trx
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .where('is_active', '=', true)
      .orderBy('id')
      .execute()
    for (const { id } of administrators) await enqueue(trx, { kind, payload: { user_id: id, ...news } }, now)
  })
}
