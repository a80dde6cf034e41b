import { type Expression, type SqlBool, sql } from 'kysely'
import { containing } from '../../../db/like.ts'
import type { Db, SourceStatus } from '../../../db/schema.ts'
import { words } from '../../../lib/text.ts'
import type { SourceExpression } from '../../droits/policy.ts'
import { idsBelow } from '../../lieux/queries/places.ts'

export const SOURCE_SORTS = ['titre', 'lieu', 'annees', 'statut', 'releves'] as const
export type SourceSort = (typeof SOURCE_SORTS)[number]

/** null or '' leaves a criterion out. */
export interface SourceFilter {
  statut: SourceStatus | null
  type: number | null
  /** A place, everything below it included. */
  lieu: { id: number; chemin: string } | null
  /** Sources whose period meets these years. */
  annee_debut: number | null
  annee_fin: number | null
  q: string
  section: number | 'aucune' | null
  /** Only those the reader is assigned to. */
  assigne: boolean
  /** Only those of which gaps are known. */
  lacunes: boolean
  tri: SourceSort
  ordre: 'asc' | 'desc'
}

/** The filter that narrows nothing. */
export const EVERY_SOURCE: SourceFilter = {
  ...{ statut: null, type: null, lieu: null, annee_debut: null, annee_fin: null },
  ...{ q: '', section: null, assigne: false, lacunes: false, tri: 'titre', ordre: 'asc' },
}

type Condition = Expression<SqlBool>

/** Each word somewhere in the title, or the whole text somewhere in the call number. */
function mentions(eb: SourceExpression, q: string): Condition {
  const inTitre = words(q).map((word) => eb('sources.titre_tri', 'like', `%${word}%`))
  const inCote = sql<SqlBool>`lower(sources.cote) like ${containing(q.toLowerCase())} escape '\\'`
  return inTitre.length === 0 ? inCote : eb.or([eb.and(inTitre), inCote])
}

/** A source that knows only one of its years covers that one; a source without years covers none. */
function periodMeets({ annee_debut, annee_fin }: SourceFilter): Condition[] {
  const parts: Condition[] = []
  if (annee_debut !== null) parts.push(sql`coalesce(sources.annee_fin, sources.annee_debut) >= ${annee_debut}`)
  if (annee_fin !== null) parts.push(sql`coalesce(sources.annee_debut, sources.annee_fin) <= ${annee_fin}`)
  return parts
}

function inSection(eb: SourceExpression, section: SourceFilter['section']): Condition[] {
  if (section === null) return []
  return section === 'aucune' ? [eb('sources.section_id', 'is', null)] : [eb('sources.section_id', '=', section)]
}

/** The one translation of the filter: `query.where(matches(db, userId, filter))` with `sources` in scope. */
export const matches = (db: Db, userId: number, filter: SourceFilter) => (eb: SourceExpression) => {
  const { statut, type, lieu, q } = filter
  const parts = [...periodMeets(filter), ...inSection(eb, filter.section)]
  if (statut !== null) parts.push(eb('sources.status', '=', statut))
  if (type !== null) parts.push(eb('sources.type_source_id', '=', type))
  if (lieu !== null) parts.push(eb('sources.lieu_id', 'in', idsBelow(db, lieu.chemin)))
  if (q !== '') parts.push(mentions(eb, q))
  if (filter.lacunes) parts.push(eb('sources.lacunes', 'is not', null))
  if (filter.assigne) {
    const mine = eb.selectFrom('source_membres').select('source_id').where('user_id', '=', userId)
    parts.push(eb('sources.id', 'in', mine))
  }
  return eb.and(parts)
}
