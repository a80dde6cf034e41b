import type { Champ } from '../../../champs/kind.ts'
import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db, Trx } from '../../../db/schema.ts'
import { searchEntry, searchKey } from '../../../search/entry.ts'
import { addToIndex, KnownWords, settleIndex } from '../../../search/index-writer.ts'
import { keepPayload } from '../../taches/actions.ts'
import type { TaskDeps, TaskHandler, TaskRun } from '../../taches/loop.ts'
import { champsOf } from '../../types-sources/queries.ts'
import { holdSource } from '../actions/write.ts'

/** Kind of the task that puts the records in the search index that are not there; a migration that empties it writes one. */
const REINDEX = 'recherche_index'

/** Ids looked at in one step; a transaction of some tens of milliseconds. */
const WINDOW = 500

/** Reads the fields of each type once. */
function fieldsOfTypes(trx: Db) {
  const known = new Map<number, Champ[]>()
  return async (type: number): Promise<Champ[]> => {
    const champs = known.get(type) ?? (await champsOf(trx, type))
    known.set(type, champs)
    return champs
  }
}

/** Records of a window of ids; their sources are held, so that nobody changes one before it is in the index. */
async function heldReleves(trx: Trx, after: number) {
  const inWindow = trx
    .selectFrom('releves')
    .where('releves.id', '>', after)
    .where('releves.id', '<=', after + WINDOW)
  const sources = await inWindow.select('source_id').distinct().orderBy('source_id').execute()
  const types = new Map<number, number>()
  for (const { source_id } of sources) types.set(source_id, (await holdSource(trx, { id: source_id })).type_source_id)
  const rows = await inWindow.select(['id', 'source_id', 'data', 'etats']).execute()
  // A record that came meanwhile, in a source that is not held, is in the index by itself.
  return rows.flatMap((row) => {
    const type = types.get(row.source_id)
    return type === undefined ? [] : [{ ...row, type }]
  })
}

/** Puts the records of a window of ids in the index that are not there. */
function indexWindow(db: Db, after: number, known: KnownWords): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const rows = await heldReleves(trx, after)
    const present = await dialectOf(trx).search.indexed(trx, rows.map(searchKey))
    const fieldsOf = fieldsOfTypes(trx)
    const entries = []
    for (const row of rows) if (!present.has(row.id)) entries.push(searchEntry(await fieldsOf(row.type), row))
    await addToIndex(trx, entries, known)
  })
}

async function lastId(db: Db): Promise<number> {
  const last = await db.selectFrom('releves').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return last?.id ?? 0
}

/** Puts in the index what is not there of the records after `begun`; `done` is told how far it is, and how far in percent. */
async function fill(db: Db, begun: number, done: (apres: number, percent: number) => Promise<void>): Promise<void> {
  const known = new KnownWords()
  for (let apres = begun, last = await lastId(db); apres < last; ) {
    await indexWindow(db, apres, known)
    apres += WINDOW
    await done(apres, Math.min(99, Math.floor((100 * apres) / last)))
    if (apres >= last) last = await lastId(db)
  }
  await settleIndex(db, Number.POSITIVE_INFINITY, known)
}

/** Tables that hold nothing but the index, by their names on either engine. */
export const INDEX_TABLES: readonly string[] = ['mots', 'noms_cles', 'source_decennies', 'releve_recherche']

/** Fills the index of a database that got its records by another way, and that nobody uses yet. */
export const fillIndex = (db: Db, progress: (percent: number) => void): Promise<void> =>
  fill(db, 0, (_apres, percent) => Promise.resolve(progress(percent)))

function run({ db }: TaskDeps, { task, alive }: TaskRun): Promise<void> {
  const { apres } = task.payload
  return fill(db, typeof apres === 'number' ? apres : 0, async (now, percent) => {
    await keepPayload(db, task, { apres: now })
    await alive(percent)
  })
}

/** For `startTaskLoop` and `runTasks`. Run twice, or again from the middle, it does no harm: it adds what is missing. */
export const reindexHandlers: Record<string, TaskHandler> = { [REINDEX]: { run } }

/** How much of the index is there, in percent, while it is being filled again; undefined where all of it is. */
export async function indexProgress(db: Db): Promise<number | undefined> {
  const task = await db
    .selectFrom('taches')
    .select('progres')
    .where('kind', '=', REINDEX)
    .where('etat', 'in', ['attente', 'en_cours', 'garee'])
    .executeTakeFirst()
  return task && (task.progres ?? 0)
}
