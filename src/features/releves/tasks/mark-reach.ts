// Records of before dates had marks of the years that they reach (src/search/reach.ts): the few among them that reach any are written
// to the index anew. All others are read in passing and left as they are.

import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db, Trx } from '../../../db/schema.ts'
import { searchEntry, searchKey } from '../../../search/entry.ts'
import { changeIndex, settleIndex, uncountWords } from '../../../search/index-writer.ts'
import { KnownWords } from '../../../search/known-words.ts'
import { reachMarks } from '../../../search/reach.ts'
import { REFRESH } from '../../lieux/refresh-queue.ts'
import { keepPayload } from '../../taches/actions.ts'
import type { TaskDeps, TaskHandler, TaskRun } from '../../taches/loop.ts'
import { champsOf } from '../../types-sources/queries.ts'
import { holdSource } from '../actions/write.ts'
import { afterOf, eachWindow, type Window } from './windows.ts'

/** Kind of the task of migration 0069. */
const MARK_REACH = 'recherche_periodes'

/** Ids by source of the records of a window whose dates reach another year. */
async function reachingIds(db: Db, { after, until }: Window): Promise<Map<number, number[]>> {
  const rows = await db
    .selectFrom('releves')
    .select(['id', 'source_id', 'data'])
    .where('id', '>', after)
    .where('id', '<=', until)
    .orderBy('source_id')
    .execute()
  const bySource = new Map<number, number[]>()
  for (const { id, source_id, data } of rows)
    if (reachMarks(data).length > 0) bySource.set(source_id, [...(bySource.get(source_id) ?? []), id])
  return bySource
}

/** Writes the entries of these records anew; the source is held, so that nobody changes one meanwhile. */
async function markSource(trx: Trx, source: number, ids: readonly number[], known: KnownWords): Promise<void> {
  const { type_source_id } = await holdSource(trx, { id: source })
  const champs = await champsOf(trx, type_source_id)
  const rows = await trx
    .selectFrom('releves')
    .select(['id', 'source_id', 'data', 'etats', 'lectures'])
    .where('source_id', '=', source)
    .where((eb) => dialectOf(trx).sql.inList(eb.ref('id'), ids))
    .execute()
  const present = await dialectOf(trx).search.indexed(trx, rows.map(searchKey))
  // Those that are not there yet come with their marks.
  const indexed = rows.filter(({ id }) => present.has(id))
  const entries = indexed.map((row) => searchEntry(champs, row))
  uncountWords(entries, known)
  await changeIndex(trx, indexed.map(searchKey), entries, { known })
}

async function markWindow(db: Db, window: Window, known: KnownWords, begun: () => void): Promise<void> {
  const bySource = await reachingIds(db, window)
  if (bySource.size === 0) return
  await db.transaction().execute(async (trx) => {
    begun()
    // Names of places are written anew without their sources being held.
    await dialectOf(trx).locks.share(trx, REFRESH)
    for (const [source, ids] of bySource) await markSource(trx, source, ids, known)
  })
}

async function run({ db }: TaskDeps, { task, alive }: TaskRun): Promise<void> {
  const known = new KnownWords()
  await eachWindow(db, afterOf(task.payload), {
    work: (window, begun) => markWindow(db, window, known, begun),
    done: async (apres, percent) => {
      await keepPayload(db, task, { apres })
      await alive(percent)
    },
  })
  await settleIndex(db, 0, known)
}

/** For `startTaskLoop` and `runTasks`. Run twice, or again from the middle, it does no harm: it writes the same entries again. */
export const markReachHandlers: Record<string, TaskHandler> = { [MARK_REACH]: { run } }
