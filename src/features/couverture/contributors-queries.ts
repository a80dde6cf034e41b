import { dialectOf } from '../../db/dialect/index.ts'
import type { Db } from '../../db/schema.ts'
import { sortKey } from '../../lib/text.ts'
import type { CurrentUser } from '../../web/env.ts'
import { visibleSources } from '../droits/policy.ts'
import { idsBelow } from '../lieux/queries/places.ts'

const inOrder = (rows: readonly { name: string }[]): string[] =>
  rows.map(({ name }) => name).toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))

/** Accounts that are not deleted, of people who wish to be named. */
const whoWishIt = (db: Db) =>
  db.selectFrom('users').select('name').where('contributeur_nomme', '=', true).where('supprime_at', 'is', null)

/** The names of those among these accounts who wish to be named, in order. */
export async function namedContributors(db: Db, ids: ReadonlySet<number>): Promise<string[]> {
  if (ids.size === 0) return []
  const rows = await whoWishIt(db)
    .where((eb) => dialectOf(db).sql.inList(eb.ref('users.id'), [...ids]))
    .execute()
  return inOrder(rows)
}

/** Those of them who typed acts of a place, or of a place below it, in sources that this reader sees. */
export async function contributorsOfPlace(db: Db, user: CurrentUser, chemin: string): Promise<string[]> {
  const sources = db
    .selectFrom('sources')
    .select('sources.id')
    .where('sources.lieu_id', 'in', idsBelow(db, chemin))
    .where(visibleSources(user))
  const typists = db
    .selectFrom('saisies')
    .select('saisies.user_id')
    .where('saisies.source_id', 'in', sources.$castTo<{ id: number }>())
    .where('saisies.n', '>', 0)
  return inOrder(await whoWishIt(db).where('users.id', 'in', typists).execute())
}
