import type { ReleveData } from '../db/schema.ts'
import type { Body } from '../lib/body.ts'
import { fieldName, KINDS, storedValue } from './index.ts'
import { type Champ, FieldError, type Lookup } from './kind.ts'

/** The fields that take the default value of their source, which may leave each of them without one. */
export const defaultChamps = (champs: readonly Champ[]): Champ[] =>
  champs.filter((champ) => champ.politique === 'defaut').map((champ) => ({ ...champ, required: false }))

async function readAgain(champ: Champ, value: unknown, lookup: Lookup): Promise<Body> {
  const kind = KINDS[champ.type]
  const name = fieldName(champ)
  const { [`texte:${name}`]: _, ...raw } = kind.toRaw(value, name)
  try {
    // By its id alone: a place may bear another name today.
    const today = await kind.read(raw, name, champ, lookup)
    return today === null ? {} : kind.toRaw(today, name)
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
    return {}
  }
}

/**
 * The default values of a source as form fields, those that their fields would take if they were typed today: a choice no
 * longer offered, a place that is gone, a value of another type are left out.
 */
export async function defaultsToRaw(champs: readonly Champ[], defauts: ReleveData, lookup: Lookup): Promise<Body> {
  const raw: Body = Object.create(null)
  for (const champ of defaultChamps(champs)) {
    const value = storedValue(defauts, champ.nom)
    if (KINDS[champ.type].isValue(value)) Object.assign(raw, await readAgain(champ, value, lookup))
  }
  return raw
}
