import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../../../db/schema.ts'
import { DAY_MS } from '../../../lib/durations.ts'
import { dayOf } from '../../../lib/text.ts'
import { notify, notifyOptions } from '../../notifications/actions.ts'
import { enqueueOnce } from '../../taches/actions.ts'
import { takeTurn } from '../../taches/due.ts'
import type { TaskDeps, TaskHandlers, TaskRun } from '../../taches/loop.ts'
import { hostsOf } from '../../vues/rules/pictures.ts'
import { lookAt } from './actions/look.ts'
import { drawnLink, drawnSources } from './queries/drawn.ts'
import { weeksOf } from './queries/looks.ts'
import { areMostDead, mondayOf } from './rules/answer.ts'

/** The kind of the task; payload `{}`. */
export const LOOKS_TASK = 'verification_liens'

/** So many links of a repository are looked at in a week, one register each. */
const A_WEEK = 20
/** An archive is asked again after that time. */
const PAUSE_MS = 2000
/** Weeks that the page of a repository tells of. */
const KEPT_DAYS = 70

/** Once a day, where a repository wants it: what the week still lacks is looked at. */
export async function enqueueLooks(db: Db, now: Date): Promise<void> {
  if (!(await takeTurn(db, LOOKS_TASK, new Date(now.getTime() - DAY_MS), now))) return
  const wanted = db.selectFrom('depots').select('id').where('verifie_liens', '=', true).limit(1)
  if (!(await wanted.executeTakeFirst())) return
  await db.transaction().execute((trx) => enqueueOnce(trx, { kind: LOOKS_TASK, payload: {} }, now))
}

interface CheckedDepot {
  id: number
  nom: string
  hotes_images: string | null
}

/** Looks at what the week of one repository still lacks, one link at a time. */
async function lookAtDepot(deps: TaskDeps, run: TaskRun, depot: CheckedDepot, pauseMs: number): Promise<void> {
  const { db, clock } = deps
  const semaine = mondayOf(dayOf(clock().toISOString()))
  const done = await db
    .selectFrom('depot_liens_verifies')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('depot_id', '=', depot.id)
    .where('semaine', '=', semaine)
    .executeTakeFirstOrThrow()
  const ids = await drawnSources(db, depot.id, semaine, A_WEEK - done.n)
  for (const [i, id] of ids.entries()) {
    const link = await drawnLink(db, id)
    if (!link) continue
    if (i > 0) await pause(pauseMs)
    await run.alive()
    const look = await lookAt(link.adresse, hostsOf(depot.hotes_images))
    await db
      .insertInto('depot_liens_verifies')
      .values({ depot_id: depot.id, semaine, ...link, ...look, at: clock().toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  if (ids.length > 0) await tell(deps, depot, semaine)
}

/** Tells once that most links are dead: not again each week. */
async function tell(deps: TaskDeps, depot: CheckedDepot, semaine: string): Promise<void> {
  const [week, before] = await weeksOf(deps.db, depot.id)
  if (week?.semaine !== semaine || !areMostDead(week) || (before && areMostDead(before))) return
  await deps.db.transaction().execute((trx) => notify(trx, 'LiensMorts', { depot, semaine }, notifyOptions(deps)))
}

async function lookAtAll(deps: TaskDeps, run: TaskRun, pauseMs: number): Promise<void> {
  const { db, clock } = deps
  const depots = await db
    .selectFrom('depots')
    .select(['id', 'nom', 'hotes_images'])
    .where('verifie_liens', '=', true)
    .orderBy('id')
    .execute()
  for (const depot of depots) await lookAtDepot(deps, run, depot, pauseMs)
  const before = new Date(clock().getTime() - KEPT_DAYS * DAY_MS).toISOString()
  await db.deleteFrom('depot_liens_verifies').where('at', '<', before).execute()
}

/** The weekly look at links. Tests do not wait between two. */
export const looksHandlers = (pauseMs = PAUSE_MS): TaskHandlers => ({
  [LOOKS_TASK]: { run: (deps, run) => lookAtAll(deps, run, pauseMs) },
})
