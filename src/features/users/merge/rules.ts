import type { Schema } from '../../../db/schema.ts'

/** These columns sign a row: as many rows as there are take the number of the account that stays. */
export const SIGNED = {
  users: ['fusion_vers'],
  sources: ['created_by'],
  source_transitions: ['user_id'],
  sources_supprimees: ['user_id'],
  releves: ['created_by', 'updated_by'],
  releve_versions: ['user_id'],
  releve_avis: ['user_id'],
  secondes_saisies: ['user_id', 'arbitre_par', 'dispense_par'],
  corrections: ['user_id', 'pour_id'],
  avertissements_admis: ['user_id'],
  fils: ['user_id', 'resolu_par'],
  fil_messages: ['user_id'],
  valeurs_ecartees: ['user_id'],
  imports: ['user_id'],
  import_correspondances: ['user_id'],
  dossiers_actes: ['user_id'],
  remises: ['user_id'],
  lots: ['user_id'],
  lieux_fusions: ['user_id'],
  orthographes: ['auteur_id', 'decideur_id'],
  depot_regles: ['user_id', 'appliquee_par', 'annulee_par'],
  demandes_registres: ['decide_par'],
  rappels_registres: ['user_id'],
  notifications: ['auteur_id'],
} as const satisfies Partial<Record<keyof Schema, readonly string[]>>

/** A person has one row of each key (`user_id` beside it): where both accounts have one, that of the account which stays holds. */
export interface OneEach {
  table: keyof Schema
  keys: readonly (readonly string[])[]
  /** Only rows of this state are one each. */
  etat?: string
}

export const ONE_EACH: readonly OneEach[] = [
  { table: 'source_membres', keys: [['source_id']] },
  { table: 'demandes_registres', keys: [['source_id'], ['registre_id']], etat: 'ouverte' },
  { table: 'brouillons', keys: [['cle']] },
  { table: 'colonnes_choisies', keys: [['type_source_id']] },
  { table: 'champs_passes', keys: [['source_id', 'champ_id']] },
  { table: 'abreviations', keys: [['abreviation']] },
  { table: 'recherches_gardees', keys: [['adresse']] },
  { table: 'couverture_attentes', keys: [['lieu_id', 'acte', 'debut', 'fin']] },
  { table: 'notifications', keys: [['transition_id'], ['kind', 'cle']] },
  { table: 'revue_places', keys: [['source_id']] },
]

/** Figures of both accounts are added up (`addFigures`). */
export const ADDED = ['saisies', 'ouvertures'] as const satisfies readonly (keyof Schema)[]

/**
 * Rows by which somebody comes in, or which hold for a moment, end with the account; so do its rights in sections and its choice of mails,
 * for those of the account that stays are a decision of somebody.
 */
export const ENDED = [
  ...(['sessions', 'connexions', 'jetons', 'codes_secours', 'envois', 'alerte_jetons'] as const),
  ...(['cles_acces', 'defis_cles', 'identites'] as const),
  ...(['courriels_refuses', 'section_membres', 'revue_baux'] as const),
] as const satisfies readonly (keyof Schema)[]

/** These say whose screen an act is on: the account that goes has none any more. */
export const LEASED = { secondes_saisies: ['prise_par'] } as const satisfies Partial<
  Record<keyof Schema, readonly string[]>
>

/** These stay as they were written: they tell which account did what, when there were two. */
export const KEPT_AS_WRITTEN = { journal: ['user_id', 'objet_id'] } as const satisfies Partial<
  Record<keyof Schema, readonly string[]>
>
