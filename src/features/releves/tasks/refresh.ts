import { placeIds } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db, ReleveData, ReleveEtats, ReleveLectures } from '../../../db/schema.ts'
import { placesToday, refreshed } from '../../lieux/queries/places-today.ts'
import { allOf, REFRESH, type RefreshState, recordsWithPlaces, refreshState } from '../../lieux/refresh-queue.ts'
import { keepPayload, type Task } from '../../taches/actions.ts'
import type { TaskDeps, TaskHandler, TaskRun } from '../../taches/loop.ts'
import { Pace } from '../../taches/pace.ts'
import { champsOf } from '../../types-sources/queries.ts'
import { applyChange } from '../actions/apply-change.ts'

/** Ids looked at in one step, at most; a transaction rewrites what of them is out of date. */
const WINDOW = 500
/** Somebody saves a record between its reading and its rewriting: it is looked at again, so often at most. */
const MAX_ROUNDS = 5

interface Held {
  id: number
  source_id: number
  version: number
  type_source_id: number
  data: ReleveData
  etats: ReleveEtats
  lectures: ReleveLectures | null
}

/** Fields of the types that have one of places, by type. */
type FieldsByType = Map<number, Champ[]>

async function fieldsByType(db: Db): Promise<FieldsByType> {
  const types = await db.selectFrom('champs').select('type_source_id').distinct().where('type', '=', 'place').execute()
  const fields: FieldsByType = new Map()
  for (const { type_source_id } of types) fields.set(type_source_id, await champsOf(db, type_source_id))
  return fields
}

const held = (db: Db, fields: FieldsByType) =>
  db
    .selectFrom('releves')
    .innerJoin('sources', 'sources.id', 'releves.source_id')
    .select([
      'releves.id',
      'releves.source_id',
      'releves.version',
      'sources.type_source_id',
      'releves.data',
      'releves.etats',
      'releves.lectures',
    ])
    .where('sources.type_source_id', 'in', [...fields.keys()])
    .orderBy('releves.id')

/** The records of this list that hold a place under another name or id than today's, with what they ought to hold. */
async function outOfDate(db: Db, rows: Held[], fields: FieldsByType) {
  const ids = rows.flatMap((row) => placeIds(fields.get(row.type_source_id) ?? [], [row]))
  const places = await placesToday(db, [...new Set(ids)])
  return rows.flatMap((row) => {
    const champs = fields.get(row.type_source_id) ?? []
    const data = refreshed(champs, row.data, places)
    return data === undefined ? [] : [{ before: row, after: { ...row, data } }]
  })
}

/** Rewrites the records of these ids that are out of date. Returns those that somebody saved meanwhile. */
function rewrite(db: Db, ids: number[]): Promise<number[]> {
  return db.transaction().execute(async (trx) => {
    const dialect = dialectOf(trx)
    // One of two passes at once waits: it must not write names older than those the other wrote.
    await dialect.locks.lock(trx, REFRESH)
    const fields = await fieldsByType(trx)
    if (fields.size === 0) return []
    const rows = await held(trx, fields)
      .where((eb) => dialect.sql.inList(eb.ref('releves.id'), ids))
      .execute()
    const changes = await outOfDate(trx, rows, fields)
    const champs = new Map(rows.map((row) => [row.source_id, fields.get(row.type_source_id) ?? []]))
    const { missed } = await applyChange(trx, { as: 'lieux', changes, champs })
    return missed
  })
}

async function refreshRecords(db: Db, rows: Held[], fields: FieldsByType): Promise<void> {
  let ids = (await outOfDate(db, rows, fields)).map(({ before }) => before.id)
  for (let round = 0; ids.length > 0; round += 1) {
    if (round === MAX_ROUNDS) throw new Error(`records ${ids.join(', ')} change too fast to be refreshed`)
    ids = await rewrite(db, ids)
  }
}

/** A pass that begins does the work of those that wait: what made them is committed. Afterwards they are done. */
function absorb(db: Db, task: Task): Promise<RefreshState> {
  return db.transaction().execute(async (trx) => {
    const others = await trx
      .updateTable('taches')
      .set({ etat: 'faite', bail: null, progres: 100 })
      .where('kind', '=', REFRESH)
      .where('etat', 'in', ['attente', 'garee'])
      .where('id', '<>', task.id)
      .returning('payload')
      .execute()
    const state = { ...allOf([task, ...others].map(refreshState)), apres: 0, vus: 0 }
    await keepPayload(trx, task, state)
    return state
  })
}

async function lastRecord(db: Db): Promise<number> {
  const last = await db.selectFrom('releves').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return last?.id ?? 0
}

async function run({ db }: TaskDeps, { task, alive }: TaskRun): Promise<void> {
  let state = refreshState(task)
  if (state.apres === 0) state = await absorb(db, task)
  const total = await recordsWithPlaces(db)
  const pace = new Pace({ most: WINDOW, turnMs: () => dialectOf(db).locks.turnMs(db) })
  while (state.apres < (await lastRecord(db))) {
    const fields = await fieldsByType(db)
    if (fields.size === 0) return
    const until = state.apres + pace.size
    const rows = await held(db, fields).where('releves.id', '>', state.apres).where('releves.id', '<=', until).execute()
    await pace.time(async () => {
      await refreshRecords(db, rows, fields)
      return until - state.apres
    })
    state = { ...state, apres: until, vus: state.vus + rows.length }
    await keepPayload(db, task, state)
    await alive(total === 0 ? null : Math.min(99, Math.floor((100 * state.vus) / total)))
  }
}

/** For `startTaskLoop` and `runTasks`. Run twice, or again from the middle, it does no harm: it only writes what differs. */
export const refreshHandlers: Record<string, TaskHandler> = { [REFRESH]: { run } }
