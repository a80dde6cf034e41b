import { type SelectQueryBuilder, sql } from 'kysely'
import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db, Schema } from '../../../db/schema.ts'
import { endOfRange } from '../../../lib/place-path.ts'
import type { CurrentUser } from '../../../web/env.ts'
import type { Paging } from '../../../web/pagination.ts'
import { visibleSources } from '../../droits/policy.ts'
import { searchedWords } from '../rules/search-words.ts'
import { descendantIds, matchingIds } from './places.ts'
import { type Narrowing, narrowing } from './word-index.ts'

export const LIEU_SORTS = ['nom', 'nom_long', 'type'] as const
export type LieuSort = (typeof LIEU_SORTS)[number]

/** null and '' leave a criterion out. */
export interface LieuFilter {
  type: number | null
  q: string
  /** This place and everything below it. */
  parent: number | null
  tri: LieuSort
  ordre: 'asc' | 'desc'
}

type Range = Pick<Paging, 'parPage' | 'offset'>

interface Criteria {
  type: number | null
  q: string
  /** Path of the place that everything lies in. */
  chemin: string | undefined
  /** Where the places that `q` finds are, if that could be told. */
  where: Narrowing | undefined
}

/** Asks the database first for what the criteria need. A place that is not there has nothing below it. */
async function criteriaOf(db: Db, { type, q, parent }: Pick<LieuFilter, 'type' | 'q' | 'parent'>): Promise<Criteria> {
  const lieu =
    parent === null
      ? undefined
      : await db.selectFrom('lieux').select('chemin').where('id', '=', parent).executeTakeFirst()
  const chemin = parent === null ? undefined : (lieu?.chemin ?? '')
  return { type, q, chemin, where: q === '' ? undefined : await narrowing(db, q) }
}

/** Beyond that, the places of a branch are met often enough on a walk in the order of the list. */
const LARGE = 2000

/** The criteria of a list, for any query that has `lieux` in scope. A text without letter or figure finds nothing. */
function filterLieux<O>(
  query: SelectQueryBuilder<Schema, 'lieux', O>,
  { type, q, chemin, where }: Criteria,
  db: Db,
  total = 0,
): SelectQueryBuilder<Schema, 'lieux', O> {
  let narrowed = query
  if (type !== null) narrowed = narrowed.where('lieux.type_id', '=', type)
  if (chemin !== undefined) {
    const path = sql<string>`lieux.chemin`
    const column = total > LARGE ? dialectOf(db).sql.metByMost(path) : path
    narrowed = narrowed.where(column, '>=', chemin).where(column, '<', chemin === '' ? '' : endOfRange(chemin))
  }
  if (q === '') return narrowed
  if (searchedWords(q).length === 0) return narrowed.where((eb) => eb.lit(false))
  return narrowed.where('lieux.id', 'in', matchingIds(db, q, where))
}

/** One page of the places that fit, and how many fit. */
export async function listLieux(db: Db, filter: LieuFilter, { parPage, offset }: Range) {
  const criteria = await criteriaOf(db, filter)
  const { total } = await filterLieux(db.selectFrom('lieux'), criteria, db)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const lieux = await sorted(filterLieux(db.selectFrom('lieux'), criteria, db, total), filter)
    .leftJoin('types_lieux', 'types_lieux.id', 'lieux.type_id')
    .select(['lieux.id', 'lieux.nom', 'lieux.nom_long', 'lieux.code', 'types_lieux.nom as type_nom'])
    .limit(parPage)
    .offset(offset)
    .execute()
  return { lieux, total }
}

/** The ids of all places that fit, in the order of the list. */
export async function lieuIds(db: Db, filter: LieuFilter): Promise<number[]> {
  const all = filterLieux(db.selectFrom('lieux'), await criteriaOf(db, filter), db)
  return (
    await sorted(all, filter).leftJoin('types_lieux', 'types_lieux.id', 'lieux.type_id').select('lieux.id').execute()
  ).map(({ id }) => id)
}

export type LieuRow = Awaited<ReturnType<typeof listLieux>>['lieux'][number]

function sorted<O>(query: SelectQueryBuilder<Schema, 'lieux', O>, { tri, ordre }: LieuFilter) {
  const byName = (q: typeof query) => q.orderBy('lieux.nom_tri', ordre).orderBy('lieux.id', ordre)
  if (tri === 'nom') return byName(query)
  if (tri === 'nom_long') return query.orderBy('lieux.recherche', ordre).orderBy('lieux.id', ordre)
  // Places without a type come last when ascending, on both engines.
  const rank = sql`coalesce((select t.ordre from types_lieux t where t.id = lieux.type_id), 2147483647)`
  return byName(query.orderBy(rank, ordre))
}

/** One page of the places directly below, by name. */
export async function listChildren(db: Db, id: number, { parPage, offset }: Range) {
  const { total } = await db
    .selectFrom('lieux')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('lieu_parent_id', '=', id)
    .executeTakeFirstOrThrow()
  const enfants = await db
    .selectFrom('lieux')
    .leftJoin('types_lieux', 'types_lieux.id', 'lieux.type_id')
    .select(['lieux.id', 'lieux.nom', 'lieux.code', 'types_lieux.nom as type_nom'])
    .where('lieux.lieu_parent_id', '=', id)
    .orderBy('lieux.nom_tri')
    .orderBy('lieux.id')
    .limit(parPage)
    .offset(offset)
    .execute()
  return { enfants, total }
}

export type ChildRow = Awaited<ReturnType<typeof listChildren>>['enfants'][number]

/** The first `limit` sources of the place itself that this user sees, by title. */
export const sourcesOfLieu = (db: Db, user: CurrentUser, id: number, limit: number) =>
  db
    .selectFrom('sources')
    .select(['id', 'titre', 'annee_debut', 'annee_fin', 'status', 'nb_releves'])
    .where('lieu_id', '=', id)
    .where(visibleSources(user))
    .orderBy('titre_tri')
    .orderBy('id')
    .limit(limit)
    .execute()

export type SourceOfLieu = Awaited<ReturnType<typeof sourcesOfLieu>>[number]

/** Sources and records that this user sees, of the place and of everything below it. */
export async function totalsOfLieu(db: Db, user: CurrentUser, id: number) {
  const totals = await db
    .selectFrom('sources')
    .select((eb) => [eb.fn.countAll<number>().as('sources'), eb.fn.sum<number | null>('nb_releves').as('releves')])
    .where('lieu_id', 'in', descendantIds(db, id))
    .where(visibleSources(user))
    .executeTakeFirstOrThrow()
  return { sources: totals.sources, releves: totals.releves ?? 0 }
}
