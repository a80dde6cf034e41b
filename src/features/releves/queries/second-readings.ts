import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely'
import type { Held } from '../../../champs/held.ts'
import type { Db, ReleveData, Schema } from '../../../db/schema.ts'
import type { Paging } from '../../../web/pagination.ts'
import { isOthers, isToKey } from '../../sources/queries/second-keying.ts'
import { registerOrder, sorted, standing } from './order.ts'

type WithSeconds = Schema & { s: Schema['secondes_saisies'] }
type SecondsExpression = ExpressionBuilder<WithSeconds, 's' | 'releves'>
type Seconds = SelectQueryBuilder<WithSeconds, 's' | 'releves', object>

/** The drawn acts of a source that are still there, in the order of the register. */
export async function secondsInOrder(db: Db, sourceId: number) {
  const order = await registerOrder(db, sourceId)
  const joined = order
    .releves()
    .innerJoin('secondes_saisies as s', (join) =>
      join.onRef('s.releve_id', '=', 'releves.id').on('s.source_id', '=', sourceId),
    )
  return sorted(joined as unknown as ReturnType<typeof order.releves>, order) as unknown as Seconds
}

/** Whoever typed an act, or changed it last, does not type it again. */
const isOwn = (userId: number) => (eb: SecondsExpression) =>
  eb.or([eb('releves.created_by', '=', userId), eb('releves.updated_by', '=', userId)])

/** A second reading as it is kept; undefined where nobody has typed it. */
const heldOf = (data: ReleveData | null, etats: Record<string, string> | null): Held | undefined =>
  data === null ? undefined : { data, etats: (etats ?? {}) as Held['etats'] }

/** A person at work in the second keying of a source. */
export interface Keying {
  sourceId: number
  userId: number
  now: string
}

/** On nobody else's screen at this moment. */
export const isFree =
  ({ userId, now }: Keying) =>
  (eb: SecondsExpression) =>
    eb.or([eb('s.prise_jusqua', 'is', null), eb('s.prise_jusqua', '<=', now), eb('s.prise_par', '=', userId)])

/** The next act for this person, in the order of the register; those on other screens come last, then at all only by their number. */
export async function nextToKey(db: Db, keying: Keying): Promise<number | undefined> {
  const row = await (await secondsInOrder(db, keying.sourceId))
    .select('releves.id')
    .where((eb) => isToKey(eb as never))
    .where((eb) => isOthers(keying.userId)(eb as never))
    .where(isFree(keying))
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** How it stands with a drawn act, for the person who looks. */
export interface DrawnAct {
  id: number
  data: ReleveData
  isOwn: boolean
  isTyped: boolean
  isWaived: boolean
  /** Somebody else has it on the screen. */
  by: string | null
}

export async function listDrawn(db: Db, { sourceId, userId, now }: Keying, paging: Paging): Promise<DrawnAct[]> {
  const rows = await (await secondsInOrder(db, sourceId))
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 's.prise_par').on('s.prise_jusqua', '>', now).on('users.id', '<>', userId),
    )
    .select(['releves.id', 'releves.data', 'releves.created_by', 'releves.updated_by', 'users.name as by'])
    .select((eb) => [eb('s.data', 'is not', null).as('typed'), eb('s.dispense_at', 'is not', null).as('waived')])
    .limit(paging.parPage)
    .offset(paging.offset)
    .execute()
  return rows.map(({ created_by, updated_by, typed, waived, ...row }) => ({
    ...row,
    isOwn: created_by === userId || updated_by === userId,
    isTyped: Boolean(typed),
    isWaived: Boolean(waived),
  }))
}

/** Drawn acts, those that are typed or waived, and those that wait for this person. */
export async function countDrawn(db: Db, { sourceId, userId }: Omit<Keying, 'now'>) {
  const row = await (await secondsInOrder(db, sourceId))
    .clearOrderBy()
    .select((eb) => {
      const open = isToKey(eb as never)
      return [
        eb.fn.countAll<number>().as('tires'),
        eb.fn.count<number>(eb.case().when(open).then(1).end()).as('restent'),
        eb.fn
          .count<number>(
            eb
              .case()
              .when(eb.and([open, isOwn(userId)(eb)]))
              .then(1)
              .end(),
          )
          .as('siens'),
      ]
    })
    .executeTakeFirstOrThrow()
  return { tires: Number(row.tires), restent: Number(row.restent), siens: Number(row.siens) }
}

/** A drawn act with what decides who may type it; undefined where it was not drawn, or is gone. */
export async function findDrawn(db: Db, sourceId: number, releveId: number) {
  const act = await db
    .selectFrom('releves')
    .select(['id', 'data', 'etats', 'version', 'created_by', 'updated_by', 'repere'])
    .where('source_id', '=', sourceId)
    .where('id', '=', releveId)
    .executeTakeFirst()
  const row = await db
    .selectFrom('secondes_saisies as s')
    .leftJoin('users', 'users.id', 's.prise_par')
    .select(['s.data', 's.etats', 's.user_id', 's.dispense_at', 's.arbitre_at', 's.arbitre_par'])
    .select(['s.prise_par', 's.prise_jusqua', 'users.name as prise_par_nom'])
    .where('s.source_id', '=', sourceId)
    .where('s.releve_id', '=', releveId)
    .executeTakeFirst()
  if (!act || !row) return undefined
  const { data, etats, ...rest } = row
  return { ...act, ...rest, second: heldOf(data, etats) }
}

/** Was an act drawn, whether it is still there or not? */
export async function wasDrawn(db: Db, sourceId: number, releveId: number): Promise<boolean> {
  const row = await db
    .selectFrom('secondes_saisies')
    .select('id')
    .where('source_id', '=', sourceId)
    .where('releve_id', '=', releveId)
    .executeTakeFirst()
  return row !== undefined
}

export type Drawn = NonNullable<Awaited<ReturnType<typeof findDrawn>>>

/** Stands after this act in the register. */
export async function afterInRegister(db: Db, sourceId: number, releveId: number) {
  const order = await registerOrder(db, sourceId)
  return standing(order.keys, 'after', await order.placeOf(releveId))
}

/** The number of an act in the order of its register, from 1. */
export async function placeInRegister(db: Db, sourceId: number, releveId: number): Promise<number> {
  const order = await registerOrder(db, sourceId)
  const { n } = await order
    .releves()
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(standing(order.keys, 'before', await order.placeOf(releveId)))
    .executeTakeFirstOrThrow()
  return Number(n) + 1
}

/** Gives what this person typed of the act before, where it was typed a second time too: short dates and « = » lean on it, and on nothing of the first reading. */
export async function ownBefore(db: Db, { sourceId, userId }: Omit<Keying, 'now'>, releveId: number) {
  const order = await registerOrder(db, sourceId)
  const before = await sorted(order.releves().select('releves.id'), order, 'desc')
    .where(standing(order.keys, 'before', await order.placeOf(releveId)))
    .limit(1)
    .executeTakeFirst()
  if (!before) return undefined
  const row = await db
    .selectFrom('secondes_saisies')
    .select(['data', 'etats'])
    .where('source_id', '=', sourceId)
    .where('releve_id', '=', before.id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && heldOf(row.data, row.etats)
}
