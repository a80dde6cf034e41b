import type { Body } from '../../lib/body.ts'
import { listUrl } from '../../web/pagination.ts'
import { type ParsedFilter, parseFilter, type SourceFilter } from '../sources/filter.ts'

const CRITERIA = ['type', 'statut', 'annee_debut', 'annee_fin'] as const

/** The filter of the map in an address: the part of that of the sources which says what to look for, not where or whose. */
export const parseCarteFilter = (query: Body): ParsedFilter =>
  parseFilter(Object.fromEntries(CRITERIA.map((name) => [name, query[name] ?? ''])), null)

export type CarteFilter = Pick<SourceFilter, (typeof CRITERIA)[number]>

/** An address leaves out what is not asked. */
export const filterParams = (filter: CarteFilter): Record<string, string | number | null> =>
  Object.fromEntries(CRITERIA.map((name) => [name, filter[name]]))

export const PATH = '/carte'

/** The map under this filter. */
export const carteUrl = (filter: CarteFilter): string => listUrl(PATH, {}, filterParams(filter))

/** The search in the records of what the map shows under this filter, of all of it or of one place. */
export const rechercheUrl = (filter: CarteFilter, lieu: number | null = null): string =>
  listUrl('/recherche', {}, { lieu, ...filterParams(filter) })
