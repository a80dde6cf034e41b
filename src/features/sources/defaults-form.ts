import { fieldName } from '../../champs/index.ts'
import type { Champ, Lookup, PlaceValue } from '../../champs/kind.ts'
import { readChamps } from '../../champs/read.ts'
import type { ReleveData } from '../../db/schema.ts'
import { type Body, type FormErrors, shown, shownVersion } from '../../web/form.ts'

/** The form of default values, as it is stored or as it was typed. */
export interface DefaultsForm {
  raw: Body
  errors: FormErrors
  /** Places to choose from, by name of the form field. */
  candidates: Record<string, PlaceValue[]>
}

/** To be stored, or to be shown again with what it lacks (422), or with the places that « Chercher » asks for (200). */
export type DefaultsReading =
  | { ok: true; values: ReleveData; version: number; form: DefaultsForm }
  | { ok: false; status: 200 | 422; form: DefaultsForm }

/** Reads `data[…]` with the rules of the fields; `champs` are those that take a default value. */
export async function readDefaults(champs: readonly Champ[], posted: Body, lookup: Lookup): Promise<DefaultsReading> {
  const { values, errors, candidates, raw } = await readChamps(champs, posted, lookup)
  const asked = champs.map(fieldName).find((name) => name === shown(posted, 'chercher'))
  if (asked !== undefined) {
    const error = errors[asked]
    const kept: FormErrors = error === undefined ? {} : { [asked]: error }
    return { ok: false, status: 200, form: { raw, errors: kept, candidates } }
  }
  if (Object.keys(errors).length > 0) return { ok: false, status: 422, form: { raw, errors, candidates } }
  return { ok: true, values, version: shownVersion(posted), form: { raw, errors, candidates } }
}
