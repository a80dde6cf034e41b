import { champText, KINDS, placeIds, storedValue, withPlaceNames } from '../../champs/index.ts'
import type { Champ } from '../../champs/kind.ts'
import { dialectOf, type SearchKey, type SearchQuery } from '../../db/dialect/index.ts'
import type { Db, ReleveData } from '../../db/schema.ts'
import { jourDepuis1500 } from '../../lib/calendrier.ts'
import { type DateValue, dateInWords } from '../../lib/dates.ts'
import type { CurrentUser } from '../../web/env.ts'
import { descendantIds, nomLongByIds } from '../lieux/queries.ts'
import { visibleSourceIds, visibleSources } from '../sources/policy.ts'
import type { Criteria } from './form.ts'
import { passage } from './terms.ts'

export const PAGE_SIZE = 50
/** Counting further costs more than the answer is worth (search.md, finding 6). */
export const COUNT_CAP = 1000
/** Other fields of one record shown with the words found in them. */
const MAX_PASSAGES = 3

/** The sources to look in: those this user sees, of the type, at the place or below it. undefined stands for all. */
async function sourceSet(db: Db, user: CurrentUser, { type, lieu }: Criteria): Promise<number[] | undefined> {
  if (type === null && lieu === null) return visibleSourceIds(db, user)
  const rows = await db
    .selectFrom('sources')
    .select('sources.id')
    .where(visibleSources(user))
    .$if(type !== null, (query) => query.where('sources.type_source_id', '=', type))
    .$if(lieu !== null, (query) => query.where('sources.lieu_id', 'in', descendantIds(db, lieu?.id ?? 0)))
    .execute()
  return rows.map((row) => row.id)
}

const jourOf = (year: number, day: string): number => jourDepuis1500(`${String(year).padStart(4, '0')}-${day}`)

/** Bounds of days for the years asked. Day 0 stands for « no date » too, which no year meets. */
function bounds({ annee_debut, annee_fin }: Criteria): Pick<SearchQuery, 'fromJour' | 'toJour'> {
  if (annee_debut === null && annee_fin === null) return { fromJour: undefined, toJour: undefined }
  return {
    fromJour: Math.max(1, annee_debut === null ? 0 : jourOf(annee_debut, '01-01')),
    toJour: annee_fin === null ? undefined : jourOf(annee_fin, '12-31'),
  }
}

async function rowsOf(db: Db, ids: number[]) {
  const rows = await db
    .selectFrom('releves')
    .innerJoin('sources', 'sources.id', 'releves.source_id')
    .innerJoin('types_sources', 'types_sources.id', 'sources.type_source_id')
    .leftJoin('lieux', 'lieux.id', 'sources.lieu_id')
    .select(['releves.id', 'releves.nom', 'releves.prenom', 'releves.data', 'releves.etats'])
    .select(['sources.id as source_id', 'sources.titre as source_titre', 'sources.type_source_id'])
    .select(['types_sources.nom as type_nom', 'lieux.nom_long as lieu_nom_long'])
    .where((eb) => dialectOf(db).inList(eb.ref('releves.id'), ids))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

type Row = Awaited<ReturnType<typeof rowsOf>>[number]

/** The fields of several types at once, in the order of each; answers those of one type. */
async function champsByType(db: Db, rows: Row[]): Promise<(type: number) => Champ[]> {
  const types = [...new Set(rows.map((row) => row.type_source_id))]
  const champs = await db
    .selectFrom('champs')
    .selectAll()
    .where((eb) => dialectOf(db).inList(eb.ref('type_source_id'), types))
    .orderBy('ordre')
    .orderBy('id')
    .execute()
  const known = new Map(types.map((type) => [type, champs.filter((champ) => champ.type_source_id === type)]))
  return (type) => known.get(type) ?? []
}

const SHOWN_APART = new Set(['nom', 'prenom', 'date_evenement'])

function dateText(data: ReleveData): string {
  const value = storedValue(data, 'date_evenement')
  return KINDS.date.isValue(value) ? dateInWords(value as DateValue) : ''
}

function hitOf(row: Row, champs: Champ[], names: ReadonlyMap<number, string>, words: readonly string[]) {
  const data = withPlaceNames(champs, row.data, names)
  const passages = champs
    .filter((champ) => !SHOWN_APART.has(champ.nom))
    .flatMap((champ) => {
      const text = passage(champText(champ, data), words)
      return text === undefined ? [] : [{ label: champ.label, text }]
    })
  const { data: _whole, type_source_id: _type, ...shown } = row
  return { ...shown, date: dateText(data), passages: passages.slice(0, MAX_PASSAGES) }
}

/** A record found, as the list of results shows it. `date` in words with its calendar, '' for none. */
export type Hit = ReturnType<typeof hitOf>

async function hitsOf(db: Db, keys: SearchKey[], words: readonly string[]): Promise<Hit[]> {
  if (keys.length === 0) return []
  const rows = await rowsOf(
    db,
    keys.map((key) => key.releve_id),
  )
  const champsOf = await champsByType(db, rows)
  const ofRow = (row: Row) => champsOf(row.type_source_id)
  const names = await nomLongByIds(
    db,
    rows.flatMap((row) => placeIds(ofRow(row), [row])),
  )
  return rows.map((row) => hitOf(row, ofRow(row), names, words))
}

/** One page of matches in date order, undated first. `total` stops above COUNT_CAP. `next` begins the next page. */
export async function searchReleves(db: Db, user: CurrentUser, criteria: Criteria, after: SearchKey | undefined) {
  const dialect = dialectOf(db)
  const query: SearchQuery = {
    words: criteria.words,
    sourceIds: await sourceSet(db, user, criteria),
    ...bounds(criteria),
    after,
    limit: PAGE_SIZE + 1,
  }
  const keys = await dialect.searchKeys(db, query)
  const shown = keys.slice(0, PAGE_SIZE)
  const isAll = after === undefined && keys.length <= PAGE_SIZE
  return {
    hits: await hitsOf(db, shown, criteria.words),
    total: isAll ? keys.length : await dialect.countMatches(db, { ...query, after: undefined }, COUNT_CAP + 1),
    next: keys.length > PAGE_SIZE ? shown.at(-1) : undefined,
  }
}

export type SearchResult = Awaited<ReturnType<typeof searchReleves>>
