// The records that may be of the family: those in which the two surnames are those of a couple, by their sound.
import { dialectOf, type SearchQuery } from '../../../../db/dialect/index.ts'
import type { Db } from '../../../../db/schema.ts'
import { firstDayOfYear } from '../../../../lib/calendar.ts'
import type { CurrentUser } from '../../../../web/env.ts'
import { visibleSourceIds, visibleSources } from '../../../droits/policy.ts'
import { champsByType } from '../../../types-sources/queries.ts'
import { soundQuery } from '../../queries/sound.ts'
import type { FamilyQuestion } from '../form.ts'
import type { Candidate } from '../rules/acts.ts'
import { YEARS_AFTER, YEARS_BEFORE } from '../rules/family.ts'
import type { NearSource } from './places.ts'

/** Records read for one page at most; of a couple that more tell of, the page shows a part and says so. */
const MOST_READ = 400

async function rowsOf(db: Db, user: CurrentUser, ids: readonly number[]) {
  return db
    .selectFrom('releves')
    .innerJoin('sources', 'sources.id', 'releves.source_id')
    .innerJoin('types_sources', 'types_sources.id', 'sources.type_source_id')
    .leftJoin('lieux', 'lieux.id', 'sources.lieu_id')
    .select(['releves.id', 'releves.data', 'releves.etats', 'sources.id as source_id', 'sources.titre'])
    .select(['types_sources.id as type_id', 'types_sources.nom as type', 'types_sources.acte'])
    .select(['lieux.id as lieu_id', 'lieux.nom_long'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('releves.id'), ids))
    .where((eb) => visibleSources(user)(eb))
    .orderBy('releves.id')
    .execute()
}

/** These records as the rules read them. `near`: sources that are of a place nearby. */
async function candidatesOf(
  db: Db,
  user: CurrentUser,
  ids: readonly number[],
  near: ReadonlySet<number>,
): Promise<Candidate[]> {
  if (ids.length === 0) return []
  const rows = await rowsOf(db, user, ids)
  const champsOf = await champsByType(
    db,
    rows.map(({ type_id }) => type_id),
  )
  return rows.map(({ id, data, etats, acte, type, type_id, source_id, titre, lieu_id, nom_long }) => ({
    ...{ id, data, etats, acte, type, champs: champsOf(type_id), isNearby: near.has(source_id) },
    source: { id: source_id, titre },
    lieu: lieu_id === null || nom_long === null ? null : { id: lieu_id, nom_long },
  }))
}

/** A year that somebody remembers is off by so much. */
const YEAR_ERROR = 5

/** The years in which acts of a family stand that has one about this year. */
const yearsAround = (annee: number | null) => ({
  from: annee === null ? null : annee - YEARS_AFTER - YEARS_BEFORE - YEAR_ERROR,
  to: annee === null ? null : annee + YEARS_AFTER + YEAR_ERROR,
})

/** The records nearest to the year asked for, where there are too many: as many before it as after. */
async function nearestKeys(db: Db, query: SearchQuery, annee: number | null) {
  const { search } = dialectOf(db)
  const most = annee === null ? MOST_READ : MOST_READ / 2
  const from = annee === null ? query.fromJour : firstDayOfYear(annee)
  // Those that reach the year from before it are among the ones before.
  const asked = annee === null ? query : { ...query, fromJour: from, reaching: undefined }
  const later = await search.keys(db, { ...asked, limit: most + 1 })
  const before =
    annee === null
      ? []
      : await search.keys(db, { ...query, order: 'desc', toJour: firstDayOfYear(annee) - 1, limit: most + 1 })
  const found = [...before.slice(0, most), ...later.slice(0, most)]
  return { found, isCut: before.length > most || later.length > most }
}

/** The records that may be of the family, as far as this reader sees them, and whether there are more. */
export async function readCandidates(
  db: Db,
  user: CurrentUser,
  { nom, nom2, annee, lieu }: FamilyQuestion,
  sources: readonly NearSource[],
): Promise<{ candidates: Candidate[]; isCut: boolean }> {
  const sourceIds = lieu === null ? await visibleSourceIds(db, user) : sources.map(({ id }) => id)
  const query = await soundQuery(db, { nom, nom2 }, { lieu: lieu?.id ?? null, sourceIds, ...yearsAround(annee) })
  if (!query || sourceIds?.length === 0) return { candidates: [], isCut: false }
  const { found, isCut } = await nearestKeys(db, query, annee)
  const ids = found.map(({ releve_id }) => releve_id)
  const near = new Set(sources.filter(({ isNearby }) => isNearby).map(({ id }) => id))
  return { candidates: await candidatesOf(db, user, ids, near), isCut }
}
