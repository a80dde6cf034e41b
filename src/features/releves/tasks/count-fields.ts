import type { Db } from '../../../db/schema.ts'
import type { TaskDeps, TaskHandler, TaskRun } from '../../taches/loop.ts'
import { countFields } from '../actions/fields-held.ts'
import { holdSource } from '../actions/write.ts'

/** Kind of the task of migration 0063: counts what was entered before records were counted by field. */
const COUNT_FIELDS = 'champs_remplis'

/** Records counted in one step; a transaction of some tens of milliseconds. */
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

/** Counts the next records of a source, which is held meanwhile; false where all of them are counted. */
function countWindow(db: Db, id: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // It may have been deleted since it was found.
    const source = await trx.selectFrom('sources').select('id').where('id', '=', id).executeTakeFirst()
    if (!source) return false
    const { champs_jusque: until } = await holdSource(trx, source)
    if (until === null) return false
    const rows = await trx
      .selectFrom('releves')
      .select(['id', 'data', 'etats'])
      .where('source_id', '=', id)
      .where('id', '>', until)
      .orderBy('id')
      .limit(WINDOW)
      .execute()
    await countFields(trx, { id, champs_jusque: null }, [], rows)
    const last = rows.length < WINDOW ? null : (rows.at(-1)?.id ?? null)
    await trx.updateTable('sources').set({ champs_jusque: last }).where('id', '=', id).execute()
    return last !== null
  })
}

async function run({ db }: TaskDeps, { alive }: TaskRun): Promise<void> {
  for (let source = await nextSource(db, 0); source; source = await nextSource(db, source.id)) {
    while (await countWindow(db, source.id)) await alive()
    await alive()
  }
}

/** Run twice, or again from the middle, it goes on where it stood: each source knows how far it is counted. */
export const countFieldsHandlers: Record<string, TaskHandler> = { [COUNT_FIELDS]: { run } }
