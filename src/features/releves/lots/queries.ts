import { releveTitle } from '../../../champs/title.ts'
import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db } from '../../../db/schema.ts'
import type { CurrentUser } from '../../../web/env.ts'
import { visibleSources } from '../../droits/policy.ts'
import { TO_DO } from '../../droits/status.ts'

/** So many sources are offered in the list of a text box. */
const OFFERED = 500

/** The titles of those of these records that are in this source. */
export async function releveNames(db: Db, sourceId: number, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('releves')
    .select(['id', 'data'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('id'), [...ids]))
    .where('source_id', '=', sourceId)
    .execute()
  return new Map(rows.map((row) => [row.id, releveTitle(row)]))
}

/** Other sources of the same type that the reader sees and that are open to entry; whether he may write in one is asked for each record. */
export const otherSources = (db: Db, user: CurrentUser, source: { id: number; type_source_id: number }) =>
  db
    .selectFrom('sources')
    .select(['id', 'titre'])
    .where('type_source_id', '=', source.type_source_id)
    .where('id', '<>', source.id)
    .where('status', 'in', TO_DO)
    .where(visibleSources(user))
    .orderBy('titre_tri')
    .orderBy('id')
    .limit(OFFERED)
    .execute()

/** The source to which records of this one may move, where the reader sees it. */
export const otherSource = (db: Db, user: CurrentUser, typeId: number, id: number) =>
  db
    .selectFrom('sources')
    .select('id')
    .where('id', '=', id)
    .where('type_source_id', '=', typeId)
    .where(visibleSources(user))
    .executeTakeFirst()
