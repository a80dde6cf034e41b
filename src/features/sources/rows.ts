import { dialectOf } from '../../db/dialect/index.ts'
import type { Db } from '../../db/schema.ts'
import type { Cell, Rows } from '../../lib/rows.ts'
import type { CurrentUser } from '../../web/env.ts'
import { statusLabel } from '../droits/status.ts'
import type { SourceFilter } from './queries/filter.ts'
import { sourceIds } from './queries/listing.ts'
import { gapText, spansText } from './rules/years.ts'

const BATCH = 500
/** Between the names of members, as between the names of sections in the file of users. */
const BETWEEN = ' | '

async function rowsOf(db: Db, ids: number[]) {
  const { inList } = dialectOf(db).sql
  const sources = await db
    .selectFrom('sources')
    .innerJoin('types_sources', 'types_sources.id', 'sources.type_source_id')
    .leftJoin('lieux', 'lieux.id', 'sources.lieu_id')
    .leftJoin('sections', 'sections.id', 'sources.section_id')
    .leftJoin('depots', 'depots.id', 'sources.depot_id')
    .select(['sources.id', 'sources.titre', 'sources.annee_debut', 'sources.annee_fin', 'sources.status'])
    .select(['sources.annees', 'sources.lacunes'])
    .select(['sources.cote', 'sources.url', 'sources.note', 'sources.nb_releves', 'types_sources.nom as type'])
    .select(['lieux.nom_long as lieu', 'sections.nom as section', 'depots.nom as depot'])
    .where((eb) => inList(eb.ref('sources.id'), ids))
    .execute()
  const members = await db
    .selectFrom('source_membres')
    .innerJoin('users', 'users.id', 'source_membres.user_id')
    .select(['source_membres.source_id', 'users.name'])
    .where((eb) => inList(eb.ref('source_membres.source_id'), ids))
    .orderBy('users.name_key')
    .execute()
  const names = new Map<number, string[]>()
  for (const { source_id, name } of members) names.set(source_id, [...(names.get(source_id) ?? []), name])
  return sources.map((source) => ({ ...source, membres: names.get(source.id) ?? [] }))
}

type Row = Awaited<ReturnType<typeof rowsOf>>[number]

const COLUMNS: { header: string; value(source: Row): Cell }[] = [
  { header: 'titre', value: ({ titre }) => titre },
  { header: 'type', value: ({ type }) => type },
  { header: 'lieu', value: ({ lieu }) => lieu },
  { header: 'annee_debut', value: ({ annee_debut }) => annee_debut },
  { header: 'annee_fin', value: ({ annee_fin }) => annee_fin },
  { header: 'section', value: ({ section }) => section },
  { header: 'depot', value: ({ depot }) => depot },
  { header: 'cote', value: ({ cote }) => cote },
  { header: 'statut', value: ({ status }) => statusLabel(status) },
  { header: 'releves', value: ({ nb_releves }) => nb_releves },
  { header: 'membres', value: ({ membres }) => membres.join(BETWEEN) },
  { header: 'url', value: ({ url }) => url },
  { header: 'note', value: ({ note }) => note },
  { header: 'annees', value: ({ annees }) => spansText(annees) },
  { header: 'lacunes', value: ({ lacunes }) => (lacunes ?? []).map(gapText).join(BETWEEN) },
]

export const SOURCE_HEADERS: readonly string[] = COLUMNS.map(({ header }) => header)

/** The cells of these sources by id; of those that are gone none. */
export const sourceCells = async (db: Db, ids: number[]): Promise<Map<number, Cell[]>> =>
  new Map((await rowsOf(db, ids)).map((row) => [row.id, COLUMNS.map(({ value }) => value(row))]))

async function* batches(db: Db, user: CurrentUser, filter: SourceFilter): AsyncGenerator<Cell[][], void> {
  // The order first: a source renamed meanwhile is neither left out nor told twice.
  const ids = await sourceIds(db, user, filter)
  for (let at = 0; at < ids.length; at += BATCH) {
    const some = ids.slice(at, at + BATCH)
    const cells = await sourceCells(db, some)
    yield some.flatMap((id) => [cells.get(id) ?? []].filter((row) => row.length > 0))
  }
}

/** The sources that this reader sees and that pass the filter, in the order of the list. */
export const sourceRows = (db: Db, user: CurrentUser, filter: SourceFilter): Rows => ({
  headers: [...SOURCE_HEADERS],
  batches: batches(db, user, filter),
})
