// The records found by type, place, decade and source: each value is the same search, narrowed to it.
import { dialectOf } from '../../../db/dialect/index.ts'
import { prepared } from '../../../db/prepared.ts'
import { type Remember, readAnew, rememberEach } from '../../../db/remember.ts'
import type { Db } from '../../../db/schema.ts'
import { firstYearOfDecade } from '../../../lib/calendar.ts'
import { idsOf } from '../../../lib/place-path.ts'
import { compareText, sortKey } from '../../../lib/text.ts'
import type { Criteria } from '../rules/criteria.ts'
import { decadesReached } from './decades.ts'
import type { Search } from './search.ts'
import { sourcesFound } from './sources-found.ts'
import type { Spread } from './tally.ts'

export interface FacetValue {
  label: string
  n: number
  /** Narrows the search to this value; undefined where no criterion can. */
  change: Partial<Criteria> | undefined
}

export interface Facet {
  name: 'type' | 'lieu' | 'decade' | 'source'
  values: FacetValue[]
}

interface SpreadSource {
  id: number
  titre: string
  type: number
  type_nom: string
  /** Ids of its place and of all that contain it, the widest first; none without a place. */
  path: number[]
  n: number
}

async function sourcesOf(db: Db, counts: ReadonlyMap<number, number>, remember: Remember): Promise<SpreadSource[]> {
  const sources = await sourcesFound(db, counts.keys(), remember)
  return [...sources.values()].map(({ id, titre, type_source_id, type_nom, chemin }) => ({
    ...{ id, titre, type: type_source_id, type_nom },
    path: idsOf(chemin ?? ''),
    n: counts.get(id) ?? 0,
  }))
}

/** Most records first; equal ones by their names. */
const byCount = (a: FacetValue, b: FacetValue): number =>
  b.n - a.n || compareText(sortKey(a.label), sortKey(b.label)) || compareText(a.label, b.label)

function grouped(sources: readonly SpreadSource[], keyOf: (source: SpreadSource) => number): [number, number][] {
  const counts = new Map<number, number>()
  for (const source of sources) counts.set(keyOf(source), (counts.get(keyOf(source)) ?? 0) + source.n)
  return [...counts]
}

function byType(sources: readonly SpreadSource[]): FacetValue[] {
  const names = new Map(sources.map(({ type, type_nom }) => [type, type_nom]))
  return grouped(sources, ({ type }) => type).map(([type, n]) => ({
    label: names.get(type) ?? '',
    n,
    change: { type },
  }))
}

const bySource = (sources: readonly SpreadSource[]): FacetValue[] =>
  sources.map(({ id, titre, n }) => ({ label: titre, n, change: { source: id } }))

/**
 * The place of a source on the first level, below the place asked for, at which the sources part. Below zero: the source says no
 * place of that level but one that contains all of them, or none at all (zero).
 */
function placeLevel(sources: readonly SpreadSource[], asked: number | undefined): (source: SpreadSource) => number {
  const below = (path: readonly number[]) => (asked === undefined ? 0 : path.indexOf(asked) + 1)
  const deepest = Math.max(0, ...sources.map(({ path }) => path.length - below(path) - 1))
  const at =
    (level: number) =>
    ({ path }: SpreadSource) =>
      path[below(path) + level] ?? -(path.at(-1) ?? 0)
  for (let level = 0; level < deepest; level += 1) if (new Set(sources.map(at(level))).size > 1) return at(level)
  return at(deepest)
}

const placesByIds = prepared((db, { ids }: { ids: readonly number[] }) =>
  db
    .selectFrom('lieux')
    .select(['id', 'nom', 'nom_long'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('id'), ids)),
)

async function byPlace(
  db: Db,
  sources: readonly SpreadSource[],
  { lieu }: Criteria,
  remember: Remember,
): Promise<FacetValue[]> {
  const groups = grouped(sources, placeLevel(sources, lieu?.id))
  const ids = groups.map(([id]) => Math.abs(id))
  const known = await rememberEach(remember, 'lieux', ids, async (missing) => {
    const rows = await placesByIds(db, { ids: missing }, '')
    return new Map(rows.map((place) => [place.id, place]))
  })
  const places = [...known.values()]
  const homonyms = (nom: string) => places.filter((place) => place.nom === nom).length
  return groups.map(([id, n]) => {
    const place = known.get(Math.abs(id))
    if (!place) return { label: 'sans lieu', n, change: undefined }
    if (id < 0) return { label: `${place.nom}, sans précision`, n, change: undefined }
    const label = homonyms(place.nom) > 1 ? place.nom_long : place.nom
    return { label, n, change: { lieu: { id, nom_long: place.nom_long } } }
  })
}

function byDecade(counts: ReadonlyMap<number, number>, { annee_debut, annee_fin }: Criteria): FacetValue[] {
  const decades = [...counts].sort(([a], [b]) => a - b)
  return decades.map(([decade, n]) => {
    if (decade === 0) return { label: 'sans date', n, change: undefined }
    const [first, last] = [firstYearOfDecade(decade), decade * 10 + 9]
    const change = {
      annee_debut: Math.max(first, annee_debut ?? first),
      annee_fin: Math.min(last, annee_fin ?? last),
    }
    // Too many begin before the years asked for to be told by those that they reach: no search from these years on is only theirs.
    const isBefore = change.annee_debut > change.annee_fin
    return { label: `${first}–${last}`, n, change: isBefore ? undefined : change }
  })
}

/** A facet of one value narrows nothing and is left out. */
export async function facetsOf(
  db: Db,
  search: Pick<Search, 'plan' | 'query'>,
  spread: Spread,
  criteria: Criteria,
  remember: Remember = readAnew,
): Promise<Facet[]> {
  const sources = await sourcesOf(db, spread.sources, remember)
  const decades = await decadesReached(db, search, spread, criteria)
  const facets: Facet[] = [
    { name: 'type', values: byType(sources).sort(byCount) },
    { name: 'lieu', values: (await byPlace(db, sources, criteria, remember)).sort(byCount) },
    { name: 'decade', values: byDecade(decades, criteria) },
    { name: 'source', values: bySource(sources).sort(byCount) },
  ]
  return facets.filter(({ values }) => values.length > 1)
}
