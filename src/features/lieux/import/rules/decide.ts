import type { Db } from '../../../../db/schema.ts'
import { quotedStart } from '../../../../lib/typo.ts'
import {
  ancestorsOf,
  isNothing,
  type Known,
  knownPlaces,
  longNameOf,
  type Match,
  matchOf,
  NO_PARENT,
  type Parent,
} from '../queries/match.ts'
import { parentsCalled, type Site, type Types } from '../queries/parents.ts'
import type { LieuLine, TypeLieu } from './line.ts'

export const ambiguousParent = (key: string): string =>
  `Plusieurs lieux s’appellent ${quotedStart(key)}\u00a0: on ne peut pas savoir lequel est le lieu parent.`
export const missingParent = (key: string, near: string): string =>
  `Le lieu parent ${quotedStart(key)} n’existe ni dans le site ni dans le fichier. Il faut son nom complet exact.${near}`
export const SEVERAL =
  'Plusieurs lieux du site ont ce nom, ce lieu parent et ce type\u00a0: on ne peut pas savoir lequel est décrit.'

export async function loadTypes(db: Db): Promise<Types> {
  const types = await db
    .selectFrom('types_lieux')
    .select(['id', 'nom', 'dans_nom_long'])
    .orderBy('ordre')
    .orderBy('id')
    .execute()
  return { byName: new Map(types.map((type) => [type.nom, type])), byId: new Map(types.map((type) => [type.id, type])) }
}

/** A line with what it was found to mean. */
export type Decision =
  | { line: LieuLine; parent: Parent; nomLong: string; match: Match }
  | { line: LieuLine; refusal: string }
  | { line: LieuLine; isWaiting: true }

const typeOf = (types: Types, id: number | null): TypeLieu | undefined => (id === null ? undefined : types.byId.get(id))

/** A line that names one of several parents is heard only where the place is there already and the line changes nothing in it. */
function amongSeveral(line: LieuLine, parents: Parent[], placesOf: (nomLong: string) => Known[]): Decision {
  const same = parents.flatMap((parent) => {
    const nomLong = longNameOf(line.row, parent)
    const match = matchOf(line, parent.id, placesOf(nomLong))
    return typeof match !== 'string' && isNothing(match.changes) ? [{ line, parent, nomLong, match }] : []
  })
  const [first] = same
  if (!first) return { line, refusal: ambiguousParent(line.renvoi ?? '') }
  return { ...first, match: { ...first.match, isOnly: same.length === 1 && first.match.isOnly } }
}

/** Finds parents and the places that lines describe, in two queries for the whole batch. */
export async function decide(
  db: Db,
  site: Site,
  lines: LieuLine[],
  above: Map<string, LieuLine>,
  isCounted: (place: Known) => boolean = () => true,
): Promise<Decision[]> {
  const named = new Set(lines.flatMap(({ renvoi }) => (renvoi === null || above.has(renvoi) ? [] : [renvoi])))
  const parents = await parentsCalled(db, named, site)
  const { types } = site
  const parentFrom = ({ id, chemin, nom, nom_long, type_id }: Known): Parent => ({
    ...{ id, chemin },
    ancestors: ancestorsOf(nom, nom_long, typeOf(types, type_id)),
  })
  // One object a parent: what follows from it is computed once for all its lines.
  const found = new Map<string | null, Parent | Parent[] | 'attente'>()
  const find = (renvoi: string | null): Parent | Parent[] | 'attente' => {
    if (renvoi === null) return NO_PARENT
    const planned = above.get(renvoi)
    if (planned) {
      const type = typeOf(types, planned.row.type_id)
      return { id: -1, chemin: '', ancestors: ancestorsOf(planned.row.nom, planned.cle ?? renvoi, type) }
    }
    const [place, ...others] = parents.get(renvoi) ?? []
    if (!place) return 'attente'
    return others.length === 0 ? parentFrom(place) : [place, ...others].map(parentFrom)
  }
  const parentOf = ({ renvoi }: LieuLine) => {
    const parent = found.get(renvoi) ?? find(renvoi)
    found.set(renvoi, parent)
    return parent
  }
  const placed = lines.map((line) => ({ line, parent: parentOf(line) }))
  const names = placed.flatMap(({ line, parent }) =>
    (parent === 'attente' ? [] : [parent].flat()).filter(({ id }) => id !== -1).map((one) => longNameOf(line.row, one)),
  )
  const known = await knownPlaces(db, names)
  const placesOf = (nomLong: string) => (known.get(nomLong) ?? []).filter(isCounted)
  return placed.map(({ line, parent }): Decision => {
    if (parent === 'attente') return { line, isWaiting: true }
    if (Array.isArray(parent)) return amongSeveral(line, parent, placesOf)
    const nomLong = longNameOf(line.row, parent)
    return { line, parent, nomLong, match: matchOf(line, parent.id, placesOf(nomLong)) }
  })
}
