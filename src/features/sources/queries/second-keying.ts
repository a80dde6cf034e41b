import type { ExpressionBuilder } from 'kysely'
import { prepared } from '../../../db/prepared.ts'
import type { Db, Schema } from '../../../db/schema.ts'
import type { OpenCounts } from '../rules/second-keying.ts'

type WithSeconds = Schema & { s: Schema['secondes_saisies'] }
type SecondsExpression = ExpressionBuilder<WithSeconds, 's'>

/** Nobody has typed it yet, and somebody still has to. */
export const isToKey = (eb: SecondsExpression) => eb.and([eb('s.data', 'is', null), eb('s.dispense_at', 'is', null)])

/** Both readings differ, and nobody has said yet which one holds. */
export const isToArbitrate = (eb: SecondsExpression) =>
  eb.and([eb('s.data', 'is not', null), eb('s.arbitre_at', 'is', null)])

/** Whoever typed an act, or changed it last, does not type it again; of an act whose account is gone that is nobody. */
export const isOthers = (userId: number) => (eb: ExpressionBuilder<Schema, 'releves'>) =>
  eb.and(
    (['releves.created_by', 'releves.updated_by'] as const).map((column) =>
      eb.or([eb(column, 'is', null), eb(column, '<>', userId)]),
    ),
  )

/** The drawn acts of a source that are still in it: one that was deleted waits for nobody. */
export const secondsIn = (db: Db, sourceId: number) =>
  db
    .selectFrom('secondes_saisies as s')
    .innerJoin('releves', 'releves.id', 's.releve_id')
    .where('s.source_id', '=', sourceId)
    .where('releves.source_id', '=', sourceId)

const openOfSource = prepared((db, { source }: { source: number }) =>
  secondsIn(db, source).select((eb) => {
    const e = eb as unknown as SecondsExpression
    return [
      eb.fn.count<number>(e.case().when(isToKey(e)).then(1).end()).as('aSaisir'),
      eb.fn.count<number>(e.case().when(isToArbitrate(e)).then(1).end()).as('aArbitrer'),
    ]
  }),
)

export async function countOpenSeconds(db: Db, source: number): Promise<OpenCounts> {
  const [row] = await openOfSource(db, { source }, '')
  return { aSaisir: Number(row?.aSaisir ?? 0), aArbitrer: Number(row?.aArbitrer ?? 0) }
}
