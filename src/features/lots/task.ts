import { dialectOf } from '../../db/dialect/index.ts'
import type { Db } from '../../db/schema.ts'
import type { CurrentUser } from '../../web/env.ts'
import { actorWithout } from '../journal/actions.ts'
import { notifyOptions } from '../notifications/actions.ts'
import { TaskRefused } from '../taches/actions.ts'
import type { TaskDeps, TaskHandler, TaskRun } from '../taches/loop.ts'
import { Pace } from '../taches/pace.ts'
import { doLines, endLot, nextLines, undoLines } from './actions.ts'
import type { LotKind } from './kind.ts'

/** Kind of the task that does a large lot, or undoes it; its payload is the id of the lot. */
export const LOT = 'lot'
const MOST = 100

/** The person, with the rights of this moment; nobody where the account is closed. */
const personOf = (db: Db, id: number): Promise<CurrentUser | undefined> =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role', 'must_change_password'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst()

async function run(deps: TaskDeps, { task, alive }: TaskRun, kinds: readonly LotKind[]): Promise<void> {
  const { db, clock } = deps
  const lot = await db.selectFrom('lots').selectAll().where('id', '=', Number(task.payload.lot)).executeTakeFirst()
  if (!lot || lot.etat === 'fini' || lot.etat === 'defait') return
  const action = kinds.find(({ kind }) => kind === lot.kind)?.actions.find(({ name }) => name === lot.geste)
  const user = await personOf(db, lot.user_id)
  if (!action || !user) throw new TaskRefused('Ce geste est inconnu, ou le compte qui l’a demandé est fermé.')
  const isUndo = lot.etat === 'retour'
  const pace = new Pace({ most: MOST, turnMs: () => dialectOf(db).locks.turnMs(db) })
  for (let done = 0, more = true; more; ) {
    await pace.time((begun) =>
      db.transaction().execute(async (trx) => {
        begun()
        const lines = await nextLines(trx, lot.id, isUndo ? 'faite' : 'attente', pace.size)
        await (isUndo ? undoLines : doLines)(trx, lot, action, { user, notify: notifyOptions(deps) }, lines)
        more = lines.length > 0
        done += lines.length
        return lines.length
      }),
    )
    await alive(Math.min(99, Math.floor((100 * done) / lot.total)))
  }
  const end = { etat: isUndo ? 'defait' : 'fini', now: clock().toISOString() } as const
  await db.transaction().execute((trx) => endLot(trx, lot, actorWithout(user.id), end))
}

/** Killed anywhere, it goes on with the lines that are left: each is marked in the transaction that does it. */
export const lotHandlers = (kinds: readonly LotKind[]): Record<string, TaskHandler> => ({
  [LOT]: { run: (deps, task) => run(deps, task, kinds) },
})
