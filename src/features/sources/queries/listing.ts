import { type RawBuilder, sql } from 'kysely'
import { dialectOf } from '../../../db/dialect/index.ts'
import { type Db, SOURCE_STATUSES, type SourceStatus } from '../../../db/schema.ts'
import type { CurrentUser } from '../../../web/env.ts'
import { visibleSources } from '../../droits/policy.ts'
import { matches, type SourceFilter, type SourceSort } from './filter.ts'

/** The order of the workflow, not of the alphabet. */
const RANK = sql`case sources.status ${sql.join(
  SOURCE_STATUSES.map((status, index) => sql`when ${sql.lit(status)} then ${sql.lit(index)}`),
  sql` `,
)} end`

const COLUMNS: Record<SourceSort, RawBuilder<unknown>[]> = {
  titre: [],
  lieu: [sql.ref('lieux.nom_tri'), sql.ref('lieux.nom_long')],
  annees: [sql.ref('sources.annee_debut'), sql.ref('sources.annee_fin')],
  statut: [RANK],
  releves: [sql.ref('sources.nb_releves')],
}

/** Unknown values come last. Not asked of titles, which always are there: it would keep an engine from reading their index in order. */
function orderOf({ tri, ordre }: SourceFilter): RawBuilder<unknown> {
  const way = ordre === 'desc' ? sql`desc` : sql`asc`
  const last = tri === 'titre' ? way : sql`asc`
  const columns = COLUMNS[tri].map((column) => sql`${column} ${way} nulls last`)
  return sql.join([...columns, sql`sources.titre_tri ${last}`, sql`sources.id ${last}`])
}

/** The ids of the sources that the reader sees and the filter asks for. */
const inOrder = (db: Db, user: CurrentUser, filter: SourceFilter) =>
  db
    .selectFrom('sources')
    .leftJoin('lieux', 'lieux.id', 'sources.lieu_id')
    .select('sources.id')
    .where(visibleSources(user))
    .where(matches(db, user.id, filter))
    .orderBy(orderOf(filter))

/** All of them, in the order of the list. */
export const sourceIds = async (db: Db, user: CurrentUser, filter: SourceFilter): Promise<number[]> =>
  (await inOrder(db, user, filter).execute()).map(({ id }) => id)

/** The titles of those of these sources that the reader sees. */
export async function sourceNames(db: Db, user: CurrentUser, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('sources')
    .select(['id', 'titre'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('sources.id'), [...ids]))
    .where(visibleSources(user))
    .execute()
  return new Map(rows.map(({ id, titre }) => [id, titre]))
}

/** A page of the sources that the reader sees and the filter asks for. */
export function listSources(
  db: Db,
  user: CurrentUser,
  filter: SourceFilter,
  { parPage, offset }: { parPage: number; offset: number },
) {
  // First which ones, from little more than an index; their names are looked up for the rows of the page alone. SQLite keeps the order of
  // a cross join; by itself it would read all sources in the order of their titles, and look for each in the page.
  const page = inOrder(db, user, filter).limit(parPage).offset(offset)
  return db
    .selectFrom(page.as('page'))
    .crossJoin('sources')
    .innerJoin('types_sources', 'types_sources.id', 'sources.type_source_id')
    .leftJoin('lieux', 'lieux.id', 'sources.lieu_id')
    .leftJoin('sections', 'sections.id', 'sources.section_id')
    .select(['sources.id', 'sources.titre', 'sources.annee_debut', 'sources.annee_fin', 'sources.status'])
    .select(['sources.nb_releves', 'types_sources.nom as type_nom', 'lieux.nom_long as lieu_nom_long'])
    .select('sections.nom as section_nom')
    .whereRef('sources.id', '=', 'page.id')
    .orderBy(orderOf(filter))
    .execute()
}

export type SourceRow = Awaited<ReturnType<typeof listSources>>[number]

/**
 * The years in which each of these sources has records, in order, as the counters have them: one statement for a page, and one row for a
 * source, since a page of registers of a century would read thousands.
 */
export async function yearsBySource(db: Db, ids: readonly number[]): Promise<Map<number, number[]>> {
  if (ids.length === 0) return new Map()
  const { inList, jsonList } = dialectOf(db).sql
  const rows = await db
    .selectFrom('source_annees')
    .select((eb) => ['source_id', jsonList(eb.ref('annee')).as('annees_relevees')])
    .where((eb) => inList(eb.ref('source_id'), [...ids]))
    .where('n', '>', 0)
    .groupBy('source_id')
    .execute()
  const sorted = (years: string) => (JSON.parse(years) as number[]).sort((a, b) => a - b)
  return new Map(rows.map(({ source_id, annees_relevees }) => [source_id, sorted(annees_relevees)]))
}

/** How many sources of each status the reader sees under the other parts of the filter. */
export async function countByStatus(
  db: Db,
  user: CurrentUser,
  filter: SourceFilter,
): Promise<Record<SourceStatus, number>> {
  const rows = await db
    .selectFrom('sources')
    .select(['sources.status', (eb) => eb.fn.countAll<number>().as('n')])
    .where(visibleSources(user))
    .where(matches(db, user.id, { ...filter, statut: null }))
    .groupBy('sources.status')
    .execute()
  const counts = { a_relever: 0, en_cours: 0, a_valider: 0, validee: 0, rejetee: 0 }
  for (const { status, n } of rows) counts[status] = n
  return counts
}
