import type { Db } from '../../db/schema.ts'
import { AppError } from '../../lib/errors.ts'
import { type Actor, record } from '../journal/actions.ts'
import { enqueueOnce, TaskRefused } from '../taches/actions.ts'
import type { TaskHandlers } from '../taches/loop.ts'
import { makeArchive } from './actions/archives.ts'

export const LEAVING_TASK = 'emporter'

/** Has an archive made at the next moment. False where one is on its way already. */
export function askForArchive(db: Db, by: Actor, now: Date): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const isNew = await enqueueOnce(trx, { kind: LEAVING_TASK, payload: {} }, now)
    if (isNew) await record(trx, by, { action: 'emporter' }, now.toISOString())
    return isNew
  })
}

/** For the process beside the one that serves: all records are read. An interrupted archive begins again. */
export const leavingHandlers: TaskHandlers = {
  [LEAVING_TASK]: {
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
