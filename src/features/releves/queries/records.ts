import { sql } from 'kysely'
import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db, ReleveData, ReleveEtats, ReleveLectures } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import { isoOf } from '../../../search/entry.ts'
import type { CurrentUser } from '../../../web/env.ts'
import { MAX_RELEVE_ID } from '../../../web/form.ts'
import type { Paging } from '../../../web/pagination.ts'
import { visibleSources } from '../../droits/policy.ts'
import type { VersionRow } from '../rules/history.ts'
import { besideInRegister, idsInOrder, type RegisterOrder, registerOrder, sorted, standing } from './order.ts'

const COLUMNS = [
  ...(['id', 'source_id', 'data', 'etats', 'lectures', 'repere'] as const),
  ...(['date_evenement', 'version', 'created_at', 'updated_at'] as const),
] as const

export interface Releve {
  id: number
  source_id: number
  data: ReleveData
  etats: ReleveEtats
  /** Other readings of its fields; null: none. */
  lectures: ReleveLectures | null
  /** Share of the height of its view, where the ruler was moved to it. */
  repere: number | null
  /** ISO day, null for none. */
  date_evenement: string | null
  version: number
  created_at: string
  updated_at: string
}

/** Records in the order of `ids`; those that do not exist are left out. No right is asked: the caller has done it. */
export async function relevesByIds(db: Db, ids: readonly number[]): Promise<Releve[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('releves')
    .select(COLUMNS)
    .where((eb) => dialectOf(db).sql.inList(eb.ref('id'), ids))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const BATCH = 500

const DATE = sql<string>`releves.date_evenement`

/** After or before a row in the order of dates: one comparison, for which the engines go straight to its place in the index. */
const beside = ({ keys }: RegisterOrder, side: 'after' | 'before', date: string, place: readonly number[]) =>
  standing([DATE, ...keys], side, [date, ...place])

const ofSource = (db: Db, sourceId: number) => db.selectFrom('releves').where('source_id', '=', sourceId)

// Without date first, as in search results: the engines disagree on where they put null, so the two groups are two queries.
const undated = (order: RegisterOrder) => order.releves().where('date_evenement', 'is', null)
const dated = (order: RegisterOrder) => order.releves().where('date_evenement', 'is not', null)

const HELD = ['id', 'data', 'etats', 'lectures'] as const

/** A record as a file has it. Half the columns are read in half the time; for the date SQLite would read `data` once more. */
type Held = Pick<Releve, (typeof HELD)[number]>

/** The batch after `last` (undefined for the first) until one is not full. */
async function* batches(next: (last: Held | undefined) => Promise<Held[]>): AsyncGenerator<Held[]> {
  let rows = await next(undefined)
  while (rows.length > 0) {
    yield rows
    rows = rows.length < BATCH ? [] : await next(rows.at(-1))
  }
}

/**
 * All records of a source in the order of dates (without date first, those of one day as they stand in the register), 500 at a time,
 * each batch a query of its own.
 */
export async function* streamReleves(db: Db, sourceId: number): AsyncGenerator<Held[]> {
  const order = await registerOrder(db, sourceId)
  yield* batches(async (last) => {
    const place = last && (await order.placeOf(last.id))
    const rest = undated(order).$if(place !== undefined, (query) =>
      query.where(standing(order.keys, 'after', place ?? [])),
    )
    return sorted(rest.select(HELD), order).limit(BATCH).execute()
  })
  yield* batches(async (last) => {
    const place = last && (await order.placeOf(last.id))
    const date = (last && isoOf(last.data)) ?? ''
    const rest = dated(order).$if(place !== undefined, (query) =>
      query.where(beside(order, 'after', date, place ?? [])),
    )
    return sorted(rest.select(HELD).orderBy('date_evenement'), order).limit(BATCH).execute()
  })
}

export const SORTS = ['date', 'date-desc', 'saisie', 'saisie-desc'] as const
export type ReleveSort = (typeof SORTS)[number]

/** A page of a source's records, by date of the event or in the order of the register. */
export async function listReleves(db: Db, sourceId: number, sort: ReleveSort, paging: Paging): Promise<Releve[]> {
  const dir = sort.endsWith('-desc') ? 'desc' : 'asc'
  const { parPage: limit, offset } = paging
  if (!sort.startsWith('date')) return relevesByIds(db, await idsInOrder(db, sourceId, { dir, limit, offset }))
  const order = await registerOrder(db, sourceId)
  const byDate = order
    .releves()
    .select('releves.id')
    .orderBy('date_evenement', (ob) => (dir === 'asc' ? ob.asc().nullsFirst() : ob.desc().nullsLast()))
  const rows = await sorted(byDate, order, dir).limit(limit).offset(offset).execute()
  return relevesByIds(
    db,
    rows.map(({ id }) => id),
  )
}

const LAST_ENTRIES = 5

/** The records that were entered last in a source, wherever they stand in it, newest first. */
export const lastReleves = (db: Db, sourceId: number): Promise<Releve[]> =>
  ofSource(db, sourceId).select(COLUMNS).orderBy('id', 'desc').limit(LAST_ENTRIES).execute()

/** The record at the end of the register, after which the desk goes on; undefined in a source without records. */
export async function endOfRegister(db: Db, sourceId: number): Promise<Releve | undefined> {
  const order = await registerOrder(db, sourceId)
  return sorted(order.releves().select(COLUMNS), order, 'desc').limit(1).executeTakeFirst()
}

/** So many records back somebody's own last one is looked for, where several people enter a source at once. */
const FAR_BACK = 20

/**
 * The last record of this person in the register of a source, as far as it is at hand, else the last one of all; those entered before
 * the record `upTo`.
 */
export async function lastBefore(db: Db, sourceId: number, userId: number, upTo = MAX_RELEVE_ID) {
  const order = await registerOrder(db, sourceId)
  const rows = await sorted(order.releves().select(['data', 'created_by', 'releves.created_at']), order, 'desc')
    .where('releves.id', '<', upTo)
    .limit(FAR_BACK)
    .execute()
  return rows.find(({ created_by }) => created_by === userId) ?? rows[0]
}

export const UNKNOWN = 'Ce relevé n’existe pas, ou il ne vous est pas accessible.'

/** A record with who entered it and who changed it last. 404 where this user does not see its source. */
export async function findVisibleReleve(db: Db, user: CurrentUser, id: number) {
  const releve = await db
    .selectFrom('releves')
    .innerJoin('sources', 'sources.id', 'releves.source_id')
    .leftJoin('users as author', 'author.id', 'releves.created_by')
    .leftJoin('users as editor', 'editor.id', 'releves.updated_by')
    .select(COLUMNS.map((column) => `releves.${column}` as const))
    .select(['releves.created_by', 'author.name as author', 'editor.name as editor'])
    .where('releves.id', '=', id)
    .where((eb) => visibleSources(user)(eb))
    .executeTakeFirst()
  if (!releve) throw new AppError('introuvable', UNKNOWN)
  return releve
}

/** The records before and after this one in its source, in the order of dates. `order`: that of its source. */
export async function neighboursOf(order: RegisterOrder, releve: Pick<Releve, 'id' | 'date_evenement'>) {
  const { id, date_evenement: date } = releve
  const place = await order.placeOf(id)
  const first = async (query: ReturnType<typeof dated>, dir: 'asc' | 'desc') => {
    const rows = sorted(query.select('releves.id').orderBy('date_evenement', dir), order, dir)
    return (await rows.limit(1).executeTakeFirst())?.id
  }
  if (date === null) {
    const previous = await first(undated(order).where(standing(order.keys, 'before', place)), 'desc')
    const next = await first(undated(order).where(standing(order.keys, 'after', place)), 'asc')
    return { previous, next: next ?? (await first(dated(order), 'asc')) }
  }
  const previous = await first(dated(order).where(beside(order, 'before', date, place)), 'desc')
  const next = await first(dated(order).where(beside(order, 'after', date, place)), 'asc')
  return { previous: previous ?? (await first(undated(order), 'desc')), next }
}

/** The record before this one in the order of the register (`order.ts`), and the id of the one after it. */
export async function entryNeighboursOf(db: Db, releve: Pick<Releve, 'id' | 'source_id'>) {
  const order = await registerOrder(db, releve.source_id)
  const previous = await besideInRegister(order, releve.id, 'before')
  const next = await besideInRegister(order, releve.id, 'after')
  return { previous: previous === undefined ? undefined : (await relevesByIds(db, [previous]))[0], next }
}

/** Versions of a record, newest first, `limit` of them and the one before, with which the oldest shown is compared. */
export function versionsOf(db: Db, releveId: number, limit: number, offset = 0): Promise<VersionRow[]> {
  return (
    db
      .selectFrom('releve_versions')
      .leftJoin('users', 'users.id', 'releve_versions.user_id')
      .select(['releve_versions.version', 'operation', 'data', 'etats', 'lectures', 'users.name as author'])
      .select('releve_versions.created_at')
      // Whoever applied a proposal did it at the instant at which the proposal was closed.
      .select((eb) =>
        eb
          .selectFrom('fils')
          .innerJoin('users as lecteur', 'lecteur.id', 'fils.user_id')
          .select('lecteur.name')
          .whereRef('fils.releve_id', '=', 'releve_versions.releve_id')
          .whereRef('fils.resolu_at', '=', 'releve_versions.created_at')
          .where('fils.decision', '=', 'appliquee')
          .limit(1)
          .as('proposed_by'),
      )
      .where('releve_id', '=', releveId)
      .orderBy('releve_versions.id', 'desc')
      .limit(limit + 1)
      .offset(offset)
      .execute()
  )
}

/** The source of a record that exists or existed, how long its history is and what it last was. 404 as for the record itself. */
export async function findVisibleHistory(db: Db, user: CurrentUser, releveId: number) {
  const last = await db
    .selectFrom('releve_versions')
    .innerJoin('sources', 'sources.id', 'releve_versions.source_id')
    .select(['releve_versions.source_id', 'operation', 'data'])
    .select((eb) =>
      eb
        .selectFrom('releve_versions as all_versions')
        .select((e) => e.fn.countAll<number>().as('n'))
        .where('all_versions.releve_id', '=', releveId)
        .as('total'),
    )
    .where('releve_id', '=', releveId)
    .where((eb) => visibleSources(user)(eb))
    .orderBy('releve_versions.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) throw new AppError('introuvable', UNKNOWN)
  return { ...last, total: last.total ?? 0, isDeleted: last.operation === 'suppression' }
}
