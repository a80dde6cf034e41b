// Two acts may write one name in two ways: whether they may mean one person.
import type { Person } from '../../../../champs/persons.ts'
import { phoneticGroups } from '../../../../lib/phonetics.ts'
import { fold, words } from '../../../../lib/text.ts'

/** Somebody as an act or a reader names them; '' for what is not told. */
export interface Named {
  nom: string
  prenom: string
}

/** Somebody who is asked for. */
export interface Sought extends Named {
  /** Surnames, folded and in one word, that the community says to be the same, or to be another whatever it sounds like. */
  same?: ReadonlySet<string>
  another?: ReadonlySet<string>
}

/** The names of a person of an act. A name in one piece says which of its words are the surname as little as the register does. */
export function namedOf({ parts }: Person): Named {
  if (parts.nom !== undefined || parts.nom_complet === undefined)
    return { nom: parts.nom ?? '', prenom: parts.prenom ?? '' }
  const whole = parts.nom_complet.split(/\s+/)
  const capitals = whole.filter((word) => word.length > 1 && word === word.toLocaleUpperCase('fr'))
  const isTold = capitals.length > 0 && capitals.length < whole.length
  const nom = isTold ? capitals : whole.slice(-1)
  return { nom: nom.join(' '), prenom: whole.filter((word) => !nom.includes(word)).join(' ') }
}

const joined = (text: string): string => words(text).join('')

const share = (a: readonly string[], b: readonly string[]): boolean => a.some((key) => b.includes(key))

/** Sounds and particles aside: LE GOFF, LE GOF and GOFF. */
export function surnamesAgree(a: string, b: string): boolean {
  if (joined(a) === joined(b)) return true
  return share(phoneticGroups(a, 'nom').flat(), phoneticGroups(b, 'nom').flat())
}

/** Latin, old and short forms count as the same; « Marie » may be « Marie Anne », who is not « Marie Jeanne ». */
export function firstNamesAgree(a: string, b: string): boolean {
  if (fold(a) === fold(b)) return true
  const [fewer = [], more = []] = [phoneticGroups(a, 'prenom'), phoneticGroups(b, 'prenom')].sort(
    (one, other) => one.length - other.length,
  )
  return fewer.length > 0 && fewer.every((keys) => more.some((other) => share(keys, other)))
}

/** Whether a surname may be the one asked for; what the community says goes before what it sounds like. */
function isSurname({ nom, same, another }: Sought, told: string): boolean {
  const word = joined(told)
  if (word === joined(nom) || same?.has(word)) return true
  return !another?.has(word) && surnamesAgree(nom, told)
}

/** How well an act's person is the one asked for: undefined where not; what is missing on either side contradicts nothing. */
export function agreement(asked: Sought, told: Named): number | undefined {
  if (asked.nom === '' || told.nom === '' || !isSurname(asked, told.nom)) return undefined
  if (asked.prenom === '' || told.prenom === '') return 1
  return firstNamesAgree(asked.prenom, told.prenom) ? 2 : undefined
}

/** Whether the surname is written otherwise than it was asked for. */
export const isSpeltOtherwise = (asked: string, told: string): boolean => joined(asked) !== joined(told)
