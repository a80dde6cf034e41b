import type { FieldPolicy, FieldType } from '../../../db/schema.ts'
import { sortKey } from '../../../lib/text.ts'

export const MAX_NOM = 40
export const MAX_OPTIONS = 500
export const MAX_OPTION_LENGTH = 200
/** A form has at most 2,000 fields, and a date takes three of them. */
export const MAX_CHAMPS = 300

/** These words say what the next record's field holds after a save. */
export const POLICY_LABELS: Record<FieldPolicy, string> = {
  vide: 'Vide',
  repris: 'Repris du relevé précédent',
  incremente: 'Augmenté de un',
  defaut: 'Valeur par défaut de la source',
}

/** The names that feed the columns of the same name: what they hold must be readable there. */
const FIXED_TYPES: Record<string, FieldType> = { nom: 'text', prenom: 'text', date_evenement: 'date' }

/** The only type a field of this name may have; undefined where any will do. */
export const fixedType = (nom: string): FieldType | undefined =>
  Object.hasOwn(FIXED_TYPES, nom) ? FIXED_TYPES[nom] : undefined

/** A field name from a label: « Prénoms du père » → prenoms_du_pere. Empty where the label has no letter. */
export function proposedNom(label: string): string {
  return sortKey(label)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, MAX_NOM)
    .replace(/_+$/, '')
}

/** `proposed`, or with the first number that makes it unlike the names in use: nom_2, nom_3… */
export function freeNom(proposed: string, inUse: readonly string[]): string {
  let nom = proposed
  for (let n = 2; inUse.includes(nom); n += 1) nom = `${proposed.slice(0, MAX_NOM - 4)}_${n}`
  return nom
}

/** The lines of `options_raw` as a list: blanks trimmed, empty lines and doubles left out. */
export function optionsOf(raw: string): string[] {
  const lines = raw.split('\n').map((line) => line.trim().replace(/\s+/g, ' '))
  return [...new Set(lines.filter((line) => line !== ''))]
}

/** Says what is wrong with a list of options; undefined when nothing is. */
export function optionsProblem(options: readonly string[]): string | undefined {
  if (options.length === 0) return 'Indiquez au moins une valeur, une par ligne.'
  if (options.length > MAX_OPTIONS) return `Cette liste est trop longue : ${MAX_OPTIONS} valeurs au plus.`
  const long = options.find((option) => option.length > MAX_OPTION_LENGTH)
  return long && `Une valeur est trop longue (${MAX_OPTION_LENGTH} caractères au plus) : « ${long.slice(0, 40)}… ».`
}
