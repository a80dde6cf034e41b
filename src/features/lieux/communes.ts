import { dialectOf } from '../../db/dialect/index.ts'
import type { Db } from '../../db/schema.ts'
import type { TacheEtat } from '../../db/schema-work.ts'
import { AppError } from '../../lib/errors.ts'
import { enqueue, type Task } from '../taches/actions.ts'
import type { TaskDeps, TaskHandler, TaskRun } from '../taches/loop.ts'
import { type France, readFrance } from './communes-file.ts'
import { type Loaded, loadDepartement } from './communes-load.ts'

/** Kind of the task that loads the places of France. */
export const COMMUNES = 'lieux_communes'

const UNDER_WAY = 'Un chargement des communes est déjà en cours\u00a0: attendez qu’il se termine.'

/** How far a load is; written in the transaction of each département, so that none counts twice. */
interface LoadState extends Loaded {
  /** Codes of the départements; null for all of France. */
  departements: string[] | null
  faits: number
  total: number
}

export interface LoadShown extends LoadState {
  etat: TacheEtat
}

/** Loads all of France (null) or these départements in a task. AppError conflit where a load is already under way. */
export function startLoad(db: Db, departements: string[] | null, now: Date): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await dialectOf(trx).lock(trx, COMMUNES)
    const last = await lastLoad(trx)
    if (last && (last.etat === 'attente' || last.etat === 'en_cours')) throw new AppError('conflit', UNDER_WAY)
    const state: LoadState = { departements, faits: 0, total: 0, crees: 0, gardes: 0 }
    await enqueue(trx, { kind: COMMUNES, payload: { ...state } }, now)
  })
}

/** The load under way, or the last one; undefined where none is known. */
export async function lastLoad(db: Db): Promise<LoadShown | undefined> {
  const task = await db
    .selectFrom('taches')
    .select(['etat', 'payload'])
    .where('kind', '=', COMMUNES)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return task && { ...stateOf(task), etat: task.etat }
}

const count = (value: unknown): number => (typeof value === 'number' ? value : 0)

function stateOf({ payload }: Pick<Task, 'payload'>): LoadState {
  const { departements, faits, total, crees, gardes } = payload
  return {
    departements: Array.isArray(departements) ? departements.map(String) : null,
    ...{ faits: count(faits), total: count(total), crees: count(crees), gardes: count(gardes) },
  }
}

/** The départements asked for, each with what it lies in, in the order of the file. */
function chosen({ pays, regions }: France, codes: string[] | null) {
  const wanted = codes === null ? undefined : new Set(codes)
  return regions.flatMap((region) =>
    region.departements
      .filter(({ code }) => wanted === undefined || wanted.has(code ?? ''))
      .map((departement) => ({ pays, region, departement })),
  )
}

class NotOurs extends Error {}

async function run({ db, clock }: TaskDeps, { task, alive }: TaskRun): Promise<void> {
  let state = stateOf(task)
  const all = chosen(await readFrance(), state.departements)
  for (const one of all.slice(state.faits)) {
    const before: LoadState = { ...state, total: all.length }
    state = await db
      .transaction()
      .execute(async (trx) => {
        const { crees, gardes } = await loadDepartement(trx, one, clock().toISOString())
        const after = {
          ...before,
          ...{ faits: before.faits + 1, crees: before.crees + crees, gardes: before.gardes + gardes },
        }
        const { numUpdatedRows } = await trx
          .updateTable('taches')
          .set({ payload: JSON.stringify(after) })
          .where('id', '=', task.id)
          .where('essais', '=', task.essais)
          .where('etat', '=', 'en_cours')
          .executeTakeFirst()
        // Another process took the task up: it does this département, and counts it.
        if (numUpdatedRows === 0n) throw new NotOurs()
        return after
      })
      .catch(async (error: unknown) => {
        // `alive` leaves the task to whoever holds it.
        if (error instanceof NotOurs) await alive()
        throw error
      })
    await alive(Math.floor((100 * state.faits) / all.length))
  }
}

/** For `startTaskLoop` and `runTasks`. */
export const communesHandlers: Record<string, TaskHandler> = { [COMMUNES]: { run } }
