import { type ExpressionBuilder, sql } from 'kysely'
import type { Db, Schema } from '../../../db/schema.ts'
import type { CurrentUser } from '../../../web/env.ts'
import { visibleSources } from '../../droits/policy.ts'
import { idsBelow } from '../../lieux/queries/places.ts'
import type { StatisticsFilter } from '../form.ts'

export type PartFilter = Pick<StatisticsFilter, 'lieu' | 'section'>

/** The sources of a part of the archive, as far as this reader sees them: rights are those of the moment of the question. */
export function sourcesOfPart(db: Db, user: CurrentUser, { lieu, section }: PartFilter) {
  let query = db
    .selectFrom('sources')
    .innerJoin('types_sources', 'types_sources.id', 'sources.type_source_id')
    .where(visibleSources(user))
  if (lieu !== null) query = query.where('sources.lieu_id', 'in', idsBelow(db, lieu.chemin))
  if (section !== null) query = query.where('sources.section_id', '=', section)
  return query
}

/** Names are counted by whole decades. */
export const decadesOf = ({ annee_debut, annee_fin }: Pick<StatisticsFilter, 'annee_debut' | 'annee_fin'>) => ({
  first: annee_debut === null ? 0 : Math.floor(annee_debut / 10) * 10,
  last: annee_fin === null ? 9999 : annee_fin,
})

/** All that the counters have of a part; without years acts that have no date are among it. */
export function countsOfPart(db: Db, user: CurrentUser, filter: StatisticsFilter) {
  const { first, last } = decadesOf(filter)
  return sourcesOfPart(db, user, filter)
    .innerJoin('source_noms', 'source_noms.source_id', 'sources.id')
    .where('decennie', '>=', first)
    .where('decennie', '<=', last)
    .$if(filter.annee_fin !== null, (query) => query.where('decennie', '>', 0))
}

/** Does a line count acts of the last 120 years? Those without a date are as old as their source. */
export const isRecent = (since: number) => (eb: ExpressionBuilder<Schema, 'source_noms' | 'sources'>) =>
  eb.or([
    eb('decennie', '>=', since),
    eb.and([eb('decennie', '=', 0), eb(sql<number>`coalesce(annee_fin, annee_debut, 9999)`, '>=', since)]),
  ])

/**
 * Names of more acts than these are not added up while somebody waits: of 1.1 million lines, some two million acts, SQLite would do it
 * in several seconds.
 */
export const MOST_ACTS = 500_000

/** Acts of the part, as the counters of its sources have them. */
export async function actsOfPart(db: Db, user: CurrentUser, filter: StatisticsFilter): Promise<number> {
  const { annee_debut, annee_fin } = filter
  const sources = sourcesOfPart(db, user, filter)
  const { n } =
    annee_debut === null && annee_fin === null
      ? await sources.select((eb) => eb.fn.sum<number | null>('nb_releves').as('n')).executeTakeFirstOrThrow()
      : await sources
          .innerJoin('source_annees', 'source_annees.source_id', 'sources.id')
          .where('annee', '>=', annee_debut ?? 0)
          .where('annee', '<=', annee_fin ?? 9999)
          .select((eb) => eb.fn.sum<number | null>('source_annees.n').as('n'))
          .executeTakeFirstOrThrow()
  return Number(n ?? 0)
}

export interface Freshness {
  /** When the oldest of the numbers was counted; null where nothing was. */
  calcule_at: string | null
  /** Sources that changed since, or were never counted. */
  perimees: number
}

export async function freshnessOf(db: Db, user: CurrentUser, filter: PartFilter): Promise<Freshness> {
  const { calcule_at, sources, justes } = await sourcesOfPart(db, user, filter)
    .leftJoin('statistiques_lues as lues', 'lues.source_id', 'sources.id')
    .where((eb) => eb.or([eb('nb_releves', '>', 0), eb('lues.source_id', 'is not', null)]))
    .select((eb) => [
      eb.fn.min<string | null>('lues.calcule_at').as('calcule_at'),
      eb.fn.countAll<number>().as('sources'),
      eb.fn.sum<number | null>(eb.case().when('lues.etat', '=', 'juste').then(1).else(0).end()).as('justes'),
    ])
    .executeTakeFirstOrThrow()
  return { calcule_at, perimees: Number(sources) - Number(justes ?? 0) }
}
