import { completeDates, type Leaning } from '../../../champs/date-completion.ts'
import type { Held } from '../../../champs/held.ts'
import { fieldName, withPlaceNames } from '../../../champs/index.ts'
import type { Champ, Lookup, PlaceValue } from '../../../champs/kind.ts'
import { champsToRaw, readChamps } from '../../../champs/read.ts'
import { type Body, shown } from '../../../web/form.ts'

/** The form of one field as it is stored, or as it was typed. */
export interface TypedField {
  raw: Body
  error?: string | undefined
  candidates?: PlaceValue[] | undefined
}

/** The form with which the stored value is corrected. */
export const storedField = (champ: Champ, held: Held, names: ReadonlyMap<number, string>): TypedField => ({
  raw: champsToRaw([champ], withPlaceNames([champ], held.data, names), held.etats),
})

/** One field as it was typed: to be stored, or to be shown again with what is wrong (422), or with the places it asks for (200). */
export type FieldReading =
  | ({ ok: true; remark: string | undefined } & Held)
  | { ok: false; status: 200 | 422; form: TypedField }

/** Reads one field by the rules of the entry form. */
export async function readField(champ: Champ, posted: Body, lookup: Lookup, leaning: Leaning): Promise<FieldReading> {
  const name = fieldName(champ)
  const dates = await completeDates([champ], posted, leaning)
  const { values, etats, remarks, candidates, raw, errors } = await readChamps([champ], dates.raw, lookup)
  const error = dates.errors[name] ?? errors[name]
  const form = { raw, error, candidates: candidates[name] }
  if (shown(posted, 'chercher') === name) return { ok: false, status: 200, form }
  if (error !== undefined) return { ok: false, status: 422, form }
  return { ok: true, data: values, etats, remark: remarks[champ.nom] }
}
