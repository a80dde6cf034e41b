import type { ReleveData, ReleveEtats } from '../db/schema.ts'
import type { GroupRole, PersonPart } from '../db/schema-persons.ts'
import { fieldGroups } from './groups.ts'
import { champText } from './index.ts'
import type { Champ, Group } from './kind.ts'
import { etatOf } from './states.ts'

/** Somebody in an act; parts that the record does not tell are absent. */
export interface Person {
  /** Id of the group. */
  id: number
  role: GroupRole
  libelle: string
  /** The person whose kin this is. */
  de: number | null
  /** The texts are those of the pages, trimmed. */
  parts: Partial<Record<PersonPart, string>>
  /** Parts that the register has and nobody can read. */
  unreadable: ReadonlySet<PersonPart>
}

const TOLD: ReadonlySet<PersonPart> = new Set(['nom', 'prenom', 'nom_complet'])

/** Somebody is there when a name says so, or says that it cannot be read: an age alone makes nobody. */
function isThere({ parts, unreadable }: Person): boolean {
  for (const part of TOLD) if (parts[part] !== undefined || unreadable.has(part)) return true
  return false
}

const NONE: ReadonlySet<PersonPart> = new Set()

/** Tells one person what one field says of them. */
function tell(person: Person, part: PersonPart, text: string, isUnreadable: boolean): void {
  if (text !== '') person.parts[part] = text
  else if (isUnreadable) person.unreadable = new Set([...person.unreadable, part])
}

/** The persons of a record, in the order of the groups. Each record of a list asks. */
export function personsOf(champs: readonly Champ[], record: { data: ReleveData; etats: ReleveEtats }): Person[] {
  const persons: Person[] = []
  for (const { group, champs: fields } of fieldGroups(champs)) {
    const person = group?.role == null ? undefined : personOf(group, group.role, fields, record)
    if (person && isThere(person)) persons.push(person)
  }
  return persons
}

function personOf(
  { id, libelle, de }: Group,
  role: GroupRole,
  champs: readonly Champ[],
  { data, etats }: { data: ReleveData; etats: ReleveEtats },
): Person {
  const person: Person = { id, role, libelle, de, parts: {}, unreadable: NONE }
  for (const champ of champs)
    if (champ.partie !== null)
      tell(person, champ.partie, champText(champ, data).trim(), etatOf(etats, champ.nom) === 'illisible')
  return person
}

/** Stands for the first person of a type without groups. */
const FIRST: Omit<Person, 'parts' | 'unreadable'> = { id: 0, role: 'principal', libelle: '', de: null }

/**
 * The persons whom a record is about. The fields `nom` and `prenom` are those of the first one, where no group says so too: in a type
 * without groups.
 */
export function principalsOf(champs: readonly Champ[], record: { data: ReleveData; etats: ReleveEtats }): Person[] {
  if (champs.some(({ groupe }) => groupe?.role === 'principal'))
    return personsOf(champs, record).filter(({ role }) => role === 'principal')
  const person: Person = { ...FIRST, parts: {}, unreadable: NONE }
  for (const part of ['nom', 'prenom'] as const) {
    const champ = champs.find(({ nom }) => nom === part)
    if (champ) tell(person, part, champText(champ, record.data).trim(), etatOf(record.etats, champ.nom) === 'illisible')
  }
  return isThere(person) ? [person] : []
}
