// Whom a result names on its first line: the persons that its act is about, both of a wedding; and what is left for its second.
import { type Couple, couplesOf, WEDDINGS } from '../../../champs/couples.ts'
import type { Champ } from '../../../champs/kind.ts'
import type { Person } from '../../../champs/persons.ts'
import type { FieldState, ReleveEtats } from '../../../db/schema.ts'
import type { ActKind, PersonPart } from '../../../db/schema-persons.ts'

/** A name as the register has it, the surname apart, and what is to be said about its reading. */
export interface ShownName {
  nom: string
  prenom: string
  etat: FieldState | undefined
}

export interface Who {
  names: ShownName[]
  /** They marry in this act. */
  isCouple: boolean
}

/** More principals than these are counted, not named: a census has a whole household. */
const MOST_NAMED = 2
const UNREADABLE = '[illisible]'
const NAME_PARTS: ReadonlySet<PersonPart> = new Set(['nom', 'prenom', 'nom_complet'])

/** Those who marry in the act; undefined in acts of any other kind. */
function wedding(persons: readonly Person[], acte: ActKind): Couple<Person> | undefined {
  return WEDDINGS.has(acte) ? couplesOf(persons, acte).find(({ kind }) => kind === 'e') : undefined
}

/** The persons that stand on the first line of a result. */
export function namedPersons(persons: readonly Person[], acte: ActKind): Person[] {
  const both = wedding(persons, acte)?.both
  return both ? [...both] : persons.filter(({ role }) => role === 'principal').slice(0, MOST_NAMED)
}

const isName = ({ partie }: Champ): boolean => partie !== null && NAME_PARTS.has(partie)

/** The person whose name a field tells: the second line tells it in one piece. */
export const namedBy = (champ: Champ, persons: readonly Person[]): Person | undefined =>
  isName(champ) ? persons.find(({ id }) => id === champ.groupe?.id) : undefined

export function wholeName(person: Person): string {
  const { nom, prenom } = partsOf(person)
  return nom && prenom ? `${nom} ${prenom}` : nom || prenom
}

const partsOf = ({ parts, unreadable }: Person) => {
  const part = (one: 'nom' | 'prenom') => parts[one] ?? (unreadable.has(one) ? UNREADABLE : '')
  return { nom: parts.nom_complet ?? part('nom'), prenom: parts.nom_complet === undefined ? part('prenom') : '' }
}

/** A record with the fields of its type. */
interface Told {
  champs: readonly Champ[]
  etats: ReleveEtats
  /** Every record has a column for these; they stand alone where the type has no persons. */
  nom: string | null
  prenom: string | null
}

function shownName(person: Person, { champs, etats }: Told): ShownName {
  const isRead = (champ: Champ) => etats[champ.nom] !== undefined && isName(champ) && champ.groupe?.id === person.id
  const champ = champs.find(isRead)
  return { ...partsOf(person), etat: champ && etats[champ.nom] }
}

export function whoOf(named: readonly Person[], acte: ActKind, told: Told): Who {
  const alone = { nom: told.nom ?? '', prenom: told.prenom ?? '', etat: told.etats.nom ?? told.etats.prenom }
  const names = named.length > 0 ? named.map((person) => shownName(person, told)) : [alone]
  return { names: names.filter(({ nom, prenom }) => nom + prenom !== ''), isCouple: WEDDINGS.has(acte) }
}
