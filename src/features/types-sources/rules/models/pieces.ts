import type { FieldPolicy, FieldType } from '../../../../db/schema.ts'

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
}

/** A source type that an installation starts with; the fields stand in the order of the register. */
export interface TypeModel {
  cle: string
  nom: string
  description: string
  champs: ModelChamp[]
}

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

export const notes = long('notes', 'Notes')

/** Surname and first names of the person the act is about: the names that feed lists and search. */
export const principal = (nom = 'Nom', prenom = 'Prénoms'): ModelChamp[] => [
  text('nom', nom, { required: true, aide: 'Comme dans le registre, sans corriger.' }),
  text('prenom', prenom),
]

/** Surname and first names of somebody else: `pere` gives nom_pere and prenom_pere; `de`: « du père ». */
export const person = (cle: string, de: string): ModelChamp[] => [
  text(`nom_${cle}`, `Nom ${de}`),
  text(`prenom_${cle}`, `Prénoms ${de}`),
]

export const witnesses = (cle: string, label: string, n: number, detail = 'lien, commentaire'): ModelChamp[] =>
  Array.from({ length: n }, (_, index) => [
    ...person(`${cle}_${index + 1}`, `${label} ${index + 1}`),
    text(`commentaire_${cle}_${index + 1}`, `Commentaire ${label} ${index + 1}`, { aide: `${detail}.` }),
  ]).flat()
