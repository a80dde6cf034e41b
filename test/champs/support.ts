import type { Champ, Lookup, PlaceValue } from '../../src/champs/kind.ts'
import type { FieldType } from '../../src/db/schema.ts'

export const LIEUX: PlaceValue[] = [
  { id: 1, nom_long: 'Pleurtuit, Ille-et-Vilaine' },
  { id: 2, nom_long: 'Saint-Jean, Aude' },
  { id: 3, nom_long: 'Saint-Jean, Aude' },
]

/** Three places, two of the same name. */
export const lookup: Lookup = {
  lieuById: async (id) => LIEUX.find((lieu) => lieu.id === id),
  lieuxByNomLong: async (nomLong) => LIEUX.filter((lieu) => lieu.nom_long === nomLong),
  lieuxSuggested: async (text) => LIEUX.filter((lieu) => lieu.nom_long.toLowerCase().startsWith(text.toLowerCase())),
  lieuxNear: async (written) => LIEUX.filter((lieu) => lieu.nom_long.startsWith(`${written},`)),
}

export function champ(type: FieldType, change: Partial<Champ> = {}): Champ {
  return {
    id: 1,
    nom: 'champ',
    label: 'Champ',
    type,
    required: false,
    options: type === 'select' ? ['M', 'F', '?'] : [],
    aide: null,
    politique: 'vide',
    majuscules: false,
    completion: false,
    groupe: null,
    partie: null,
    ...change,
  }
}
