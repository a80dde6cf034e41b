import { type OrderByExpression, sql } from 'kysely'
import { type Db, type Schema, SOURCE_STATUSES, type SourceStatus } from '../../db/schema.ts'
import type { CurrentUser } from '../../web/env.ts'
import { matches, type SourceFilter, type SourceSort } from './filter.ts'
import { visibleSources } from './policy.ts'

type Sorted = OrderByExpression<Schema, 'sources' | 'lieux', unknown>[]

/** The order of the workflow, not of the alphabet. */
const RANK = sql`case sources.status ${sql.join(
  SOURCE_STATUSES.map((status, index) => sql`when ${sql.lit(status)} then ${sql.lit(index)}`),
  sql` `,
)} end`

const COLUMNS: Record<SourceSort, Sorted> = {
  titre: ['sources.titre_tri'],
  lieu: ['lieux.nom_tri', 'lieux.nom_long'],
  annees: ['sources.annee_debut', 'sources.annee_fin'],
  statut: [RANK],
  releves: ['sources.nb_releves'],
}

/** A page of the sources that the reader sees and the filter asks for; what is not known comes last. */
export function listSources(
  db: Db,
  user: CurrentUser,
  filter: SourceFilter,
  { parPage, offset }: { parPage: number; offset: number },
) {
  let query = db
    .selectFrom('sources')
    .innerJoin('types_sources', 'types_sources.id', 'sources.type_source_id')
    .leftJoin('lieux', 'lieux.id', 'sources.lieu_id')
    .leftJoin('sections', 'sections.id', 'sources.section_id')
    .select(['sources.id', 'sources.titre', 'sources.annee_debut', 'sources.annee_fin', 'sources.status'])
    .select(['sources.nb_releves', 'types_sources.nom as type_nom', 'lieux.nom_long as lieu_nom_long'])
    .select('sections.nom as section_nom')
    .where(visibleSources(user))
    .where(matches(db, user.id, filter))
  for (const column of COLUMNS[filter.tri]) {
    query = query.orderBy(column, (order) => (filter.ordre === 'desc' ? order.desc() : order.asc()).nullsLast())
  }
  return query.orderBy('sources.titre_tri').orderBy('sources.id').limit(parPage).offset(offset).execute()
}

export type SourceRow = Awaited<ReturnType<typeof listSources>>[number]

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
