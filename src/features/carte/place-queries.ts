import type { Db } from '../../db/schema.ts'
import type { CurrentUser } from '../../web/env.ts'
import { totalsOfLieu } from '../lieux/queries/listing.ts'
import { descendantIds } from '../lieux/queries/places.ts'

export interface PlaceOnMap {
  id: number
  nom_long: string
  /** South, west, north and east of it and of what lies in it, in degrees; undefined where nothing of that has a position. */
  etendue: [number, number, number, number] | undefined
  /** Counted with what lies in it, as far as this user sees. */
  sources: number
  releves: number
}

/** Where a place lies that somebody looks for on the map, and what is there. */
export async function placeOnMap(
  db: Db,
  user: CurrentUser,
  { id, nom_long }: { id: number; nom_long: string },
): Promise<PlaceOnMap> {
  const [extent, totals] = await Promise.all([
    db
      .selectFrom('lieux')
      .select((eb) => [
        eb.fn.min<number | null>('latitude').as('sud'),
        eb.fn.min<number | null>('longitude').as('ouest'),
        eb.fn.max<number | null>('latitude').as('nord'),
        eb.fn.max<number | null>('longitude').as('est'),
      ])
      .where('id', 'in', descendantIds(db, id))
      .executeTakeFirstOrThrow(),
    totalsOfLieu(db, user, id),
  ])
  const { sud, ouest, nord, est } = extent
  const etendue: PlaceOnMap['etendue'] =
    sud === null || ouest === null || nord === null || est === null ? undefined : [sud, ouest, nord, est]
  return { id, nom_long, etendue, ...totals }
}
