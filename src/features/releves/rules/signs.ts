import { etatName, fieldName, KINDS } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import type { FieldState } from '../../../db/schema.ts'
import { type Body, type FormErrors, shown } from '../../../lib/body.ts'
import type { PreviousRaw } from './previous.ts'

const STATES = new Map<string, FieldState>([
  ['?', 'illisible'],
  ['-', 'absent'],
])
const IDEM = '='
const NOTHING_BEFORE =
  'Le relevé précédent n’a rien dans ce champ\u00a0: il n’y a rien à reprendre. Remplissez-le ou videz-le.'

/** A list has its own « ? » where it wants one. */
const takesSigns = ({ type }: Champ): boolean => type !== 'select' && type !== 'boolean'

const signOf = (champ: Champ, raw: Body): string =>
  takesSigns(champ) ? KINDS[champ.type].typed(raw, fieldName(champ)).trim() : ''

/** The form fields of a champ that hold nothing; a calendar stays as it is. */
function emptied(champ: Champ, raw: Body): Body {
  const name = fieldName(champ)
  const parts = [name, `texte:${name}`, `${name}[valeur]`]
  return Object.fromEntries(parts.filter((part) => Object.hasOwn(raw, part)).map((part) => [part, '']))
}

/** The fields of a champ as its sign means them; undefined where it has nothing to repeat. */
function meant(champ: Champ, raw: Body, previous: PreviousRaw): Body | undefined {
  const state = STATES.get(signOf(champ, raw))
  if (state !== undefined) return { ...emptied(champ, raw), [etatName(champ)]: state }
  const before = previous.get(champ.nom) ?? {}
  if (Object.keys(before).length === 0) return undefined
  return { ...emptied(champ, raw), [etatName(champ)]: 'sur', ...before }
}

/** Does a field of this form repeat the record before? */
export const repeats = (champs: readonly Champ[], posted: Body): boolean =>
  champs.some((champ) => signOf(champ, posted) === IDEM)

/** The form as it is meant, and what could not be. */
export interface SignsReading {
  raw: Body
  /** Sentence by name of the form field. */
  errors: FormErrors
}

/**
 * Reads `=` (value and state of the record before), `?` (illisible) and `-` (absent) where they stand alone in a field of a new
 * record that is no list (docs/decisions.md, section 12). A state chosen beside the sign that says something else is left to the
 * reader of the form, which refuses it.
 */
export function readSigns(champs: readonly Champ[], posted: Body, previous: PreviousRaw): SignsReading {
  const reading: SignsReading = { raw: { ...posted }, errors: {} }
  for (const champ of champs) {
    const sign = signOf(champ, posted)
    const chosen = shown(posted, etatName(champ))
    const isOther = chosen !== '' && chosen !== 'sur' && chosen !== 'douteux' && chosen !== STATES.get(sign)
    if ((sign !== IDEM && !STATES.has(sign)) || isOther) continue
    const fields = meant(champ, posted, previous)
    if (fields === undefined) reading.errors[fieldName(champ)] = NOTHING_BEFORE
    else Object.assign(reading.raw, fields)
  }
  return reading
}
