import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db } from '../../../db/schema.ts'
import { type Actor, record } from '../../journal/actions.ts'
import { lastExternal } from './queries.ts'

/** Notes that another program made a backup at this ISO instant. False where one as new is known: a timer may tell it each hour. */
export function noteExternal(db: Db, faite: string, by: Actor, now: Date): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await dialectOf(trx).locks.lock(trx, 'sauvegarde.externe')
    if (((await lastExternal(trx, now)) ?? '') >= faite) return false
    await record(trx, by, { action: 'sauvegarde.externe', detail: { faite } }, now.toISOString())
    return true
  })
}
