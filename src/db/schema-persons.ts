import type { Generated } from 'kysely'
import type { AbbreviationSchema } from './schema-abreviations.ts'
import type { SpellingSchema } from './schema-orthographes.ts'

/** The kind of an act: what couples, sentences, exchange and warnings ask for (docs/decisions.md, section 8). */
export const ACT_KINDS = [
  'bapteme',
  'naissance',
  'mariage',
  'contrat',
  'sepulture',
  'deces',
  'notarie',
  'recensement',
  'militaire',
  'table',
  'autre',
] as const
export type ActKind = (typeof ACT_KINDS)[number]

/** A role makes a group a person of the act; without one it is a heading. */
export const GROUP_ROLES = [
  'principal',
  'conjoint',
  'ancien_conjoint',
  'pere',
  'mere',
  'parrain',
  'marraine',
  'temoin',
  'declarant',
  'autre',
] as const
export type GroupRole = (typeof GROUP_ROLES)[number]

/** A field tells one of these of the person of its group. */
export const PERSON_PARTS = [
  'nom',
  'prenom',
  'nom_complet',
  'sexe',
  'age',
  'date_naissance',
  'lieu_naissance',
  'origine',
  'domicile',
  'profession',
  'decede',
  'commentaire',
] as const
export type PersonPart = (typeof PERSON_PARTS)[number]

/** Persons of an act, and what is known of their names. */
export interface PersonsSchema extends SpellingSchema, AbbreviationSchema {
  groupes: {
    id: Generated<number>
    type_source_id: number
    /** Among groups that hold no field yet: one with fields stands where its first field stands. */
    ordre: number
    libelle: string
    role: GroupRole | null
    /** The person whose father, spouse or former spouse this is; null: of the act as a whole. */
    de_groupe_id: Generated<number | null>
    version: Generated<number>
  }
}
