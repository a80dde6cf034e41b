import { type Held, heldText } from '../../../champs/held.ts'
import { champText, meaningOf, storedValue } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { etatOf } from '../../../champs/states.ts'
import type { ReleveData } from '../../../db/schema.ts'
import { words } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'

/** These fields say where an act stands in its register: the second person is told them, and types the others. */
const WHEREABOUTS: readonly (readonly [nom: string, said: (value: string) => string])[] = [
  ['vue', (value) => `vue ${value}`],
  ['page', (value) => `page ${value}`],
  ['folio', (value) => `folio ${value}`],
  ...['numero', 'numero_acte', 'numero_ordre', 'numero_repertoire', 'numero_matricule', 'numero_menage'].map(
    (nom) => [nom, (value: string) => `n°${NBSP}${value}`] as const,
  ),
]
const NAMES = new Set(WHEREABOUTS.map(([nom]) => nom))

const plainText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''

/** « vue 14, n° 34 », the only words of the first reading that the second person is shown; '' where it has none. */
export const whereabouts = (data: ReleveData): string =>
  WHEREABOUTS.flatMap(([nom, said]) => {
    const value = plainText(storedValue(data, nom))
    return value === '' ? [] : [said(value)]
  }).join(', ')

/** « vue 14, n° 34 », else « acte 12 de la source »; `place`: its number in the order of the register. */
export const actName = (data: ReleveData, place: number): string => whereabouts(data) || `acte ${place} de la source`

/** The fields that are typed a second time, and compared. */
export const secondChamps = <C extends Pick<Champ, 'nom'>>(champs: readonly C[]): C[] =>
  champs.filter(({ nom }) => !NAMES.has(nom))

/** Capitals, accents, signs and blanks make no difference: « LE GOFF » is « Legoff ». */
function letters(text: string): string {
  const key = words(text).join('')
  return key === '' ? text.trim() : key
}

/** Tells a reading of a field as one text that is the same for the same meaning; '' where it says nothing. */
function readingKey(champ: Champ, { data, etats }: Held): string {
  const text = champText(champ, data)
  if (text === '') return etatOf(etats, champ.nom) === 'illisible' ? '?' : ''
  return meaningOf(champ, data) ?? letters(text)
}

/** Do both readings say the same of this field? A doubt about the same value is no difference, nor is « absent » beside nothing. */
export const sameReading = (champ: Champ, first: Held, second: Held): boolean =>
  readingKey(champ, first) === readingKey(champ, second)

/** By name of the field, whether both readings agree; fields of which neither says anything are left out. */
export function accordsOf(champs: readonly Champ[], first: Held, second: Held): Record<string, boolean> {
  const said = secondChamps(champs).filter((champ) => readingKey(champ, first) + readingKey(champ, second) !== '')
  return Object.fromEntries(said.map((champ) => [champ.nom, sameReading(champ, first, second)]))
}

/** A field in which the readings differ, each in words. */
export interface Difference {
  champ: Champ
  first: string
  second: string
}

export const differencesOf = (champs: readonly Champ[], first: Held, second: Held): Difference[] =>
  secondChamps(champs)
    .filter((champ) => !sameReading(champ, first, second))
    .map((champ) => ({ champ, first: heldText(champ, first), second: heldText(champ, second) }))
