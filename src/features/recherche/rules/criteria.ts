import type { PlaceValue } from '../../../champs/kind.ts'
import type { SearchKey } from '../../../db/dialect/index.ts'
import type { SourceStatus } from '../../../db/schema.ts'
import type { Asked, AskedName, Mode } from '../../../search/language.ts'
import type { SearchRole } from '../../../search/marks.ts'

export const TRIS = ['date', 'date-desc', 'nom', 'lieu'] as const
export type Tri = (typeof TRIS)[number]

/** What is looked for, as it was asked. Every state of the page is an address made of it. */
export interface Criteria {
  q: string
  nom: string
  prenom: string
  /** How the names above are meant. */
  mode: Mode
  /** Who bears the names; null for anybody. */
  role: SearchRole | null
  type: number | null
  lieu: PlaceValue | null
  annee_debut: number | null
  annee_fin: number | null
  section: number | null
  statut: SourceStatus | null
  source: number | null
  tri: Tri
  /** Spellings that sound like a name asked for, and are not to be looked for. */
  sauf: string[]
  /** The box and the boxes of names, read. */
  asked: Asked[]
  noms: AskedName[]
  /** Words beyond those that are searched. */
  ignored: number
}

/** The page that begins after a row, or that ends before one. */
export type Cursor = { apres: SearchKey } | { avant: SearchKey }

const DEFAULTS: Partial<Record<keyof Criteria, string>> = { mode: 'exact', tri: 'date' }

const keyText = ({ jour, releve_id }: SearchKey): string => `${jour}-${releve_id}`

/** The criteria as parameters of an address; those that say nothing left out. */
export function searchParams(criteria: Criteria): [string, string][] {
  const { asked: _asked, noms: _noms, ignored: _ignored, lieu, sauf, ...simple } = criteria
  const params = Object.entries({ ...simple, lieu: lieu?.id ?? null }).flatMap(([name, value]): [string, string][] =>
    value === null || value === '' || value === DEFAULTS[name as keyof Criteria] ? [] : [[name, String(value)]],
  )
  return [...params, ...sauf.map((word): [string, string] => ['sauf', word])]
}

const address = (path: string, params: [string, string][]): string =>
  params.length === 0 ? path : `${path}?${new URLSearchParams(params)}`

/** The address of a search, with some of its criteria changed and from a row on. */
export function searchUrl(criteria: Criteria, change: Partial<Criteria> = {}, cursor?: Cursor): string {
  const params = searchParams({ ...criteria, ...change })
  if (cursor && 'apres' in cursor) params.push(['apres', keyText(cursor.apres)])
  if (cursor && 'avant' in cursor) params.push(['avant', keyText(cursor.avant)])
  return address('/recherche', params)
}

/** The address of all that a search finds, as a file. */
export const exportUrl = (criteria: Criteria): string => address('/recherche/export/csv', searchParams(criteria))

/** The spellings that a search by sound found. */
export const graphiesUrl = (criteria: Criteria): string => address('/recherche/graphies', searchParams(criteria))

/** How the records found spread over types, places, decades and sources. */
export const spreadUrl = (criteria: Criteria): string => address('/recherche/repartition', searchParams(criteria))
