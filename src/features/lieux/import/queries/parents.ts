import type { Db } from '../../../../db/schema.ts'
import { placesCalled } from '../../queries/long-names.ts'
import type { TypeLieu } from '../rules/line.ts'
import { markedName, unmarked } from '../rules/marks.ts'
import { type Known, knownPlaces } from './match.ts'

/** These are read once for all lines of an import. */
export interface Types {
  byName: Map<string, TypeLieu>
  byId: Map<number, TypeLieu>
}

const isThere = (name: string | undefined): name is string => name !== undefined

/** The places of exactly these long names, or of a long name with the type and code behind it that tell its places apart. */
export async function placesMarked(db: Db, { byId }: Types, names: Iterable<string>): Promise<Map<string, Known[]>> {
  const wanted = [...new Set(names)]
  const found = await knownPlaces(db, wanted)
  const marked = wanted.filter((name) => !found.has(name) && unmarked(name) !== undefined)
  const same = await knownPlaces(db, marked.map(unmarked).filter(isThere))
  const markOf = ({ nom_long, type_id, code }: Known) =>
    markedName(nom_long, (type_id === null ? undefined : byId.get(type_id)?.nom) ?? null, code)
  for (const name of marked) {
    const places = (same.get(unmarked(name) ?? '') ?? []).filter((place) => markOf(place) === name)
    if (places.length > 0) found.set(name, places)
  }
  return found
}

/** Lines are decided by the types, and by the instant the import came, since which a merged place is followed. */
export interface Site {
  types: Types
  since: string
}

/**
 * The places that lines may mean by these long names of a parent. `since`: when the import came; a place that was merged away
 * after that is followed, one merged before is not meant.
 */
export async function parentsCalled(
  db: Db,
  names: Iterable<string>,
  { types, since }: Site,
): Promise<Map<string, Known[]>> {
  const wanted = [...new Set(names)]
  const found = await placesMarked(db, types, wanted)
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
