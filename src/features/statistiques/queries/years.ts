import type { Db } from '../../../db/schema.ts'
import type { ActKind } from '../../../db/schema-persons.ts'
import type { CurrentUser } from '../../../web/env.ts'
import { coverageOfPlace } from '../../couverture/queries.ts'
import { clippedRuns, coverageRuns, type Run } from '../../couverture/rules.ts'
import type { StatisticsFilter } from '../form.ts'
import { actsOfPart, countsOfPart, sourcesOfPart } from './part.ts'

export interface YearCount {
  acte: ActKind
  annee: number
  n: number
}

/** Acts of each kind and year, as the counters have them at this moment. */
export async function actsByYear(db: Db, user: CurrentUser, filter: StatisticsFilter): Promise<YearCount[]> {
  const rows = await sourcesOfPart(db, user, filter)
    .innerJoin('source_annees', 'source_annees.source_id', 'sources.id')
    .where('annee', '>=', filter.annee_debut ?? 0)
    .where('annee', '<=', filter.annee_fin ?? 9999)
    .where('source_annees.n', '>', 0)
    .select(['types_sources.acte', 'annee'])
    .select((eb) => eb.fn.sum<number>('source_annees.n').as('n'))
    .groupBy(['types_sources.acte', 'annee'])
    .orderBy('annee')
    .execute()
  return rows.map(({ n, ...row }) => ({ ...row, n: Number(n) }))
}

/** Years that are missing: of a place the inventory tells them too, of a section its sources alone. */
export async function gapsOfPart(db: Db, user: CurrentUser, filter: StatisticsFilter): Promise<Run[]> {
  const { lieu, section, annee_debut, annee_fin } = filter
  const window = { de: annee_debut, a: annee_fin, acte: null }
  if (lieu !== null && section === null)
    return (await coverageOfPlace(db, user, lieu.chemin, window)).filter(({ etat }) => etat === 'manque')
  const sources = await sourcesOfPart(db, user, filter)
    .select(['acte', 'status', 'annee_debut', 'annee_fin', 'annees', 'lacunes'])
    .execute()
  return clippedRuns(coverageRuns(sources, []), window).filter(({ etat }) => etat === 'manque')
}

/** Acts without a date, which no year has. */
export async function undatedActs(db: Db, user: CurrentUser, filter: StatisticsFilter): Promise<number> {
  const all = await actsOfPart(db, user, { ...filter, annee_debut: null, annee_fin: null })
  return all - (await actsOfPart(db, user, { ...filter, annee_debut: 0, annee_fin: null }))
}

/** Acts of each month, from January on, of sources of one kind. */
export async function actsByMonth(
  db: Db,
  user: CurrentUser,
  filter: StatisticsFilter,
  acte: ActKind,
): Promise<number[]> {
  const rows = await countsOfPart(db, user, filter)
    .where('genre', '=', 'mois')
    .where('types_sources.acte', '=', acte)
    .select('cle')
    .select((eb) => eb.fn.sum<number>('source_noms.n').as('n'))
    .groupBy('cle')
    .execute()
  const counts = new Map(rows.map(({ cle, n }) => [Number(cle), Number(n)]))
  return Array.from({ length: 12 }, (_, month) => counts.get(month + 1) ?? 0)
}

/** Kinds of acts that the part has, for the choice of one. */
export async function kindsOfPart(db: Db, user: CurrentUser, filter: StatisticsFilter): Promise<ActKind[]> {
  const rows = await sourcesOfPart(db, user, filter).select('types_sources.acte').distinct().execute()
  return rows.map(({ acte }) => acte)
}
