import type { SearchKey } from '../../../db/dialect/index.ts'
import { CRITERION_NAMES, type Criteria, paramsOf } from './criteria.ts'

/** The page that begins after a row, or that ends before one. */
export type Cursor = { apres: SearchKey } | { avant: SearchKey }

const keyText = ({ jour, releve_id }: SearchKey): string => `${jour}-${releve_id}`

/** The criteria as parameters of an address; those that say nothing left out. */
export const searchParams = (criteria: Criteria): [string, string][] =>
  CRITERION_NAMES.flatMap((name) => paramsOf(name, criteria).map((text): [string, string] => [name, text]))

const address = (path: string, params: [string, string][]): string =>
  params.length === 0 ? path : `${path}?${new URLSearchParams(params)}`

/** The address of a search, with some of its criteria changed and from a row on. */
export function searchUrl(criteria: Criteria, change: Partial<Criteria> = {}, cursor?: Cursor): string {
  const params = searchParams({ ...criteria, ...change })
  if (cursor && 'apres' in cursor) params.push(['apres', keyText(cursor.apres)])
  if (cursor && 'avant' in cursor) params.push(['avant', keyText(cursor.avant)])
  return address('/recherche', params)
}

/** Stands for the number of a source; what somebody typed has its signs written otherwise in an address. */
const SOME_SOURCE = 1

/** The address of a search limited to a source: for a list of them, whose addresses are alike. */
export function urlInSource(criteria: Criteria): (sourceId: number) => string {
  const [before, after] = searchUrl(criteria, { source: SOME_SOURCE }).split(/(?<=[?&]source=)1(?=&|$)/)
  return (sourceId) => `${before}${sourceId}${after}`
}

/** The address of all that a search finds, as a file of this format. */
export const exportUrl = (criteria: Criteria, extension: string): string =>
  address(`/recherche/export/${extension}`, searchParams(criteria))

/** The page that gives what a search finds to other programs. */
export const programsUrl = (criteria: Criteria): string => address('/export/recherche', searchParams(criteria))

/** The spellings that a search by sound found. */
export const spellingsUrl = (criteria: Criteria): string => address('/recherche/graphies', searchParams(criteria))

/** How the records found spread over types, places, decades and sources. */
export const spreadUrl = (criteria: Criteria): string => address('/recherche/repartition', searchParams(criteria))

/** Near names and places around, where a search finds nothing. */
export const insteadUrl = (criteria: Criteria): string => address('/recherche/proches', searchParams(criteria))
