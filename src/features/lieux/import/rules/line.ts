import type { ImportLine, ParsedLine } from '../../../imports/kind.ts'
import { type Axis, readCoordinate } from '../../rules/coordinates.ts'
import { nomLong } from '../../rules/long-name.ts'

/** A line of the file as a place; null: the file says nothing about it. */
export interface LieuRow {
  nom: string
  code: string | null
  type_id: number | null
  latitude: number | null
  longitude: number | null
  note: string | null
  [column: string]: unknown
}

export type LieuLine = ImportLine<LieuRow>

export interface TypeLieu {
  id: number
  nom: string
  dans_nom_long: boolean
}

class LineError extends Error {}

const MAX = { nom: 255, code: 20, note: 5000 } as const
const SHOWN_TYPES = 12

function limited(text: string, column: keyof typeof MAX): string | null {
  if (text.length > MAX[column])
    throw new LineError(`La case «\u00a0${column}\u00a0» est trop longue\u00a0: ${MAX[column]} caractères au plus.`)
  return text === '' ? null : text
}

function readName(text: string): string {
  const nom = limited(text, 'nom')
  if (nom === null) throw new LineError('La case «\u00a0nom\u00a0» est vide.')
  if (!/[\p{L}\p{N}]/u.test(nom))
    throw new LineError(`Le nom «\u00a0${nom}\u00a0» doit contenir au moins une lettre ou un chiffre.`)
  return nom
}

function coordinate(text: string, axis: Axis): number | null {
  const reading = readCoordinate(text, axis)
  if (reading.ok) return reading.value
  throw new LineError(`${reading.message} Le fichier dit «\u00a0${text.slice(0, 40)}\u00a0».`)
}

function typeId(text: string, types: Map<string, TypeLieu>): number | null {
  if (text === '') return null
  const type = types.get(text)
  if (type) return type.id
  const known = [...types.keys()].slice(0, SHOWN_TYPES).join(', ')
  throw new LineError(
    `Le type de lieu «\u00a0${text.slice(0, 60)}\u00a0» n’existe pas. Créez-le, ou écrivez exactement l’un de ceux-ci\u00a0: ${known}.`,
  )
}

function readRow(cell: (nom: string) => string, types: Map<string, TypeLieu>): LieuRow {
  const row: LieuRow = {
    nom: readName(cell('nom')),
    code: limited(cell('code'), 'code'),
    type_id: typeId(cell('type'), types),
    latitude: coordinate(cell('latitude'), 'latitude'),
    longitude: coordinate(cell('longitude'), 'longitude'),
    note: limited(cell('note'), 'note'),
  }
  if ((row.latitude === null) !== (row.longitude === null))
    throw new LineError(
      'Une latitude ne va pas sans longitude, ni l’inverse\u00a0: complétez la position ou effacez-la.',
    )
  return row
}

/** Puts a place into the parent of this long name as if the parent never stayed out of long names; decide.ts knows better. */
export const naiveKey = (nom: string, parent: string): string =>
  nomLong(nom, parent === '' ? [] : [{ nom: parent, dans_nom_long: null }])

/** Reads a line as far as it can be read without looking at the other places. */
export function parseLieuLine(cell: (nom: string) => string, types: Map<string, TypeLieu>): ParsedLine<LieuRow> {
  const parent = cell('lieu_parent')
  const cle = naiveKey(cell('nom'), parent)
  try {
    return { ok: true, row: readRow(cell, types), cle, renvoi: parent === '' ? null : parent }
  } catch (error) {
    if (!(error instanceof LineError)) throw error
    return { ok: false, message: error.message, cle }
  }
}
