import type { Champ } from '../../../champs/kind.ts'
import type { ReleveData, ReleveEtats } from '../../../db/schema.ts'
import type { Weight } from '../../../db/schema-revue.ts'
import type { Facts } from './facts.ts'

/** An act of the source, as far as a warning may ask. */
export interface Act {
  id: number
  data: ReleveData
  etats: ReleveEtats
  version: number
  created_by: number | null
  updated_by: number | null
}

/** All that warnings are found from. */
export interface Material {
  champs: readonly Champ[]
  source: { annee_debut: number | null; annee_fin: number | null }
  /** They stand in the order of the register. */
  acts: readonly Act[]
  /** The rest of the site says this of their words. */
  facts: Facts
}

/** A sentence names these beside the value: figures, words, and `acte`, the id of another act that the page links. */
export type Detail = Record<string, string | number>

export interface Hit {
  releve_id: number
  /** Name of the field; '' for the act as a whole. */
  champ: string
  /** « C'est bien ainsi » is remembered for it, in the whole source. */
  valeur: string
  detail: Detail
}

/** A sentence is made of these: the label of the field, the value as it was found, the detail. */
export interface Told {
  label: string
  valeur: string
  detail: Detail
}

/** One kind of warning; the registry is `kinds.ts`. */
export interface WarningKind {
  /** The words of the lists: « Date qui recule ». */
  label: string
  /** How grave the error would be, if it is one. */
  weight: Weight
  /** Says on the page when it may be wrong. */
  caution: string
  sentence(told: Told): string
  /** Gives nothing where the source has no such field, or too few acts to tell. */
  find(material: Material): Hit[]
}

/** A value that is accepted for one act alone: another act of the source may be wrong in the same way. */
export const ofAct = (id: number, value: string | number): string => `${id} ${value}`

/** Longer ones would not fit in the key of their table. */
const MAX_VALUE = 200

/** The value as it is stored. */
export const clipped = (value: string): string => [...value].slice(0, MAX_VALUE).join('')
