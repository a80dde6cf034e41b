import { KINDS, storedValue } from '../../../champs/index.ts'
import type { Champ, PlaceValue } from '../../../champs/kind.ts'
import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db, ReleveData } from '../../../db/schema.ts'

/** An id stands for its place, or for the one it was merged into. Ids of deleted places are absent. */
export async function placesToday(db: Db, ids: number[]): Promise<Map<number, PlaceValue>> {
  const { inList } = dialectOf(db).sql
  const places = await db
    .selectFrom('lieux')
    .select(['id', 'nom_long'])
    .where((eb) => inList(eb.ref('id'), ids))
    .execute()
  const today = new Map(places.map((place) => [place.id, place]))
  const gone = ids.filter((id) => !today.has(id))
  if (gone.length === 0) return today
  const merged = await db
    .selectFrom('lieux_fusions')
    .innerJoin('lieux', 'lieux.id', 'lieux_fusions.vers_id')
    .select(['lieux_fusions.lieu_id', 'lieux.id', 'lieux.nom_long'])
    .where((eb) => inList(eb.ref('lieux_fusions.lieu_id'), gone))
    .execute()
  for (const { lieu_id, id, nom_long } of merged) today.set(lieu_id, { id, nom_long })
  return today
}

/** The record with its places as they are today; undefined where nothing changes. */
export function refreshed(
  champs: readonly Champ[],
  data: ReleveData,
  places: Map<number, PlaceValue>,
): ReleveData | undefined {
  const changed: Record<string, PlaceValue> = {}
  for (const { nom } of champs.filter(({ type }) => type === 'place')) {
    const held = storedValue(data, nom)
    if (!KINDS.place.isValue(held)) continue
    const { id, nom_long } = held as PlaceValue
    const today = places.get(id)
    if (today && (today.id !== id || today.nom_long !== nom_long))
      changed[nom] = { id: today.id, nom_long: today.nom_long }
  }
  return Object.keys(changed).length > 0 ? { ...data, ...changed } : undefined
}
