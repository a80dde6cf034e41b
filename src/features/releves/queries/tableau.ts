import { sql } from 'kysely'
import type { Db } from '../../../db/schema.ts'
import type { Paging } from '../../../web/pagination.ts'
import { type RegisterOrder, registerOrder, sorted, standing } from './order.ts'
import { type Releve, relevesByIds } from './records.ts'

/**
 * The text of the field `vue`, a number included; `->>` and the cast say the same on both engines. Migration 0072 has an index over this very
 * expression.
 */
export const VUE = sql<string | null>`substr(cast(releves.data ->> 'vue' as text), 1, 500)`

const ofView = ({ releves }: RegisterOrder, vue: string | null) =>
  releves().$if(vue !== null, (query) => query.where(VUE, '=', vue))

/** More acts without a view, one after the other, are acts of a register that has none. */
const LOOKED_AT = 50

/** The view of the record entered last in a source that tells one; null where none of the last ones does. */
export async function lastView(db: Db, sourceId: number): Promise<string | null> {
  const last = await db
    .selectFrom('releves')
    .select(VUE.as('vue'))
    .where('source_id', '=', sourceId)
    .orderBy('id', 'desc')
    .limit(LOOKED_AT)
    .execute()
  return last.find(({ vue }) => vue !== null && vue !== '')?.vue ?? null
}

export async function countRows(db: Db, sourceId: number, vue: string): Promise<number> {
  const { n } = await ofView(await registerOrder(db, sourceId), vue)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Acts of a view of a source (null: of all of them) in the order of the register. */
export async function tableRows(db: Db, sourceId: number, vue: string | null, paging: Paging): Promise<Releve[]> {
  const order = await registerOrder(db, sourceId)
  const rows = await sorted(ofView(order, vue).select('releves.id'), order)
    .limit(paging.parPage)
    .offset(paging.offset)
    .execute()
  return relevesByIds(
    db,
    rows.map(({ id }) => id),
  )
}

/** Which row of the table a record is, from 1; 0 where it is none of them. */
export async function positionOf(db: Db, sourceId: number, vue: string | null, id: number): Promise<number> {
  const order = await registerOrder(db, sourceId)
  const held = await ofView(order, vue).select('releves.id').where('releves.id', '=', id).executeTakeFirst()
  if (!held) return 0
  const { n } = await ofView(order, vue)
    .where(standing(order.keys, 'before', await order.placeOf(id)))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n + 1
}
