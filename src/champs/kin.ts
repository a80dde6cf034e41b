// Names go from one person of an act to another: a child bears the surname of the father, a godmother that of the child.
import type { PersonPart } from '../db/schema-persons.ts'
import type { Champ, Group } from './kind.ts'

/** Names of the fields that may hold what one field is to hold. */
export interface KinFields {
  /** The surname of the person whose kin this is, or of the first person of the act. */
  principal: string | undefined
  /** Holds that of the father. */
  pere: string | undefined
  /** The surname is likely to be that of `principal`, before anything is typed. */
  isHeir: boolean
}

/** A father shares these with his wife and children, not his first name or age. */
const OF_FATHER: ReadonlySet<PersonPart> = new Set(['nom', 'profession', 'domicile', 'origine'])

/** Persons without an owner are kin of the first person of the act. */
const ownerOf = ({ de, role, id }: Group, first: Group | undefined): number | undefined =>
  de ?? (role === 'principal' ? id : first?.id)

function kinFields(champs: readonly Champ[]): Map<string, KinFields> {
  const told = champs.flatMap((champ) =>
    champ.groupe?.role && champ.partie ? [{ ...champ, groupe: champ.groupe }] : [],
  )
  const first = told.find(({ groupe }) => groupe.role === 'principal')?.groupe
  return new Map(
    told.map(({ nom, type, partie, groupe }) => {
      const owner = ownerOf(groupe, first)
      const of = (is: (group: Group) => boolean) =>
        told.find((one) => one.partie === partie && one.type === type && one.groupe.id !== groupe.id && is(one.groupe))
          ?.nom
      const principal = partie === 'nom' ? of(({ id }) => id === owner) : undefined
      const pere =
        partie && OF_FATHER.has(partie)
          ? of((group) => group.role === 'pere' && ownerOf(group, first) === owner)
          : undefined
      return [nom, { principal, pere, isHeir: groupe.role === 'pere' && principal !== undefined }]
    }),
  )
}

const known = new WeakMap<readonly Champ[], Map<string, KinFields>>()

/** Tells what one of the fields may take over; undefined of a field that tells of no person. */
export function kinOf(champs: readonly Champ[], nom: string): KinFields | undefined {
  const kin = known.get(champs) ?? kinFields(champs)
  known.set(champs, kin)
  return kin.get(nom)
}
