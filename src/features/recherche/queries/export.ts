// The records of a search, to be exported: the rows and the order of its pages, the values as in the export of a source.
import { placeIds, withPlaceNames } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { isReserved } from '../../../champs/reserved.ts'
import { allOf, anyOf, dialectOf, isNever, type SearchKey, type SearchQuery } from '../../../db/dialect/index.ts'
import { type Db, FIELD_STATES } from '../../../db/schema.ts'
import type { Cell, Rows } from '../../../lib/rows.ts'
import { knownTerms } from '../../../search/dictionary.ts'
import { READING_MARK, READING_TERM } from '../../../search/marks.ts'
import { leaf, marked } from '../../../search/slots.ts'
import type { CurrentUser } from '../../../web/env.ts'
import { nomLongByIds } from '../../lieux/queries/places.ts'
import { type Releve, relevesByIds } from '../../releves/queries/records.ts'
import { champsByType } from '../../types-sources/queries.ts'
import { type BesideUse, type MixedColumns, mixedColumns } from '../rules/columns.ts'
import type { Criteria } from '../rules/criteria.ts'
import { matchesAtHand, type Search, searchFor } from './search.ts'

const BATCH = 500
/** Every row begins with these, whatever its type. */
const BEFORE = ['N° de relevé', 'Type de source', 'Source', 'Lieu de la source']

/** All matching keys in the order of dates, a batch at a time. */
export async function* keysByDate(db: Db, query: SearchQuery): AsyncGenerator<SearchKey[]> {
  let after: SearchKey | undefined
  do {
    const keys: SearchKey[] = await dialectOf(db).search.keys(db, { ...query, after, limit: BATCH })
    if (keys.length > 0) yield keys
    after = keys.length < BATCH ? undefined : keys.at(-1)
  } while (after)
}

async function* keysOf(db: Db, search: Search, tri: Criteria['tri']): AsyncGenerator<SearchKey[]> {
  const { all } = await matchesAtHand(db, search, tri)
  if (all === undefined) yield* keysByDate(db, search.query)
  else for (let at = 0; at < all.length; at += BATCH) yield all.slice(at, at + BATCH)
}

/** The types of which a record at least is found, by name. */
async function typesFound(db: Db, query: SearchQuery): Promise<number[]> {
  const rows = await db
    .selectFrom('sources')
    .innerJoin('types_sources', 'types_sources.id', 'sources.type_source_id')
    .select(['sources.id', 'sources.type_source_id as type'])
    .where('sources.nb_releves', '>', 0)
    .$if(query.sourceIds !== undefined, (sources) =>
      sources.where((eb) => dialectOf(db).sql.inList(eb.ref('sources.id'), query.sourceIds ?? [])),
    )
    .orderBy('types_sources.nom_key')
    .orderBy('sources.id')
    .execute()
  const found: number[] = []
  for (const type of new Set(rows.map((row) => row.type))) {
    const sourceIds = rows.filter((row) => row.type === type).map((row) => row.id)
    const [first] = await dialectOf(db).search.keys(db, { ...query, sourceIds, limit: 1 })
    if (first) found.push(type)
  }
  return found
}

function usesOf({ type, etats, lectures }: Pick<Releve, 'etats' | 'lectures'> & { type: number }): BesideUse[] {
  const of = (part: BesideUse['part'], held: object) => Object.keys(held).map((champ) => ({ type, champ, part }))
  return [...of('etat', etats), ...of('lecture', lectures ?? {})]
}

/**
 * The states and other readings beside fields of the records found. The index has words for them, so that other records are never
 * read.
 */
async function besideUses(db: Db, query: SearchQuery): Promise<BesideUse[]> {
  const known = await knownTerms(db, [...FIELD_STATES, READING_TERM])
  const stands = anyOf(
    [...known].map(([terme, n]) => ({
      ...(terme === READING_TERM ? marked(READING_MARK, [terme]) : leaf('tout', [terme])),
      n,
    })),
  )
  if (isNever(stands)) return []
  const expr = allOf(query.expr ? [query.expr, stands] : [stands])
  const uses = new Map<string, BesideUse>()
  for await (const keys of keysByDate(db, { ...query, expr })) {
    const ids = keys.map((key) => key.releve_id)
    const rows = await db
      .selectFrom('releves')
      .innerJoin('sources', 'sources.id', 'releves.source_id')
      .select(['sources.type_source_id as type', 'releves.etats', 'releves.lectures'])
      .where((eb) => dialectOf(db).sql.inList(eb.ref('releves.id'), ids))
      .execute()
    for (const row of rows) for (const use of usesOf(row)) uses.set(Object.values(use).join(' '), use)
  }
  return [...uses.values()]
}

const sourcesOf = (db: Db, releves: readonly Releve[]) =>
  db
    .selectFrom('sources')
    .innerJoin('types_sources', 'types_sources.id', 'sources.type_source_id')
    .leftJoin('lieux', 'lieux.id', 'sources.lieu_id')
    .select(['sources.id', 'sources.titre', 'types_sources.id as type', 'types_sources.nom as type_nom'])
    .select('lieux.nom_long as lieu')
    .where((eb) => dialectOf(db).sql.inList(eb.ref('sources.id'), [...new Set(releves.map((one) => one.source_id))]))
    .execute()

type ChampsOf = (type: number) => Champ[]

async function rowsOf(db: Db, keys: readonly SearchKey[], columns: MixedColumns, champsOf: ChampsOf) {
  const releves = await relevesByIds(
    db,
    keys.map((key) => key.releve_id),
  )
  const sources = new Map((await sourcesOf(db, releves)).map((source) => [source.id, source]))
  const found = releves.flatMap((releve) => {
    const source = sources.get(releve.source_id)
    return source ? [{ releve, source, champs: champsOf(source.type) }] : []
  })
  const names = await nomLongByIds(
    db,
    found.flatMap(({ releve, champs }) => placeIds(champs, [releve])),
  )
  return found.map(({ releve, source: { type, type_nom, titre, lieu }, champs }): Cell[] => {
    const data = withPlaceNames(champs, releve.data, names)
    return [releve.id, type_nom, titre, lieu, ...columns.cells({ ...releve, type, data })]
  })
}

/** All that this user finds, each batch a query of its own. `all`: with the fields that are reserved. */
export async function searchRows(db: Db, user: CurrentUser, criteria: Criteria, all = true): Promise<Rows> {
  const search = await searchFor(db, user, criteria)
  const { query } = search
  const types = await typesFound(db, query)
  const champsOf = await champsByType(db, types)
  const shown = (type: number) => champsOf(type).filter((champ) => all || !isReserved(champ))
  const columns = mixedColumns(new Map(types.map((type) => [type, shown(type)])), await besideUses(db, query), BEFORE)
  async function* batches() {
    for await (const keys of keysOf(db, search, criteria.tri)) yield await rowsOf(db, keys, columns, champsOf)
  }
  return { headers: [...BEFORE, ...columns.headers], batches: batches() }
}
