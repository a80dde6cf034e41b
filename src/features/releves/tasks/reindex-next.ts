// The search index in a new form: filled beside the one in service, which serves until this one takes its place.
import { setTimeout as pause } from 'node:timers/promises'
import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db } from '../../../db/schema.ts'
import { freeBytes } from '../../../lib/disk.ts'
import { formatSize } from '../../../lib/text.ts'
import { addToNextIndex, settleNextIndex } from '../../../search/index-writer.ts'
import { KnownWords } from '../../../search/known-words.ts'
import { REFRESH } from '../../lieux/refresh-queue.ts'
import { enqueue, keepPayload, TaskRefused } from '../../taches/actions.ts'
import type { TaskDeps, TaskHandler, TaskRun } from '../../taches/loop.ts'
import { afterOf, eachWindow, missingEntries, type Window } from './windows.ts'

/** Kind of the task; migration 0061 writes one. */
const REINDEX_NEXT = 'recherche_personnes'

/** Puts the records of a window of ids in the new index that are not there: whoever writes records writes both. */
function indexWindow(db: Db, window: Window, known: KnownWords, begun: () => void): Promise<void> {
  return db.transaction().execute(async (trx) => {
    begun()
    const { locks, search } = dialectOf(trx)
    // Names of places are written anew without their sources being held.
    await locks.share(trx, REFRESH)
    await addToNextIndex(trx, await missingEntries(trx, window, (keys) => search.next.indexed(trx, keys)), known)
  })
}

/** Room for so much is left beside the new index, for the site to go on. */
const SPARE_BYTES = 200_000_000

/** Parks the task where the disk would be full before the end; tried again, it goes on from where it was. */
async function checkRoom(db: Db, missing: number): Promise<void> {
  const { needed, folder } = await dialectOf(db).search.next.room(db)
  if (folder === undefined) return
  const [free, wanted] = [freeBytes(folder), missing * needed + SPARE_BYTES]
  if (free >= wanted) return
  throw new TaskRefused(
    `Il reste ${formatSize(free)} sur le disque de la base, et le nouvel index de recherche peut en demander ${formatSize(wanted)}\u00a0: il n’est pas construit, l’ancien sert toujours. Faites de la place, puis relancez cette tâche.`,
  )
}

async function fillNext({ db }: TaskDeps, { task, alive }: TaskRun): Promise<void> {
  const begun = afterOf(task.payload)
  const last = await db
    .selectFrom('releves')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  await checkRoom(db, 1 - Math.min(1, begun / Math.max(1, last?.id ?? 0)))
  const known = new KnownWords()
  await eachWindow(db, begun, {
    work: (window, hasBegun) => indexWindow(db, window, known, hasBegun),
    done: async (apres, percent) => {
      await keepPayload(db, task, { apres })
      await alive(percent)
    },
  })
  await settleNextIndex(db, known)
}

/** After a try that somebody was in the way of: a reader, seconds; a backup, hours. */
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000
/** A sign of life is given as often; whoever stops the task waits as long. */
const LOOK_MS = 1000

async function takePlace({ db }: TaskDeps, { alive }: TaskRun): Promise<void> {
  const { next } = dialectOf(db).search
  for (let ms = FIRST_PAUSE_MS; !(await next.takePlace(db)); ms = Math.min(LONGEST_PAUSE_MS, 2 * ms)) {
    for (let left = ms; left > 0; left -= LOOK_MS) {
      await pause(LOOK_MS)
      await alive(99)
    }
  }
}

async function run(deps: TaskDeps, task: TaskRun): Promise<void> {
  const { next } = dialectOf(deps.db).search
  if (await next.isAwaited(deps.db)) {
    await fillNext(deps, task)
    await takePlace(deps, task)
  }
  await next.clearFormer(deps.db)
}

/** For `startTaskLoop` and `runTasks`. Killed at any point it goes on from there; run twice, it does no harm. */
export const reindexNextHandlers: Record<string, TaskHandler> = { [REINDEX_NEXT]: { run } }

const OPEN = ['attente', 'en_cours', 'garee'] as const

const openTask = (db: Db) =>
  db.selectFrom('taches').select('progres').where('kind', '=', REINDEX_NEXT).where('etat', 'in', OPEN)

/** How much of the new index is there, in percent, while an older one serves; undefined where none does. */
export async function nextIndexProgress(db: Db): Promise<number | undefined> {
  if (!(await dialectOf(db).search.next.isAwaited(db))) return undefined
  return (await openTask(db).executeTakeFirst())?.progres ?? 0
}

/** Writes the task again where it was given up, or left behind by a restoration: both indexes would be written for ever. */
export async function ensureNextIndex(db: Db, now: Date): Promise<void> {
  const isLeft = (await dialectOf(db).search.next.isAwaited(db)) && !(await openTask(db).executeTakeFirst())
  if (isLeft) await enqueue(db, { kind: REINDEX_NEXT, payload: {} }, now)
}
