import { withPlaceNames } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { champsToRaw } from '../../../champs/read.ts'
import type { ReleveData, ReleveEtats } from '../../../db/schema.ts'
import type { Body } from '../../../lib/body.ts'

/** By name of the champ, the form fields with which the previous record would be typed again: what « idem » puts in. */
export type PreviousRaw = ReadonlyMap<string, Body>

/** Reads the record before the one on the desk; empty where there is none. `placeNames`: id → nom_long of today. */
export function previousRaw(
  champs: readonly Champ[],
  releve: { data: ReleveData; etats: ReleveEtats } | undefined,
  placeNames: ReadonlyMap<number, string>,
): PreviousRaw {
  if (!releve) return new Map()
  const data = withPlaceNames(champs, releve.data, placeNames)
  return new Map(champs.map((champ) => [champ.nom, champsToRaw([champ], data, releve.etats)]))
}
