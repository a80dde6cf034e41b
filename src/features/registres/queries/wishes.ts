import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db } from '../../../db/schema.ts'
import type { CurrentUser } from '../../../web/env.ts'

/** A line of the inventory that may be asked for, one that this reader asks for already, or somebody else. */
export type Wish = 'libre' | 'own' | 'other'

/** How these lines of the inventory stand, as far as they are kept and no source takes them, seen or not; the others are left out. */
export async function wishesFor(db: Db, user: CurrentUser, ids: readonly number[]): Promise<Map<number, Wish>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('registres')
    .leftJoin('demandes_registres as open', (join) =>
      join.onRef('open.registre_id', '=', 'registres.id').on('open.etat', '=', 'ouverte'),
    )
    .select(['registres.id', 'open.user_id'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('registres.id'), [...ids]))
    .where('registres.etat', '=', 'conserve')
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('registre_sources').select('source_id').whereRef('registre_id', '=', 'registres.id')),
      ),
    )
    .execute()
  const wishes = new Map<number, Wish>()
  for (const { id, user_id } of rows)
    if (wishes.get(id) !== 'own') wishes.set(id, user_id === null ? 'libre' : user_id === user.id ? 'own' : 'other')
  return wishes
}
