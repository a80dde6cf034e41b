import { champCell, KINDS, storedValue } from '../../champs/index.ts'
import type { Champ, PlaceValue } from '../../champs/kind.ts'
import type { ReleveData, ReleveEtats } from '../../db/schema.ts'
import type { CsvCell } from '../../lib/csv.ts'
import { caseKey } from '../../lib/text.ts'

/** A column of the CSV of a source: the value of a field, or the state beside it. */
export interface ReleveColumn {
  header: string
  champ: Champ
  part: 'valeur' | 'etat'
}

/** The label, with ` (2)`, ` (3)`… where the file already has it: the import finds columns by label, whatever the case. */
function freeHeader(label: string, taken: Set<string>): string {
  const key = (text: string) => caseKey(text.trim())
  let header = label
  for (let n = 2; taken.has(key(header)); n += 1) header = `${label} (${n})`
  taken.add(key(header))
  return header
}

/**
 * The columns of a source in the order of its fields: for each its value, and its state where `withEtat` holds its name
 * (decisions.md, section 4). A header depends on the fields only, never on the states in use, so that an import finds it.
 */
export function releveColumns(champs: readonly Champ[], withEtat: ReadonlySet<string>): ReleveColumn[] {
  const taken = new Set<string>()
  const values = champs.map((champ) => freeHeader(champ.label, taken))
  const etats = values.map((header) => freeHeader(`${header} (état)`, taken))
  return champs.flatMap((champ, index) => {
    const valeur: ReleveColumn = { header: values[index] ?? champ.label, champ, part: 'valeur' }
    const etat: ReleveColumn = { header: etats[index] ?? champ.label, champ, part: 'etat' }
    return withEtat.has(champ.nom) ? [valeur, etat] : [valeur]
  })
}

const placesOf = (champs: readonly Champ[]): readonly Champ[] =>
  champs.filter((champ) => KINDS[champ.type] === KINDS.place)

function placeIn(champ: Champ, data: ReleveData): PlaceValue | undefined {
  const value = storedValue(data, champ.nom)
  return KINDS.place.isValue(value) ? (value as PlaceValue) : undefined
}

/** The ids of all places in the fields of some records. */
export function placeIdsIn(champs: readonly Champ[], rows: readonly { data: ReleveData }[]): number[] {
  const ids = placesOf(champs).flatMap((champ) => rows.map(({ data }) => placeIn(champ, data)?.id))
  return [...new Set(ids.filter((id) => id !== undefined))]
}

/** The data with its places under the names they have now; a place that is gone keeps the name that was copied. */
export function withCurrentPlaces(
  champs: readonly Champ[],
  data: ReleveData,
  names: ReadonlyMap<number, string>,
): ReleveData {
  const current: ReleveData = { ...data }
  for (const champ of placesOf(champs)) {
    const place = placeIn(champ, data)
    const nom_long = place && names.get(place.id)
    if (place && nom_long !== undefined) current[champ.nom] = { ...place, nom_long }
  }
  return current
}

/** The cells of a record, in the order of the columns. */
export function releveCells(
  columns: readonly ReleveColumn[],
  { data, etats }: { data: ReleveData; etats: ReleveEtats },
): CsvCell[] {
  return columns.map(({ champ, part }) => {
    if (part === 'valeur') return champCell(champ, data)
    return Object.hasOwn(etats, champ.nom) ? (etats[champ.nom] ?? null) : null
  })
}
