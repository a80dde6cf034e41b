import { dialectOf } from '../../db/dialect/index.ts'
import type { Db } from '../../db/schema.ts'
import { AppError } from '../../lib/errors.ts'
import { type Actor, record } from '../journal/actions.ts'
import { enqueue, TaskRefused } from '../taches/actions.ts'
import type { TaskHandlers } from '../taches/loop.ts'
import { makeArchive } from './actions/archives.ts'

const TASK = 'emporter'

/** The archive that waits to be made or is being made. */
export const archiveUnderWay = (db: Db) =>
  db
    .selectFrom('taches')
    .select(['etat', 'progres'])
    .where('kind', '=', TASK)
    .where('etat', 'in', ['attente', 'en_cours'])
    .orderBy('id')
    .executeTakeFirst()

/** The last one, where it was given up. */
export async function failedArchive(db: Db) {
  const last = await db
    .selectFrom('taches')
    .select(['etat', 'erreur', 'created_at'])
    .where('kind', '=', TASK)
    .where('etat', 'in', ['faite', 'garee'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.etat === 'garee' ? last : undefined
}

/** Has an archive made at the next moment. False where one is on its way already. */
export function askForArchive(db: Db, by: Actor, now: Date): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await dialectOf(trx).locks.lock(trx, TASK)
    if (await archiveUnderWay(trx)) return false
    await enqueue(trx, { kind: TASK, payload: {} }, now)
    await record(trx, by, { action: 'emporter' }, now.toISOString())
    return true
  })
}

/** For the process beside the one that serves: all records are read. An interrupted archive begins again. */
export const leavingHandlers: TaskHandlers = {
  [TASK]: {
    async run({ db, storage, clock, settings }, { alive }) {
      const site = settings.read().site_name
      const onPart = (part: number) => alive(Math.floor(100 * part))
      try {
        await makeArchive(db, storage, { site, at: clock().toISOString(), onPart })
      } catch (error) {
        throw error instanceof AppError ? new TaskRefused(error.message) : error
      }
    },
  },
}
