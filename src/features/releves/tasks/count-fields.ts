import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db } from '../../../db/schema.ts'
import type { TaskDeps, TaskHandler, TaskRun } from '../../taches/loop.ts'
import { Pace } from '../../taches/pace.ts'
import { countFields } from '../actions/fields-held.ts'
import { holdSource } from '../actions/write.ts'

/** Kind of the task of migration 0063: counts what was entered before records were counted by field. */
const COUNT_FIELDS = 'champs_remplis'

/** Records counted in one step, at most. */
const WINDOW = 500

const nextSource = (db: Db, after: number) =>
  db
    .selectFrom('sources')
    .select('id')
    .where('champs_jusque', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

interface Counted {
  /** All of the source are counted. */
  isWhole: boolean
  done: number
}

/** Counts the next records of a source, which is held meanwhile. */
function countWindow(db: Db, id: number, size: number, begun: () => void): Promise<Counted> {
  const whole = { isWhole: true, done: 0 }
  return db.transaction().execute(async (trx) => {
    begun()
    // It may have been deleted since it was found.
    const source = await trx.selectFrom('sources').select('id').where('id', '=', id).executeTakeFirst()
    if (!source) return whole
    const { champs_jusque: until } = await holdSource(trx, source)
    if (until === null) return whole
    const rows = await trx
      .selectFrom('releves')
      .select(['id', 'data', 'etats'])
      .where('source_id', '=', id)
      .where('id', '>', until)
      .orderBy('id')
      .limit(size)
      .execute()
    await countFields(trx, { id, champs_jusque: null }, [], rows)
    const last = rows.length < size ? null : (rows.at(-1)?.id ?? null)
    await trx.updateTable('sources').set({ champs_jusque: last }).where('id', '=', id).execute()
    return { isWhole: last === null, done: rows.length }
  })
}

async function run({ db }: TaskDeps, { alive }: TaskRun): Promise<void> {
  const pace = new Pace({ most: WINDOW, turnMs: () => dialectOf(db).locks.turnMs(db) })
  for (let source = await nextSource(db, 0); source; source = await nextSource(db, source.id)) {
    const { id } = source
    for (let isWhole = false; !isWhole; ) {
      await pace.time(async (begun) => {
        const counted = await countWindow(db, id, pace.size, begun)
        isWhole = counted.isWhole
        return counted.done
      })
      await alive()
    }
  }
}

/** Run twice, or again from the middle, it goes on where it stood: each source knows how far it is counted. */
export const countFieldsHandlers: Record<string, TaskHandler> = { [COUNT_FIELDS]: { run } }
