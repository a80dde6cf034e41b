import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db } from '../../../db/schema.ts'
import { ancestorIds } from '../../../lib/place-path.ts'
import { readFrance } from '../communes/file.ts'
import { type Gazetteer, gazetteerOf, type Lost } from './rules.ts'

export const POSITIONS_PATH = '/lieux/positions'

const lost = (db: Db) => db.selectFrom('lieux').where('latitude', 'is', null).where('longitude', 'is', null)

/** How many places have no position. */
export async function countLost(db: Db): Promise<number> {
  const { n } = await lost(db)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Ids and long names of the places without a position, by name. */
export const lostPlaces = (db: Db) => lost(db).select(['id', 'nom_long']).orderBy('nom_tri').orderBy('id').execute()

/** Those of these places that still have no position, with what they lie in, nearest last; others are absent. */
export async function lostOf(db: Db, ids: number[]): Promise<Map<number, Lost>> {
  const { inList } = dialectOf(db).sql
  const places = await lost(db)
    .select(['id', 'chemin'])
    .where((eb) => inList(eb.ref('id'), ids))
    .execute()
  const all = [...new Set(places.flatMap(({ id, chemin }) => [id, ...ancestorIds(chemin)]))]
  if (all.length === 0) return new Map()
  const rows = await db
    .selectFrom('lieux')
    .leftJoin('types_lieux', 'types_lieux.id', 'lieux.type_id')
    .select(['lieux.id', 'lieux.nom', 'lieux.code', 'types_lieux.nom_key as type'])
    .where((eb) => inList(eb.ref('lieux.id'), all))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    places.flatMap(({ id, chemin }) => {
      const place = byId.get(id)
      const above = ancestorIds(chemin).flatMap((one) => byId.get(one) ?? [])
      return place ? [[id, { ...place, above }]] : []
    }),
  )
}

let gazetteer: Promise<Gazetteer> | undefined

/** Read once: the file does not change while the program runs. */
export function gazetteerOfFrance(): Promise<Gazetteer> {
  gazetteer ??= readFrance().then(gazetteerOf)
  return gazetteer
}
