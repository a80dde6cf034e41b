import type { Db } from '../../db/schema.ts'
import type { ImportLine } from '../imports/kind.ts'
import type { LieuRow, TypeLieu } from './import-line.ts'
import {
  ancestorsOf,
  type Known,
  knownPlaces,
  longNameOf,
  type Match,
  matchOf,
  NO_PARENT,
  type Parent,
} from './import-match.ts'
import { parentsCalled } from './import-parents.ts'

type Line = ImportLine<LieuRow>

export const quote = (text: string): string => `«\u00a0${text.slice(0, 200)}\u00a0»`

export const ambiguousParent = (key: string): string =>
  `Plusieurs lieux s’appellent ${quote(key)}\u00a0: on ne peut pas savoir lequel est le lieu parent.`
export const missingParent = (key: string, near: string): string =>
  `Le lieu parent ${quote(key)} n’existe ni dans le site ni dans le fichier. Il faut son nom long exact.${near}`
export const SEVERAL =
  'Plusieurs lieux du site ont ce nom, ce lieu parent et ce type\u00a0: on ne peut pas savoir lequel est décrit.'

/** What an import has to know of the site for all its lines. */
export interface Types {
  byName: Map<string, TypeLieu>
  byId: Map<number, TypeLieu>
}

export async function loadTypes(db: Db): Promise<Types> {
  const types = await db
    .selectFrom('types_lieux')
    .select(['id', 'nom', 'dans_nom_long'])
    .orderBy('ordre')
    .orderBy('id')
    .execute()
  return { byName: new Map(types.map((type) => [type.nom, type])), byId: new Map(types.map((type) => [type.id, type])) }
}

/** What decides about lines: the types, and since when a merged place is followed (the instant the import came). */
export interface Site {
  types: Types
  since: string
}

/** A line with what it was found to mean. */
export type Decision =
  | { line: Line; parent: Parent; nomLong: string; match: Match }
  | { line: Line; refusal: string }
  | { line: Line; isWaiting: true }

const typeOf = (types: Types, id: number | null): TypeLieu | undefined => (id === null ? undefined : types.byId.get(id))

/** Finds parents and the places that lines describe, in two queries for the whole batch. */
export async function decide(
  db: Db,
  { types, since }: Site,
  lines: Line[],
  above: Map<string, Line>,
  isCounted: (place: Known) => boolean = () => true,
): Promise<Decision[]> {
  const named = new Set(lines.flatMap(({ renvoi }) => (renvoi === null || above.has(renvoi) ? [] : [renvoi])))
  const parents = await parentsCalled(db, named, since)
  // One object a parent: what follows from it is computed once for all its lines.
  const found = new Map<string | null, Parent | 'plusieurs' | 'attente'>()
  const find = (renvoi: string | null): Parent | 'plusieurs' | 'attente' => {
    if (renvoi === null) return NO_PARENT
    const planned = above.get(renvoi)
    if (planned)
      return { id: -1, chemin: '', ancestors: ancestorsOf(planned.row.nom, renvoi, typeOf(types, planned.row.type_id)) }
    const [place, other] = parents.get(renvoi) ?? []
    if (!place) return 'attente'
    if (other) return 'plusieurs'
    return {
      id: place.id,
      chemin: place.chemin,
      ancestors: ancestorsOf(place.nom, place.nom_long, typeOf(types, place.type_id)),
    }
  }
  const parentOf = ({ renvoi }: Line) => {
    const parent = found.get(renvoi) ?? find(renvoi)
    found.set(renvoi, parent)
    return parent
  }
  const placed = lines.map((line) => ({ line, parent: parentOf(line) }))
  const names = placed.flatMap(({ line, parent }) =>
    typeof parent === 'string' || parent.id === -1 ? [] : [longNameOf(line.row, parent)],
  )
  const known = await knownPlaces(db, names)
  return placed.map(({ line, parent }): Decision => {
    if (parent === 'attente') return { line, isWaiting: true }
    if (parent === 'plusieurs') return { line, refusal: ambiguousParent(line.renvoi ?? '') }
    const nomLong = longNameOf(line.row, parent)
    const places = (known.get(nomLong) ?? []).filter(isCounted)
    return { line, parent, nomLong, match: matchOf(line, parent.id, places) }
  })
}
