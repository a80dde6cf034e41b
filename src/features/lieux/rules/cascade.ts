import { type RawBuilder, sql } from 'kysely'
import { dialectOf } from '../../../db/dialect/index.ts'
import type { Trx } from '../../../db/schema.ts'
import { MAX_DEPTH } from '../../../lib/place-path.ts'
import { type NamedPlace, suffixOf } from './long-name.ts'
import { searchSuffix } from './search-words.ts'

/** Where a recomputation starts: one place under these ancestors (nearest first), or every root. */
type Start = { id: number; ancestors: NamedPlace[]; parentPath: string } | 'roots'

/** Long name, path and search words of the places where it starts; the same columns as the recursive step below. */
function seed(start: Start, hidden: RawBuilder<unknown>): RawBuilder<unknown> {
  const ancestors = start === 'roots' ? [] : start.ancestors
  const path = start === 'roots' ? '/' : start.parentPath
  const suffix = suffixOf(ancestors)
  const following = suffix === '' ? '' : `, ${suffix}`
  const found = searchSuffix(suffix)
  const where = start === 'roots' ? sql`l.lieu_parent_id is null` : sql`l.id = ${start.id}`
  return sql`select l.id, l.nom || cast(${following} as text),
      case when ${hidden} then cast(${following} as text) else ', ' || l.nom || cast(${following} as text) end,
      ' ' || l.nom_tri || ' ' || cast(${found} as text),
      case when ${hidden} then cast(${found} as text) else l.nom_tri || ' ' || cast(${found} as text) end,
      cast(${path} as text) || cast(l.id as text) || '/', 1
    from lieux l left join types_lieux t on t.id = l.type_id where ${where}`
}

/**
 * Recomputes nom_long, chemin and recherche of a place and of everything below it, in one statement. The caller holds the
 * lock « lieux » and has made sure that no cycle is there; UNION and the depth cap end the recursion even so. Returns how many
 * places it changed: where that is not none, records may hold old names, and the caller enqueues their refresh.
 */
export async function recompute(trx: Trx, start: Start): Promise<number> {
  const hidden = sql`t.dans_nom_long = ${dialectOf(trx).sql.booleanLiteral(false)}`
  // `suite` is what the children append to their own name, `mots_suite` the same for the search.
  const result = await sql`with recursive d (id, nom_long, suite, mots, mots_suite, chemin, rang) as (
    ${seed(start, hidden)}
    union
    select l.id, l.nom || d.suite,
      case when ${hidden} then d.suite else ', ' || l.nom || d.suite end,
      ' ' || l.nom_tri || ' ' || d.mots_suite,
      case when ${hidden} then d.mots_suite else l.nom_tri || ' ' || d.mots_suite end,
      d.chemin || cast(l.id as text) || '/', d.rang + 1
    from d join lieux l on l.lieu_parent_id = d.id left join types_lieux t on t.id = l.type_id
    where d.rang < ${sql.lit(MAX_DEPTH)}
  )
  update lieux set nom_long = d.nom_long, chemin = d.chemin,
    recherche = replace(replace(d.mots, ' st ', ' saint '), ' ste ', ' sainte ')
  from d where d.id = lieux.id and (lieux.nom_long <> d.nom_long or lieux.chemin <> d.chemin
    or lieux.recherche <> replace(replace(d.mots, ' st ', ' saint '), ' ste ', ' sainte '))`.execute(trx)
  return Number(result.numAffectedRows ?? 0)
}

/** Long names of the whole table, after the flag of a type changed. Takes the lock « lieux ». */
export async function recomputeAll(trx: Trx): Promise<number> {
  await dialectOf(trx).locks.lock(trx, 'lieux')
  return recompute(trx, 'roots')
}
