// Results and facets say of the source of a record what is read here.
import { dialectOf } from '../../../db/dialect/index.ts'
import { prepared } from '../../../db/prepared.ts'
import { type Remember, readAnew, rememberEach } from '../../../db/remember.ts'
import type { Db } from '../../../db/schema.ts'

const rowsOf = prepared((db, { ids }: { ids: readonly number[] }) =>
  db
    .selectFrom('sources')
    .innerJoin('types_sources', 'types_sources.id', 'sources.type_source_id')
    .leftJoin('lieux', 'lieux.id', 'sources.lieu_id')
    .select(['sources.id', 'sources.titre', 'sources.type_source_id', 'sources.lieu_id'])
    .select(['types_sources.nom as type_nom', 'types_sources.acte'])
    .select(['lieux.nom_long as lieu_nom_long', 'lieux.latitude', 'lieux.chemin'])
    .select((eb) =>
      eb
        .selectFrom('source_vues')
        .whereRef('source_id', '=', 'sources.id')
        .select(({ fn }) => fn.min('numero').as('n'))
        .as('premiere_vue'),
    )
    .where((eb) => dialectOf(db).sql.inList(eb.ref('sources.id'), ids)),
)

type SourceFound = Awaited<ReturnType<typeof rowsOf>>[number]

/** These sources by their ids; whoever asks has found records of theirs, as far as the reader sees them. */
export const sourcesFound = (
  db: Db,
  ids: Iterable<number>,
  remember: Remember = readAnew,
): Promise<Map<number, SourceFound>> =>
  rememberEach(remember, 'sources', ids, async (missing) => {
    const rows = await rowsOf(db, { ids: missing }, '')
    return new Map(rows.map((row) => [row.id, row]))
  })
