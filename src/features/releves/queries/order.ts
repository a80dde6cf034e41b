import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { prepared } from '../../../db/prepared.ts'
import type { Db, Schema } from '../../../db/schema.ts'

type Releves = SelectQueryBuilder<Schema, 'releves', object>

/**
 * The order of the register: records stand as they were entered, by their ids, but for those that were inserted between two others
 * (table `rangs`, written by `actions/insert.ts`). Sources without such records are read by their ids alone.
 */
export interface RegisterOrder {
  /** The records of the source, with what `keys` read. */
  releves(): Releves
  /** To sort by, the first one first; all rise in the order of the register. */
  keys: readonly RawBuilder<number>[]
  /** Where this record of the source stands: one number for each key. */
  placeOf(id: number): Promise<number[]>
}

const PLAIN = [sql<number>`releves.id`]
const RANKED = [sql<number>`coalesce(rangs.apres, releves.id)`, sql<number>`coalesce(rangs.rang, 0)`]

const insertedIn = (db: Db, sourceId: number) => db.selectFrom('rangs').where('source_id', '=', sourceId)

const firstInserted = prepared((db, { sourceId }: { sourceId: number }) =>
  insertedIn(db, sourceId).select('releve_id').limit(1),
)

export async function registerOrder(db: Db, sourceId: number): Promise<RegisterOrder> {
  const releves = db.selectFrom('releves').where('releves.source_id', '=', sourceId)
  if ((await firstInserted(db, { sourceId }, '')).length === 0)
    return { releves: () => releves, keys: PLAIN, placeOf: async (id) => [id] }
  // Names that the columns of records do not have.
  const ranks = insertedIn(db, sourceId).select(['releve_id', 'apres', 'rang']).as('rangs')
  const joined = releves.leftJoin(ranks, 'rangs.releve_id', 'releves.id') as unknown as Releves
  return { releves: () => joined, keys: RANKED, placeOf: (id) => storedPlace(db, id) }
}

/** The id of the record entered in its turn by which this one stands, and its number among those inserted there: 0 for that one itself. */
export async function storedPlace(db: Db, id: number): Promise<[apres: number, rang: number]> {
  const rank = await db.selectFrom('rangs').select(['apres', 'rang']).where('releve_id', '=', id).executeTakeFirst()
  return rank ? [rank.apres, rank.rang] : [id, 0]
}

const COMPARED = { after: sql`>`, before: sql`<` }

/** The records that stand after, or before, a place. */
export const standing = (
  keys: readonly RawBuilder<number | string>[],
  side: 'after' | 'before',
  place: readonly (number | string)[],
) => sql<boolean>`(${sql.join(keys)}) ${COMPARED[side]} (${sql.join(place)})`

/** Sorts in the order of the register, or the other way round. */
export const sorted = <O>(
  query: SelectQueryBuilder<Schema, 'releves', O>,
  { keys }: Pick<RegisterOrder, 'keys'>,
  dir: 'asc' | 'desc' = 'asc',
): SelectQueryBuilder<Schema, 'releves', O> => keys.reduce((rest, key) => rest.orderBy(key, dir), query)

/** Ids of a source's records in the order of the register, from the first or (« desc ») from the last. */
export async function idsInOrder(
  db: Db,
  sourceId: number,
  { dir = 'asc', limit, offset = 0 }: { dir?: 'asc' | 'desc'; limit: number; offset?: number },
): Promise<number[]> {
  const order = await registerOrder(db, sourceId)
  const rows = await sorted(order.releves().select('releves.id'), order, dir).limit(limit).offset(offset).execute()
  return rows.map(({ id }) => id)
}

/** The id of the record before or after this one in the order of its source's register; undefined at the end. */
export async function besideInRegister(
  order: RegisterOrder,
  id: number,
  side: 'after' | 'before',
): Promise<number | undefined> {
  const beside = order
    .releves()
    .select('releves.id')
    .where(standing(order.keys, side, await order.placeOf(id)))
  const nearest = sorted(beside, order, side === 'after' ? 'asc' : 'desc').limit(1)
  return (await nearest.executeTakeFirst())?.id
}
