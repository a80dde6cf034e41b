import type { Body } from '../../lib/body.ts'
import { type ParsedFilter, parseFilter, type SourceFilter } from '../sources/filter.ts'

const CRITERIA = ['type', 'statut', 'annee_debut', 'annee_fin'] as const

/** The filter of the map in an address: the part of that of the sources which says what to look for, not where or whose. */
export const parseCarteFilter = (query: Body): ParsedFilter =>
  parseFilter(Object.fromEntries(CRITERIA.map((name) => [name, query[name] ?? ''])), null)

/** The same filter as parameters of an address; nothing for what is not asked. */
export const filterParams = (filter: SourceFilter): Record<string, string | number | null> =>
  Object.fromEntries(CRITERIA.map((name) => [name, filter[name]]))
