// Somebody's surname is typed again for the father, the godmother, and years later for those who marry: fields that hold the same kind
// of name complete with each other's values, whoever the person is and whatever the type of the source.
import type { GroupRole, PersonPart } from '../db/schema-persons.ts'
import { KINDS } from './index.ts'
import type { Champ } from './kind.ts'

export const GENRES = ['nom', 'prenom', 'nom_complet', 'profession', 'lieu'] as const
export type Genre = (typeof GENRES)[number]

const OF_PART: Partial<Record<PersonPart, Genre>> = {
  nom: 'nom',
  prenom: 'prenom',
  nom_complet: 'nom_complet',
  profession: 'profession',
  domicile: 'lieu',
  origine: 'lieu',
  lieu_naissance: 'lieu',
}

/** Parts of a person that hold this kind of name. */
export const partsOfGenre = (genre: Genre): PersonPart[] =>
  (Object.keys(OF_PART) as PersonPart[]).filter((part) => OF_PART[part] === genre)

/** The kind of name that a field of one line holds; null of a field that shares its values with no other. */
export const genreOf = ({ type, partie }: Pick<Champ, 'type' | 'partie'>): Genre | null =>
  KINDS[type].oneLine === undefined || partie === null ? null : (OF_PART[partie] ?? null)

const SEXES: Partial<Record<GroupRole, 'm' | 'f'>> = { pere: 'm', parrain: 'm', mere: 'f', marraine: 'f' }

/** Names and trades of fathers are none that mothers bear. */
const OF_ONE_SEX: ReadonlySet<Genre> = new Set(['prenom', 'profession'])

/** The sex of those who bear such names in this role; undefined where both do, or nobody knows. */
export const sexOf = (genre: Genre, role: GroupRole | null): 'm' | 'f' | undefined =>
  OF_ONE_SEX.has(genre) && role !== null ? SEXES[role] : undefined

/** Is what one of these roles bears of no use to the other, the roles being of different sex? */
export function isOfOtherSex(genre: Genre, one: GroupRole | null, other: GroupRole | null): boolean {
  const [a, b] = [sexOf(genre, one), sexOf(genre, other)]
  return a !== undefined && b !== undefined && a !== b
}
