import { readsBeside } from '../../db/open.ts'
import type { Db } from '../../db/schema.ts'
import { MINUTE_MS } from '../../lib/durations.ts'
import { nightOf } from '../../lib/text.ts'
import { enqueueOnce } from '../taches/actions.ts'
import { takeTurn } from '../taches/due.ts'
import type { TaskDeps, TaskHandlers, TaskRun } from '../taches/loop.ts'
import { refreshStatistics } from './actions.ts'

/** Kind of the task that counts names and months of the sources that changed; payload `{}`. */
export const COUNT_NAMES = 'statistiques'

/** A source that was never counted does not wait for the night. */
const NEW_MS = 10 * MINUTE_MS

/** Sources whose numbers are not those of their acts. */
const outdated = (db: Db) =>
  db
    .selectFrom('sources')
    .leftJoin('statistiques_lues as lues', 'lues.source_id', 'sources.id')
    .select(['sources.id', 'type_source_id'])
    .where('retrait_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('lues.etat', 'is', null), eb('nb_releves', '>', 0)]),
        eb('lues.etat', 'in', ['perime', 'calcul']),
      ]),
    )

/** Once a night for what changed, every ten minutes for what is new; nothing where all is counted. */
export async function enqueueStatistics(db: Db, now: Date): Promise<void> {
  const isNight = await takeTurn(db, COUNT_NAMES, nightOf(now), now)
  if (!isNight && !(await takeTurn(db, `${COUNT_NAMES}_nouvelles`, new Date(now.getTime() - NEW_MS), now))) return
  const first = outdated(readsBeside(db)).$if(!isNight, (query) => query.where('lues.etat', 'is', null))
  if (!(await first.limit(1).executeTakeFirst())) return
  await db.transaction().execute((trx) => enqueueOnce(trx, { kind: COUNT_NAMES, payload: {} }, now))
}

/** One source after the other: each is whole by itself, so that a killed task goes on with the next one. */
export async function countOutdated({ db, clock }: TaskDeps, alive: TaskRun['alive']): Promise<void> {
  for (let after = 0; ; ) {
    const source = await outdated(db).where('sources.id', '>', after).orderBy('sources.id').limit(1).executeTakeFirst()
    if (!source) return
    await refreshStatistics(db, source, clock, alive)
    after = source.id
    await alive()
  }
}

export const statisticsHandlers: TaskHandlers = {
  [COUNT_NAMES]: { run: (deps, { alive }) => countOutdated(deps, alive) },
}
