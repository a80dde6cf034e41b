import { type Expression, type SqlBool, sql } from 'kysely'
import { type Db, SOURCE_STATUSES, type SourceStatus } from '../../db/schema.ts'
import { type Body, type FormErrors, oneOf, shown } from '../../lib/body.ts'
import { words } from '../../lib/text.ts'
import { optionalId, optionalText, optionalYear } from '../../web/form.ts'
import { listUrl } from '../../web/pagination.ts'
import type { SourceExpression } from '../droits/policy.ts'
import { idsBelow } from '../lieux/queries/places.ts'

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
  tri: SourceSort
  ordre: 'asc' | 'desc'
}

export interface ParsedFilter {
  filter: SourceFilter
  /** Each error stands beside its field, which filters nothing. */
  errors: FormErrors
}

const FIELDS = { type: optionalId, annee_debut: optionalYear, annee_fin: optionalYear, q: optionalText(200) }

/** The filter in an address. `lieu` is resolved by the caller, who can ask for places. */
export function parseFilter(query: Body, lieu: SourceFilter['lieu']): ParsedFilter {
  const errors: FormErrors = {}
  const read = <N extends keyof typeof FIELDS>(name: N) => {
    const result = FIELDS[name].safeParse(shown(query, name))
    if (result.success) return result.data
    errors[name] = result.error.issues[0]?.message ?? 'Ce filtre ne peut pas être lu.'
    return null
  }
  const asked = shown(query, 'statut')
  const statut = SOURCE_STATUSES.find((status) => status === asked) ?? null
  if (asked !== '' && statut === null) errors.statut = 'Ce statut n’existe pas.'
  const [annee_debut, annee_fin] = [read('annee_debut'), read('annee_fin')] as [number | null, number | null]
  const reversed = annee_debut !== null && annee_fin !== null && annee_debut > annee_fin
  if (reversed) errors.annee_fin = 'La dernière année précède la première.'
  const filter: SourceFilter = {
    statut,
    type: read('type') as number | null,
    lieu,
    annee_debut: reversed ? null : annee_debut,
    annee_fin: reversed ? null : annee_fin,
    q: String(read('q') ?? ''),
    section: sectionOf(shown(query, 'section'), errors),
    assigne: shown(query, 'assigne') === 'moi',
    tri: oneOf(SOURCE_SORTS, shown(query, 'tri')),
    ordre: oneOf(['asc', 'desc'], shown(query, 'ordre')),
  }
  return { filter, errors }
}

function sectionOf(asked: string, errors: FormErrors): SourceFilter['section'] {
  if (asked === 'aucune') return 'aucune'
  const id = optionalId.safeParse(asked)
  if (id.success) return id.data
  errors.section = 'Choisissez une section de la liste.'
  return null
}

/** The address of the list under this filter, with some of it changed; null takes a part away. */
export function filterUrl(
  path: string,
  filter: SourceFilter,
  change: Record<string, string | number | null> = {},
): string {
  const { tri, ordre, assigne, ...criteria } = filter
  const plain = Object.entries({
    ...criteria,
    lieu: criteria.lieu?.id ?? null,
    assigne: assigne ? 'moi' : null,
    tri: tri === 'titre' ? null : tri,
    ordre: ordre === 'asc' ? null : ordre,
    ...change,
  })
  return listUrl(path, {}, Object.fromEntries(plain))
}

type Condition = Expression<SqlBool>

/** Each word somewhere in the title, or the whole text somewhere in the call number. */
function mentions(eb: SourceExpression, q: string): Condition {
  const inTitre = words(q).map((word) => eb('sources.titre_tri', 'like', `%${word}%`))
  const escaped = q.toLowerCase().replace(/[\\%_]/g, '\\$&')
  const inCote = sql<SqlBool>`lower(sources.cote) like ${`%${escaped}%`} escape '\\'`
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
  if (filter.assigne) {
    const mine = eb.selectFrom('source_membres').select('source_id').where('user_id', '=', userId)
    parts.push(eb('sources.id', 'in', mine))
  }
  return eb.and(parts)
}
