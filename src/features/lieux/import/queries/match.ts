import { dialectOf } from '../../../../db/dialect/index.ts'
import type { Db } from '../../../../db/schema.ts'
import type { ImportLine } from '../../../imports/kind.ts'
import { isSameCell } from '../../rules/csv-columns.ts'
import { type NamedPlace, nomLong } from '../../rules/long-name.ts'
import type { LieuRow, TypeLieu } from '../rules/line.ts'

/** A place that is there, as an import compares it. */
export interface Known {
  id: number
  nom: string
  nom_long: string
  chemin: string
  lieu_parent_id: number | null
  type_id: number | null
  code: string | null
  latitude: number | null
  longitude: number | null
  note: string | null
  import_id: number | null
}

const COLUMNS = [
  'id',
  'nom',
  'nom_long',
  'chemin',
  'lieu_parent_id',
  'type_id',
  'code',
  'latitude',
  'longitude',
  'note',
  'import_id',
] as const

/** The places of these long names, by long name. */
export async function knownPlaces(db: Db, nomsLongs: Iterable<string>): Promise<Map<string, Known[]>> {
  const found = new Map<string, Known[]>()
  const wanted = [...new Set(nomsLongs)]
  if (wanted.length === 0) return found
  const rows = await db
    .selectFrom('lieux')
    .select(COLUMNS)
    .where((eb) => dialectOf(db).sql.inList(eb.ref('nom_long'), wanted))
    .orderBy('id')
    .execute()
  for (const row of rows) found.set(row.nom_long, [...(found.get(row.nom_long) ?? []), row])
  return found
}

/** The place a line lies in, as far as it decides the long name and the path of the line's own. */
export interface Parent {
  id: number | null
  chemin: string
  /** The ancestors as the rule of long names takes them: all in one, since only their text counts. */
  ancestors: NamedPlace[]
}

export const NO_PARENT: Parent = { id: null, chemin: '/', ancestors: [] }

/** A place hands down its own long name to those below it, or only what follows its name there. */
export function ancestorsOf(nom: string, ofPlace: string, type: TypeLieu | undefined): NamedPlace[] {
  const handed = type?.dans_nom_long === false ? ofPlace.slice(nom.length).replace(/^, /, '') : ofPlace
  return handed === '' ? [] : [{ nom: handed, dans_nom_long: null }]
}

export const longNameOf = (row: LieuRow, parent: Parent): string => nomLong(row.nom, parent.ancestors)

const COMPARED = ['type_id', 'code', 'latitude', 'longitude', 'note'] as const
export type Changes = Partial<Pick<Known, (typeof COMPARED)[number]>>

/** An empty cell changes nothing: a file that knows less takes nothing away. */
export function changesOf(row: LieuRow, place: Known): Changes {
  const changed = COMPARED.filter((column) => row[column] !== null && !isSameCell(place[column], row[column]))
  return Object.fromEntries(changed.map((column) => [column, row[column]]))
}

/** `isOnly`: no other place could be meant. Where one could, the line changes nothing in either. */
export type Match = { place: Known; changes: Changes; isOnly: boolean } | 'aucun' | 'plusieurs'

/** A line that names a type means a place of it, or else of no type yet; one that names none means a place of any type. */
function ofType(row: LieuRow, places: Known[]): Known[] {
  if (row.type_id === null) return places
  const typed = places.filter((place) => place.type_id === row.type_id)
  return typed.length > 0 ? typed : places.filter((place) => place.type_id === null)
}

/** The place that a line describes: same name, same parent, same type where it is given; never one of several by chance. */
export function matchOf({ row }: ImportLine<LieuRow>, parentId: number | null, named: Known[]): Match {
  const here = named.filter((place) => place.nom === row.nom && place.lieu_parent_id === parentId)
  let places = ofType(row, here)
  if (places.length > 1 && row.code !== null) {
    const coded = places.filter((place) => place.code === row.code)
    if (coded.length > 0) places = coded
  }
  const pairs = places.map((place) => ({ place, changes: changesOf(row, place), isOnly: places.length === 1 }))
  const [only] = pairs
  if (!only) return 'aucun'
  if (pairs.length === 1) return only
  // Whichever of them the line means, it changes nothing where it says exactly what one of them is.
  return pairs.find(({ place, changes }) => isNothing(changes) && place.type_id === row.type_id) ?? 'plusieurs'
}

export const isNothing = (changes: Changes): boolean => Object.keys(changes).length === 0
