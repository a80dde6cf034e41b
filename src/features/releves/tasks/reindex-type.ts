import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db, Trx } from '../../../db/schema.ts'
import { searchEntry, searchKey } from '../../../search/entry.ts'
import { changeIndex, settleIndex, uncountWords } from '../../../search/index-writer.ts'
import { KnownWords } from '../../../search/known-words.ts'
import { keepPayload, type Task } from '../../taches/actions.ts'
import type { TaskDeps, TaskHandler, TaskRun } from '../../taches/loop.ts'
import { Pace } from '../../taches/pace.ts'
import { champsOf, relevesOfType } from '../../types-sources/queries.ts'
import { REINDEX_TYPE, type TypeReindex } from '../../types-sources/reindex-queue.ts'
import { holdSource } from '../actions/write.ts'

/** Records looked at in one step, at most. */
const BATCH = 500

/** Records of the type, their sources held so that nobody changes one while it is out of the index. */
async function heldReleves(trx: Trx, type: number, apres: number, size: number) {
  const next = relevesOfType(trx, type).where('releves.id', '>', apres).orderBy('releves.id').limit(size)
  const rows = await next.select(['releves.id', 'releves.source_id']).execute()
  const sources = [...new Set(rows.map((row) => row.source_id))].sort((a, b) => a - b)
  for (const id of sources) await holdSource(trx, { id })
  const last = rows.at(-1)?.id
  if (last === undefined) return { last, releves: [] }
  const releves = await relevesOfType(trx, type)
    .select(['releves.id', 'releves.source_id', 'releves.data', 'releves.etats', 'releves.lectures'])
    .where('releves.id', '>', apres)
    .where('releves.id', '<=', last)
    .execute()
  // A record that came meanwhile, in a source that is not held, is in the index by itself.
  return { last, releves: releves.filter((row) => sources.includes(row.source_id)) }
}

interface Turn {
  size: number
  begun: () => void
}

/** Writes the index of a batch anew; how many there were, and the id of the last, undefined after the last one. */
function reindexBatch(db: Db, task: Task, state: TypeReindex, known: KnownWords, { size, begun }: Turn) {
  return db.transaction().execute(async (trx) => {
    begun()
    const { last, releves } = await heldReleves(trx, state.type, state.apres, size)
    if (last === undefined) return { last, done: 0 }
    const champs = await champsOf(trx, state.type)
    const present = await dialectOf(trx).search.indexed(trx, releves.map(searchKey))
    const indexed = releves.filter(({ id }) => present.has(id))
    uncountWords(
      indexed.map((row) => searchEntry(state.avant ?? champs, row)),
      known,
    )
    const entries = releves.map((row) => searchEntry(champs, row))
    await changeIndex(trx, indexed.map(searchKey), entries, { known })
    // In the same transaction: a batch done twice would count its words twice.
    await keepPayload(trx, task, { ...state, apres: last })
    return { last, done: releves.length }
  })
}

async function run({ db }: TaskDeps, { task, alive }: TaskRun): Promise<void> {
  let state = task.payload as unknown as TypeReindex
  const known = new KnownWords()
  const { total } = await relevesOfType(db, state.type)
    .select((eb) => eb.fn.max('releves.id').as('total'))
    .executeTakeFirstOrThrow()
  const pace = new Pace({ most: BATCH, turnMs: () => dialectOf(db).locks.turnMs(db) })
  for (;;) {
    let last: number | undefined
    await pace.time(async (begun) => {
      const batch = await reindexBatch(db, task, state, known, { size: pace.size, begun })
      last = batch.last
      return batch.done
    })
    if (last === undefined) break
    state = { ...state, apres: last }
    await alive(Math.min(99, Math.floor((100 * last) / (total ?? last))))
  }
  await settleIndex(db, total ?? 0, known)
}

/** For `startTaskLoop` and `runTasks`. Run twice, or again from the middle, it does no harm. */
export const reindexTypeHandlers: Record<string, TaskHandler> = { [REINDEX_TYPE]: { run } }
