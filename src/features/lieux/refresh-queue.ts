import type { Db } from '../../db/schema.ts'
import { idsOf } from '../../lib/place-path.ts'
import { enqueue, type Task } from '../taches/actions.ts'

/** Kind of the task that brings the places kept inside records up to date (decisions.md, section 4). */
export const REFRESH = 'lieux_copies'

/** How far the pass over the records is. It looks at every record, so that one pass serves all changes made before it began. */
export interface RefreshState {
  /** Where names changed: these places and what is below them; null for anywhere. */
  lieux: number[] | null
  /** The last record looked at, in the order of ids, and how many were. */
  apres: number
  vus: number
}

/** A task with more places than that says « anywhere ». */
const MAX_PLACES = 200

/** Call it in the transaction that changes long names, or merges places: of this place and what is below it (null: anywhere). */
export async function enqueueRefresh(trx: Db, lieuId: number | null, now: Date): Promise<void> {
  const state: RefreshState = { lieux: lieuId === null ? null : [lieuId], apres: 0, vus: 0 }
  await enqueue(trx, { kind: REFRESH, payload: { ...state } }, now)
}

const isIdList = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((id) => typeof id === 'number')
const count = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** The payload of a task, whatever version of the program wrote it. */
export function refreshState({ payload }: Pick<Task, 'payload'>): RefreshState {
  const { lieux, apres, vus } = payload
  return { lieux: isIdList(lieux) ? lieux : null, apres: count(apres), vus: count(vus) }
}

/** One state for the changes of several. */
export function allOf(states: RefreshState[]): Pick<RefreshState, 'lieux'> {
  const places = new Set<number>()
  for (const { lieux } of states) {
    if (lieux === null) return { lieux: null }
    for (const id of lieux) places.add(id)
  }
  return { lieux: places.size > MAX_PLACES ? null : [...places] }
}

/** Records whose type has a field of places: as many as a pass looks at. */
export async function recordsWithPlaces(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('sources')
    .select((eb) => eb.fn.sum<number | null>('nb_releves').as('n'))
    .where('type_source_id', 'in', (eb) => eb.selectFrom('champs').select('type_source_id').where('type', '=', 'place'))
    .executeTakeFirstOrThrow()
  return n ?? 0
}

/** Records that may still hold an old name of the place of this path; 0 where all are up to date. */
export async function recordsToRefresh(db: Db, chemin: string): Promise<number> {
  const tasks = await db
    .selectFrom('taches')
    .select('payload')
    .where('kind', '=', REFRESH)
    .where('etat', 'in', ['attente', 'en_cours', 'garee'])
    .execute()
  const path = new Set(idsOf(chemin))
  const concerned = tasks.map(refreshState).filter(({ lieux }) => lieux === null || lieux.some((id) => path.has(id)))
  if (concerned.length === 0) return 0
  const total = await recordsWithPlaces(db)
  return Math.max(0, total - Math.min(...concerned.map(({ vus }) => vus)))
}
