import { genreOf, isOfOtherSex, partsOfGenre } from '../../champs/genres.ts'
import type { Champ } from '../../champs/kind.ts'
import type { Db } from '../../db/schema.ts'
import { SHARED_TYPES } from './rules/values.ts'

/** Fields whose values one field offers, as their ids: those that hold the same kind of name, or the field alone. */
export interface Peers {
  /** By type of source, those that hold names of the other sex left out. */
  byType: ReadonlyMap<number, number[]>
  /** Ids, of all types of source. */
  all: number[]
  /** Those that write in capitals. */
  capitals: number[]
}

/** `type`: the type of source of the field. */
export async function peersOf(db: Db, champ: Champ, type: number): Promise<Peers> {
  const genre = genreOf(champ)
  if (genre === null) return { byType: new Map([[type, [champ.id]]]), all: [champ.id], capitals: [] }
  const rows = await db
    .selectFrom('champs')
    .leftJoin('groupes', 'groupes.id', 'champs.groupe_id')
    .select(['champs.id', 'champs.type_source_id', 'champs.majuscules', 'groupes.role'])
    .where('champs.partie', 'in', partsOfGenre(genre))
    .where('champs.type', 'in', SHARED_TYPES)
    .where('champs.completion', '=', true)
    .execute()
  const byType = new Map<number, number[]>()
  for (const { id, type_source_id, role } of rows) {
    if (isOfOtherSex(genre, champ.groupe?.role ?? null, role)) continue
    byType.set(type_source_id, [...(byType.get(type_source_id) ?? []), id])
  }
  const capitals = rows.flatMap(({ id, majuscules }) => (majuscules ? [id] : []))
  return { byType, all: rows.map(({ id }) => id), capitals }
}
