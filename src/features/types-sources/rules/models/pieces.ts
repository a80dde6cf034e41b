import type { FieldPolicy, FieldType } from '../../../../db/schema.ts'
import type { ActKind, GroupRole, PersonPart } from '../../../../db/schema-persons.ts'

/** A field of a ready source type; what is left out takes the defaults of `champRow`. */
export interface ModelChamp {
  nom: string
  label: string
  type: FieldType
  required?: boolean
  options?: string[]
  aide?: string
  politique?: FieldPolicy
  majuscules?: boolean
  completion?: boolean
  /** Where its name does not say it (`partFromName`). */
  partie?: PersonPart
}

/** A person or a heading of a ready source type, with its fields in the order of the register. */
export interface ModelGroup {
  /** Another group names it in `de`. */
  cle: string
  libelle: string
  role: GroupRole | null
  de: string | null
  champs: ModelChamp[]
}

/** A source type that an installation starts with; the fields stand in the order of the register. */
export interface TypeModel {
  cle: string
  nom: string
  description: string
  acte: ActKind
  groupes: ModelGroup[]
}

/** A heading over fields that are nobody's. */
export const heading = (cle: string, libelle: string, champs: ModelChamp[]): ModelGroup => ({
  ...{ cle, libelle, champs },
  role: null,
  de: null,
})

/** A person; `de` is the key of the one whose kin this is. */
export const person = (
  role: GroupRole,
  [cle, libelle, de]: [cle: string, libelle: string, de?: string],
  champs: ModelChamp[],
): ModelGroup => ({ cle, libelle, role, de: de ?? null, champs })

/** The fields of a model, in the order of its groups. */
export const champsOfModel = ({ groupes }: Pick<TypeModel, 'groupes'>): ModelChamp[] =>
  groupes.flatMap(({ champs }) => champs)

type More = Omit<ModelChamp, 'nom' | 'label' | 'type' | 'options'>

const of =
  (type: FieldType, defaults: More = {}) =>
  (nom: string, label: string, more: More = {}): ModelChamp => ({ nom, label, type, ...defaults, ...more })

export const text = of('text')
/** Long or unique texts are not worth suggesting again. */
export const long = of('textarea', { completion: false })
export const number = of('number', { completion: false })
export const date = of('date', { completion: false })
export const lieu = of('place')
export const yesNo = of('boolean', { completion: false })
export const list = (nom: string, label: string, options: string[], more: More = {}): ModelChamp => ({
  nom,
  label,
  type: 'select',
  options,
  completion: false,
  ...more,
})

export const SEXES = ['M', 'F', '?']

/** These locate the act in the register; the view is the same for several acts, the number goes up by one. */
export const inRegister: ModelChamp[] = [
  text('vue', 'Vue', { politique: 'repris', completion: false, aide: 'Numéro de la vue ou de la photo.' }),
  number('numero_acte', 'Numéro d’acte', { politique: 'incremente' }),
]

export const notes = (...champs: ModelChamp[]): ModelGroup =>
  heading('notes', 'Notes', [...champs, long('notes', 'Notes')])

/** Surname and first names of the person the act is about: the names that feed lists and search. */
export const principal = (nom = 'Nom', prenom = 'Prénoms'): ModelChamp[] => [
  text('nom', nom, { required: true, aide: 'Comme dans le registre, sans corriger.' }),
  text('prenom', prenom),
]

/** Surname and first names of somebody else: `pere` gives nom_pere and prenom_pere; `de`: « du père ». */
export const named = (cle: string, de: string): ModelChamp[] => [
  text(`nom_${cle}`, `Nom ${de}`),
  text(`prenom_${cle}`, `Prénoms ${de}`),
]

/** Four of them fold into one: each opens when the one before holds something. */
export const witnesses = (role: 'temoin' | 'declarant', label: string, n: number): ModelGroup[] =>
  Array.from({ length: n }, (_, index) => {
    const cle = `temoin_${index + 1}`
    return person(
      role,
      [cle, `${label} ${index + 1}`],
      [
        ...named(cle, `${label.toLowerCase()} ${index + 1}`),
        text(`commentaire_${cle}`, `Commentaire ${label.toLowerCase()} ${index + 1}`, { aide: 'lien, commentaire.' }),
      ],
    )
  })
