import { withPlaceNames } from '../../../../champs/index.ts'
import { dialectOf, type SearchQuery } from '../../../../db/dialect/index.ts'
import type { Db } from '../../../../db/schema.ts'
import { breathe } from '../../../../lib/breath.ts'
import type { CurrentUser } from '../../../../web/env.ts'
import { visibleSources } from '../../../droits/policy.ts'
import type { ActLetter } from '../../../echanges/rules/columns.ts'
import { keysByDate } from '../../../recherche/queries/export.ts'
import { placeNamesOf } from '../../../releves/queries/place-names.ts'
import { relevesByIds, streamReleves } from '../../../releves/queries/records.ts'
import { champsByType } from '../../../types-sources/queries.ts'
import { placesOf } from '../../couverture/queries.ts'
import { NOWHERE, type Where, whereIs } from '../../couverture/rules.ts'
import { letterOf } from '../rules/mapping.ts'
import { type Act, type PlacedType, placedType } from '../rules/placed.ts'

/** Which acts leave: those of a source, of a section, or what a search finds. */
export type Scope = { source: number } | { section: number } | { query: SearchQuery }

/** Acts of one place and letter: other programs want a file of each. */
export interface ActFile {
  where: Where
  lettre: ActLetter
  sources: ExportedSource[]
}

export interface ExportedSource {
  id: number
  cote: string
  type: PlacedType
  nb: number
}

function sourceRows(db: Db, user: CurrentUser, scope: Scope) {
  const { inList } = dialectOf(db).sql
  return (
    db
      .selectFrom('sources')
      .innerJoin('types_sources', 'types_sources.id', 'sources.type_source_id')
      .leftJoin('lieux', 'lieux.id', 'sources.lieu_id')
      .select(['sources.id', 'cote', 'type_source_id', 'types_sources.nom', 'acte', 'lieux.chemin', 'nb_releves as nb'])
      .where(visibleSources(user))
      .$if('source' in scope, (rows) => rows.where('sources.id', '=', 'source' in scope ? scope.source : 0))
      .$if('section' in scope, (rows) => rows.where('section_id', '=', 'section' in scope ? scope.section : 0))
      .$if('query' in scope && scope.query.sourceIds !== undefined, (rows) =>
        rows.where((eb) => inList(eb.ref('sources.id'), 'query' in scope ? [...(scope.query.sourceIds ?? [])] : [])),
      )
      // A source without acts makes the file that it was asked for all the same.
      .$if(!('source' in scope), (rows) => rows.where('nb_releves', '>', 0))
      .orderBy('sources.id')
      .execute()
  )
}

/** Leaves out the sources in which a search finds nothing: they would be empty files. */
async function sourcesWithActs<R extends { id: number }>(db: Db, scope: Scope, rows: R[]): Promise<R[]> {
  if (!('query' in scope)) return rows
  const found: R[] = []
  for (const row of rows) {
    const keys = await dialectOf(db).search.keys(db, {
      ...scope.query,
      sourceIds: [row.id],
      after: undefined,
      limit: 1,
    })
    if (keys.length > 0) found.push(row)
  }
  return found
}

const keyOf = ({ commune, insee, departement }: Where, lettre: ActLetter): string =>
  [commune, insee, departement, lettre].join('\t')

/** The files that these acts make, by place and letter. */
export async function filesOf(db: Db, user: CurrentUser, scope: Scope): Promise<ActFile[]> {
  const rows = await sourcesWithActs(db, scope, await sourceRows(db, user, scope))
  const champsOf = await champsByType(
    db,
    rows.map((row) => row.type_source_id),
  )
  const placeOf = await placesOf(
    db,
    rows.flatMap(({ chemin }) => chemin ?? []),
  )
  const types = new Map<number, PlacedType>()
  const files = new Map<string, ActFile>()
  for (const { id, cote, nb, type_source_id, nom, acte, chemin } of rows) {
    const type = types.get(type_source_id) ?? placedType({ acte, nom }, champsOf(type_source_id))
    types.set(type_source_id, type)
    const where = chemin === null ? NOWHERE : whereIs(chemin, placeOf)
    const lettre = letterOf(acte)
    const file = files.get(keyOf(where, lettre)) ?? { where, lettre, sources: [] }
    files.set(keyOf(where, lettre), file)
    file.sources.push({ id, cote: cote ?? '', type, nb })
  }
  return [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, file]) => file)
}

async function* batchesOf(db: Db, scope: Scope, sourceId: number) {
  if (!('query' in scope)) return yield* streamReleves(db, sourceId)
  for await (const keys of keysByDate(db, { ...scope.query, sourceIds: [sourceId], after: undefined }))
    yield await relevesByIds(
      db,
      keys.map((key) => key.releve_id),
    )
}

/** The acts of a source that leave, a batch at a time, their places by the names of today. */
export async function* actsOf(db: Db, scope: Scope, source: ExportedSource): AsyncGenerator<Act[], void> {
  const { champs } = source.type
  const names = new Map<number, string>()
  for await (const releves of batchesOf(db, scope, source.id)) {
    await placeNamesOf(db, champs, releves, names)
    yield releves.map(({ id, data, etats }) => ({ id, data: withPlaceNames(champs, data, names), etats }))
    await breathe()
  }
}
