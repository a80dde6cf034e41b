import { setTimeout } from 'node:timers/promises'
import type { Db } from '../../db/schema.ts'
import { nightOf } from '../../lib/text.ts'
import type { Deps } from '../../web/env.ts'
import { notifyOptions } from '../notifications/actions.ts'
import { activeReader } from '../notifications/recipients-queries.ts'
import { enqueueOnce } from '../taches/actions.ts'
import { takeTurn } from '../taches/due.ts'
import type { TaskDeps, TaskHandlers, TaskRun } from '../taches/loop.ts'
import { passOver, stopSearches, type Telling, tell } from './actions/tell.ts'
import { type AwaitedYears, areDone } from './queries/awaited.ts'
import { markNow } from './queries/marks.ts'
import { newsOf, type Watch } from './queries/news.ts'
import { looksOf, readAddress, type SavedSearch } from './queries/saved.ts'
import { fateOf, isDue } from './rules/due.ts'

/** The kind of the task that looks for what is new to anybody; no payload. */
const SWEEP_TASK = 'alertes'

/** Acts of one search that are counted. */
const MAX_COUNTED = 1000

/** Once a night, by one of all processes. */
export async function enqueueSweep({ db }: Pick<Deps, 'db'>, now: Date): Promise<void> {
  if (!(await takeTurn(db, SWEEP_TASK, nightOf(now), now))) return
  await db.transaction().execute((trx) => enqueueOnce(trx, { kind: SWEEP_TASK, payload: {} }, now))
}

/** Readers come first: the sweep leaves the machine to them twice as long as it had it, a fifth of a second at most. */
function resting(alive: TaskRun['alive']): () => Promise<void> {
  let begun = performance.now()
  return async () => {
    await alive()
    const worked = performance.now() - begun
    if (worked > SHORT_MS) await setTimeout(Math.min(2 * worked, LONGEST_REST_MS))
    begun = performance.now()
  }
}

const SHORT_MS = 2
const LONGEST_REST_MS = 200

/** The searches of people whose accounts are open, with their owner. */
async function watchesOf(db: Db, searches: readonly SavedSearch[]): Promise<Map<SavedSearch, Watch>> {
  const readers = new Map<number, Awaited<ReturnType<typeof activeReader>>>()
  const read = new Map<string, Awaited<ReturnType<typeof readAddress>>>()
  const watches = new Map<SavedSearch, Watch>()
  for (const search of searches) {
    const { user_id, adresse } = search
    if (!readers.has(user_id)) readers.set(user_id, await activeReader(db, user_id))
    const form = read.get(adresse) ?? (await readAddress(db, adresse))
    read.set(adresse, form)
    const [user, { criteria }] = [readers.get(user_id), form]
    if (user && criteria) watches.set(search, { user, adresse, criteria, looks: looksOf(search).told })
  }
  return watches
}

/** Years that somebody waits for and that are all there by now, by person. */
async function yearsDone(db: Db, rest: () => Promise<void>): Promise<AwaitedYears[]> {
  const waiting = await db
    .selectFrom('couverture_attentes')
    .selectAll()
    .where('faite_at', 'is', null)
    .orderBy('user_id')
    .orderBy('id')
    .execute()
  const done: AwaitedYears[] = []
  for (const years of waiting) {
    const user = await activeReader(db, years.user_id)
    if (user && (await areDone(db, user, years))) done.push(years)
    await rest()
  }
  return done
}

const byPerson = (tellings: Map<number, Telling>, user_id: number): Telling => {
  const telling = tellings.get(user_id) ?? { user_id, due: [], done: [], asked: [] }
  tellings.set(user_id, telling)
  return telling
}

/**
 * Finds what is new for each search whose turn it is, then tells it person by person. Killed in between, it begins anew and finds
 * those who were told already without a turn.
 */
export async function sweep(deps: TaskDeps, rest: () => Promise<void>): Promise<void> {
  const { db, clock } = deps
  const now = clock()
  const all = await db
    .selectFrom('recherches_gardees')
    .selectAll()
    .where('arretee_at', 'is', null)
    .orderBy('id')
    .execute()
  const fates = new Map(all.map((search) => [search, fateOf(search, now)]))
  await stopSearches(
    db,
    all.filter((search) => fates.get(search) === 'stops'),
    now.toISOString(),
  )
  const due = all.filter((search) => fates.get(search) !== 'stops' && isDue(search, now))
  const upTo = await markNow(db, now)
  const watches = await watchesOf(db, due)
  const news = await newsOf(db, [...watches.values()], { upTo, most: MAX_COUNTED, rest })
  const tellings = new Map<number, Telling>()
  const quiet: SavedSearch[] = []
  for (const search of due) {
    const watch = watches.get(search)
    const found = watch && news.get(watch)
    if (found && found.keys.length > 0) byPerson(tellings, search.user_id).due.push({ search, news: found })
    else quiet.push(search)
    if (watch && fates.get(search) === 'is asked') byPerson(tellings, search.user_id).asked.push(search)
  }
  for (const years of await yearsDone(db, rest)) byPerson(tellings, years.user_id).done.push(years)
  await passOver(db, quiet, upTo, now.toISOString())
  for (const telling of tellings.values()) {
    await tell(db, telling, upTo, notifyOptions(deps))
    await rest()
  }
}

export const sweepHandlers: TaskHandlers = {
  [SWEEP_TASK]: { run: (deps, { alive }) => sweep(deps, resting(alive)) },
}
