import type { Body } from '../lib/body.ts'
import { calendrierOf, valeurOf } from './date-typed.ts'
import { etatName, fieldName } from './index.ts'

/** A sign for each form field that a champ may have, none of which an urlencoded body would write as three. */
const FORM_FIELDS: Record<string, (champ: { nom: string }) => string> = {
  '.': fieldName,
  '*': (champ) => valeurOf(fieldName(champ)),
  '~': (champ) => calendrierOf(fieldName(champ)),
  '-': (champ) => `texte:${fieldName(champ)}`,
  '(': (champ) => `recherche:${fieldName(champ)}`,
  ')': (champ) => `montre:${fieldName(champ)}`,
  '!': etatName,
}

const SHORT = /^([.*~()!-])([0-9a-z]+)$/

/** Does a form name its fields as static/js/saisie-corps.js does? */
export const isShort = (posted: Body): boolean => Object.keys(posted).some((name) => SHORT.test(name))

/**
 * A form under the names that all forms have. The desk names a field by a sign and the number of its champ (`.2f` for `data[nom]`),
 * which the champ keeps whatever becomes of its type: names would be half of what a save sends.
 */
export function wholeNames(champs: readonly { id: number; nom: string }[], posted: Body): Body {
  const known = new Map(champs.map((champ) => [champ.id.toString(36), champ]))
  const whole: Body = Object.create(null)
  for (const [name, value] of Object.entries(posted)) {
    const [, sign = '', number = ''] = SHORT.exec(name) ?? []
    const champ = known.get(number)
    whole[champ ? (FORM_FIELDS[sign]?.(champ) ?? name) : name] = value
  }
  return whole
}
