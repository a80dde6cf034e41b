import { champCell, champText, storedValue, withPlaceNames } from '../../champs/index.ts'
import type { Champ } from '../../champs/kind.ts'
import type { ReleveData } from '../../db/schema.ts'

type PlaceNames = ReadonlyMap<number, string>
const NO_NAMES: PlaceNames = new Map()

/** The cells of a record in the order of the fields, as CSV has them; '' for nothing. `placeNames`: id → nom_long of today. */
export function cellsOf(
  champs: readonly Champ[],
  releve: { data: ReleveData },
  placeNames: PlaceNames = NO_NAMES,
): (string | number)[] {
  const data = withPlaceNames(champs, releve.data, placeNames)
  return champs.map((champ) => champCell(champ, data))
}

/** The texts of a record in the order of the fields, as pages show them; '' for nothing. */
export function textsOf(
  champs: readonly Champ[],
  releve: { data: ReleveData },
  placeNames: PlaceNames = NO_NAMES,
): string[] {
  const data = withPlaceNames(champs, releve.data, placeNames)
  return champs.map((champ) => champText(champ, data))
}

/** What a record is called in titles and links: its names, or its number where it has none. */
export function releveTitle(releve: { id: number; data: ReleveData }): string {
  const names = ['nom', 'prenom'].map((nom) => storedValue(releve.data, nom)).filter((name) => typeof name === 'string')
  return names.length > 0 ? names.join(' ') : `Relevé n°\u00a0${releve.id}`
}
