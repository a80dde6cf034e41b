// Whom a result names: the persons that its act is about, both of a wedding.
import { type Couple, couplesOf } from '../../../champs/couples.ts'
import type { Champ } from '../../../champs/kind.ts'
import type { Person } from '../../../champs/persons.ts'
import type { ActKind, PersonPart } from '../../../db/schema-persons.ts'

/** A name as the register has it, the surname apart. */
export interface ShownName {
  nom: string
  prenom: string
}

export interface Who {
  names: ShownName[]
  /** They marry in this act. */
  isCouple: boolean
}

/** More principals than these are counted, not named: a census has a whole household. */
const MOST_NAMED = 2
const UNREADABLE = '[illisible]'
const WEDDINGS: ReadonlySet<ActKind> = new Set(['mariage', 'contrat'])
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

/** Does the first line tell this field already? */
export const isTold = ({ groupe, partie }: Champ, named: readonly Person[]): boolean =>
  partie !== null && NAME_PARTS.has(partie) && named.some(({ id }) => id === groupe?.id)

function shownName({ parts, unreadable }: Person): ShownName {
  const part = (one: 'nom' | 'prenom') => parts[one] ?? (unreadable.has(one) ? UNREADABLE : '')
  return { nom: parts.nom_complet ?? part('nom'), prenom: parts.nom_complet === undefined ? part('prenom') : '' }
}

/** `own`: name and first name that every record has a column for; they stand alone where the type has no persons. */
export function whoOf(
  named: readonly Person[],
  acte: ActKind,
  own: { nom: string | null; prenom: string | null },
): Who {
  const names = named.length > 0 ? named.map(shownName) : [{ nom: own.nom ?? '', prenom: own.prenom ?? '' }]
  return { names: names.filter(({ nom, prenom }) => nom + prenom !== ''), isCouple: WEDDINGS.has(acte) }
}
