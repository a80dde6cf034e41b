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
const isThere = ({ parts, unreadable }: Person): boolean =>
  [...TOLD].some((part) => parts[part] !== undefined || unreadable.has(part))

type Growing = Person & { unreadable: Set<PersonPart> }

/** Tells one person what one field says of them. */
function tell(person: Growing, part: PersonPart, text: string, isUnreadable: boolean): void {
  if (text !== '') person.parts[part] = text
  else if (isUnreadable) person.unreadable.add(part)
}

/** The persons of a record, in the order of the groups. */
export const personsOf = (champs: readonly Champ[], record: { data: ReleveData; etats: ReleveEtats }): Person[] =>
  fieldGroups(champs)
    .flatMap(({ group, champs: fields }) => (group?.role == null ? [] : [personOf(group, group.role, fields, record)]))
    .filter(isThere)

function personOf(
  { id, libelle, de }: Group,
  role: GroupRole,
  champs: readonly Champ[],
  { data, etats }: { data: ReleveData; etats: ReleveEtats },
): Person {
  const person: Growing = { id, role, libelle, de, parts: {}, unreadable: new Set() }
  for (const champ of champs)
    if (champ.partie !== null)
      tell(person, champ.partie, champText(champ, data).trim(), etatOf(etats, champ.nom) === 'illisible')
  return person
}

/** Stands for the first person of a type without groups. */
const FIRST: Omit<Growing, 'parts' | 'unreadable'> = { id: 0, role: 'principal', libelle: '', de: null }

/**
 * The persons whom a record is about. The fields `nom` and `prenom` are those of the first one, where no group says so too: in a type
 * without groups.
 */
export function principalsOf(champs: readonly Champ[], record: { data: ReleveData; etats: ReleveEtats }): Person[] {
  if (champs.some(({ groupe }) => groupe?.role === 'principal'))
    return personsOf(champs, record).filter(({ role }) => role === 'principal')
  const person: Growing = { ...FIRST, parts: {}, unreadable: new Set() }
  for (const part of ['nom', 'prenom'] as const) {
    const champ = champs.find(({ nom }) => nom === part)
    if (champ) tell(person, part, champText(champ, record.data).trim(), etatOf(record.etats, champ.nom) === 'illisible')
  }
  return isThere(person) ? [person] : []
}
