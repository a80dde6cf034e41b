import type { Db } from '../../../db/schema.ts'
import type { Paging } from '../../../web/pagination.ts'
import { isStuck } from '../../taches/actions.ts'

/** A page of the tasks that failed: the parked ones first, then those that will be tried again; the newest first. */
export const listStuckTasks = (db: Db, { parPage, offset }: Pick<Paging, 'parPage' | 'offset'>) =>
  db
    .selectFrom('taches')
    .select(['id', 'kind', 'payload', 'etat', 'essais', 'pas_avant', 'erreur', 'created_at'])
    .where(isStuck)
    .orderBy((eb) => eb.case().when('etat', '=', 'garee').then(0).else(1).end())
    .orderBy('id', 'desc')
    .limit(parPage)
    .offset(offset)
    .execute()

export type StuckTask = Awaited<ReturnType<typeof listStuckTasks>>[number]

export interface StuckCounts {
  total: number
  parked: number
  /** Mails of every kind are counted together. */
  mails: number
}

/** How many failed, how many of them are parked, and how many are mails. */
export const countStuckTasks = (db: Db): Promise<StuckCounts> =>
  db
    .selectFrom('taches')
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.count<number>(eb.case().when('etat', '=', 'garee').then(1).end()).as('parked'),
      eb.fn.count<number>(eb.case().when('kind', 'like', 'courriel%').then(1).end()).as('mails'),
    ])
    .where(isStuck)
    .executeTakeFirstOrThrow()
