import type { Db } from '../../db/schema.ts'
import { type Known, knownPlaces } from './import-match.ts'
import { placesCalled } from './long-names.ts'

/**
 * The places that lines may mean by these long names of a parent. `since`: when the import came; a place that was merged away
 * after that is followed, one merged before is not meant.
 */
export async function parentsCalled(db: Db, names: Iterable<string>, since: string): Promise<Map<string, Known[]>> {
  const wanted = [...new Set(names)]
  const found = await knownPlaces(db, wanted)
  const lost = wanted.filter((name) => !found.has(name))
  if (lost.length === 0) return found
  const moved = await placesCalled(db, lost, since)
  const places = await knownPlaces(
    db,
    [...moved.values()].flatMap((today) => today.map(({ nom_long }) => nom_long)),
  )
  for (const [name, today] of moved) {
    const ids = new Set(today.map(({ id }) => id))
    const same = today.flatMap(({ nom_long }) => places.get(nom_long) ?? []).filter(({ id }) => ids.has(id))
    found.set(name, [...new Map(same.map((place) => [place.id, place])).values()])
  }
  return found
}
