import { dialectOf } from '../../../db/dialect/index.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Db } from '../../../db/schema.ts'
import { addToIndex, settleIndex } from '../../../search/index-writer.ts'
import { KnownWords } from '../../../search/known-words.ts'
import { keepPayload } from '../../taches/actions.ts'
import type { TaskDeps, TaskHandler, TaskRun } from '../../taches/loop.ts'
import { afterOf, eachWindow, missingEntries, type Window } from './windows.ts'

/** Kind of the task that puts the records in the search index that are not there; a migration that empties it writes one. */
const REINDEX = 'recherche_index'

/** Puts the records of a window of ids in the index that are not there. */
function indexWindow(db: Db, window: Window, known: KnownWords, begun: () => void): Promise<void> {
  return db.transaction().execute(async (trx) => {
    begun()
    const entries = await missingEntries(trx, window, (keys) => dialectOf(trx).search.indexed(trx, keys))
    await addToIndex(trx, entries, known)
  })
}

/** Puts in the index what is not there of the records after `begun`; `done` is told how far it is, and how far in percent. */
async function fill(db: Db, begun: number, done: (apres: number, percent: number) => Promise<void>): Promise<void> {
  const known = new KnownWords()
  await eachWindow(db, begun, { work: (window, hasBegun) => indexWindow(db, window, known, hasBegun), done })
  await settleIndex(db, Number.POSITIVE_INFINITY, known)
}

/** Tables that hold nothing but the index, by their names on either engine; the last one is there while it is filled beside. */
export const INDEX_TABLES: readonly string[] = [
  'mots',
  'noms_cles',
  'source_decennies',
  'decennies',
  'releve_recherche',
  'releve_recherche_neuf',
]

/** Fills the index of a database that got its records by another way, and that nobody uses yet. */
export const fillIndex = (db: Db, progress: (percent: number) => void): Promise<void> =>
  fill(db, 0, (_apres, percent) => Promise.resolve(progress(percent)))

function run({ db }: TaskDeps, { task, alive }: TaskRun): Promise<void> {
  return fill(db, afterOf(task.payload), async (apres, percent) => {
    await keepPayload(db, task, { apres })
    await alive(percent)
  })
}

/** For `startTaskLoop` and `runTasks`. Run twice, or again from the middle, it does no harm: it adds what is missing. */
export const reindexHandlers: Record<string, TaskHandler> = { [REINDEX]: { run } }

const openTask = prepared((db) =>
  db
    .selectFrom('taches')
    .select('progres')
    .where('kind', '=', REINDEX)
    .where('etat', 'in', ['attente', 'en_cours', 'garee']),
)

/** How much of the index is there, in percent, while it is being filled again; undefined where all of it is. */
export async function indexProgress(db: Db): Promise<number | undefined> {
  const [task] = await openTask(db, {}, '')
  return task && (task.progres ?? 0)
}
