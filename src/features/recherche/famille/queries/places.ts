// Where a family is looked for: the place asked for with all below it, and the places nearby.
import { dialectOf } from '../../../../db/dialect/index.ts'
import type { Db } from '../../../../db/schema.ts'
import type { ActKind } from '../../../../db/schema-persons.ts'
import type { CurrentUser } from '../../../../web/env.ts'
import { visibleSources } from '../../../droits/policy.ts'
import { idsBelow, lieuPath } from '../../../lieux/queries/places.ts'
import { isNear, type Point, squareAround } from '../rules/distance.ts'

/** A source in which acts of the family may stand, as this reader sees it. */
export interface NearSource {
  id: number
  titre: string
  acte: ActKind
  annee_debut: number | null
  annee_fin: number | null
  nb_releves: number
  isNearby: boolean
}

export async function pointOf(db: Db, id: number): Promise<Point | undefined> {
  const lieu = await db.selectFrom('lieux').select(['latitude', 'longitude']).where('id', '=', id).executeTakeFirst()
  if (!lieu || lieu.latitude === null || lieu.longitude === null) return undefined
  return { latitude: lieu.latitude, longitude: lieu.longitude }
}

/** Ids of the places with sources that lie near this one. */
async function nearbyIds(db: Db, id: number): Promise<number[]> {
  const point = await pointOf(db, id)
  if (!point) return []
  const square = squareAround(point)
  const rows = await db
    .selectFrom('lieux')
    .select(['id', 'latitude', 'longitude'])
    .where('latitude', '>=', square.south)
    .where('latitude', '<=', square.north)
    .where('longitude', '>=', square.west)
    .where('longitude', '<=', square.east)
    .where(
      'id',
      'in',
      db
        .selectFrom('sources')
        .select('lieu_id')
        .where('lieu_id', 'is not', null)
        .distinct()
        .$castTo<{ lieu_id: number }>(),
    )
    .execute()
  return rows.filter(({ latitude, longitude }) => isNear(point, { latitude, longitude })).map((row) => row.id)
}

/** The sources of the place, of those below it and of those nearby that this reader sees. */
export async function sourcesNear(db: Db, user: CurrentUser, lieu: number): Promise<NearSource[]> {
  const path = await lieuPath(db, lieu)
  if (!path) return []
  const near = await nearbyIds(db, lieu)
  const rows = await db
    .selectFrom('sources')
    .innerJoin('types_sources', 'types_sources.id', 'sources.type_source_id')
    .select(['sources.id', 'sources.titre', 'types_sources.acte'])
    .select(['sources.annee_debut', 'sources.annee_fin', 'sources.nb_releves'])
    .select((eb) =>
      eb.case().when('sources.lieu_id', 'in', idsBelow(db, path.chemin)).then(0).else(1).end().as('nearby'),
    )
    .where((eb) =>
      eb.or([
        eb('sources.lieu_id', 'in', idsBelow(db, path.chemin)),
        dialectOf(db).sql.inList(eb.ref('sources.lieu_id').$castTo<number>(), near),
      ]),
    )
    .where((eb) => visibleSources(user)(eb))
    .orderBy('sources.id')
    .execute()
  return rows.map(({ nearby, ...row }) => ({ ...row, isNearby: nearby === 1 }))
}
