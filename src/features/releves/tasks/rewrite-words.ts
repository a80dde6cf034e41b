// A source that goes to another section, or whose place goes elsewhere, has entries in the search index that say where it was. This
// task finds such sources by themselves, whoever moved them, and writes their entries anew. Until then nothing is wrong: what a search
// finds is decided by the sources (src/search/within.ts); it only looks these up one by one.
import type { Champ } from '../../../champs/kind.ts'
import { dialectOf, type SearchKey } from '../../../db/dialect/index.ts'
import { readsBeside } from '../../../db/open.ts'
import type { Db, Trx } from '../../../db/schema.ts'
import { searchEntry } from '../../../search/entry.ts'
import { rewriteIndex } from '../../../search/index-writer.ts'
import { outOfDate, settleWords, writeWords } from '../../../search/within.ts'
import { REFRESH } from '../../lieux/refresh-queue.ts'
import { enqueue } from '../../taches/actions.ts'
import type { TaskDeps, TaskHandler, TaskRun } from '../../taches/loop.ts'
import { Pace } from '../../taches/pace.ts'
import { champsOf } from '../../types-sources/queries.ts'
import { holdSource } from '../actions/write.ts'
import { indexProgress } from './reindex.ts'
import { nextIndexProgress } from './reindex-next.ts'

/** Kind of the task that brings the words of sections and places in the search index up to date. */
const REWRITE = 'recherche_sources'

/** Entries written in one step, at most. */
const BATCH = 500

/** Whoever fills an index writes the words of sources too; those of an index that will be replaced are worth nothing. */
const isBeingFilled = async (db: Db): Promise<boolean> =>
  (await indexProgress(db)) !== undefined || (await nextIndexProgress(db)) !== undefined

/** Begins the task where a source has other words than its entries; nothing where it waits, runs or is parked already. */
export async function enqueueRewriting(db: Db, now: Date): Promise<void> {
  const open = await db
    .selectFrom('taches')
    .select('id')
    .where('kind', '=', REWRITE)
    .where('etat', 'in', ['attente', 'en_cours', 'garee'])
    .executeTakeFirst()
  if (open || (await isBeingFilled(db))) return
  const first = await outOfDate(readsBeside(db)).select('sources.id').limit(1).executeTakeFirst()
  if (first) await enqueue(db, { kind: REWRITE, payload: {} }, now)
}

/** How far a source is: the last entry that was written. */
interface Step {
  last: SearchKey | undefined
  isDone: boolean
  entries: number
}

interface Turn {
  size: number
  begun: () => void
}

async function entriesOf(trx: Trx, champs: Champ[], keys: readonly SearchKey[]) {
  const ids = keys.map((key) => key.releve_id)
  const releves = await trx
    .selectFrom('releves')
    .select(['id', 'source_id', 'data', 'etats', 'lectures'])
    .where((eb) => dialectOf(trx).sql.inList(eb.ref('id'), ids))
    .execute()
  return releves.map((releve) => searchEntry(champs, releve))
}

/** Writes the next entries of a source with its words of today. `before`: the step that led here. */
function rewriteBatch(db: Db, id: number, before: Step | undefined, { size, begun }: Turn): Promise<Step> {
  return db.transaction().execute(async (trx) => {
    begun()
    // Whoever writes entries holds their source, or has this lock: nobody does meanwhile.
    await dialectOf(trx).locks.lock(trx, REFRESH)
    const source = await holdSource(trx, { id })
    const { words, isNew } = await writeWords(trx, id, source.nb_releves === 0)
    // It moved since: from its beginning.
    const after = isNew ? undefined : before?.last
    const keys = await dialectOf(trx).search.lacking(trx, { source: id, words, after, limit: size })
    if (keys.length > 0) await rewriteIndex(trx, await entriesOf(trx, await champsOf(trx, source.type_source_id), keys))
    const isDone = keys.length < size
    if (isDone) await settleWords(trx, id)
    return { last: keys.at(-1), isDone, entries: keys.length }
  })
}

const nextSource = (db: Db, after: number) =>
  outOfDate(db).select('sources.id').where('sources.id', '>', after).orderBy('sources.id').limit(1).executeTakeFirst()

async function run({ db }: TaskDeps, { alive }: TaskRun): Promise<void> {
  const pace = new Pace({ most: BATCH, turnMs: () => dialectOf(db).locks.turnMs(db) })
  for (let source = await nextSource(db, 0); source; source = await nextSource(db, source.id)) {
    const { id } = source
    for (let step: Step | undefined; !step?.isDone; ) {
      if (await isBeingFilled(db)) return
      const before: Step | undefined = step
      await pace.time(async (begun) => {
        step = await rewriteBatch(db, id, before, { size: pace.size, begun })
        return step.entries
      })
      await alive()
    }
  }
}

/** For `startTaskLoop` and `runTasks`. Run twice, or again from the middle, it does no harm: it writes what lacks a word. */
export const rewriteHandlers: Record<string, TaskHandler> = { [REWRITE]: { run } }
