import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db } from '../../../db/schema.ts'
import type { ActKind } from '../../../db/schema-persons.ts'

/** The kinds of acts of these registers. */
export async function actsOf(db: Db, ids: readonly number[]): Promise<ActKind[]> {
  const rows = await db
    .selectFrom('registres')
    .select('acte')
    .distinct()
    .where((eb) => dialectOf(db).sql.inList(eb.ref('id'), [...ids]))
    .orderBy('acte')
    .execute()
  return rows.map(({ acte }) => acte)
}

/** Types of sources with the kind of act that each is for. */
export const typesByAct = (db: Db) =>
  db.selectFrom('types_sources').select(['id', 'nom', 'acte']).orderBy('nom_key').execute()

export type TypeOfAct = Awaited<ReturnType<typeof typesByAct>>[number]
