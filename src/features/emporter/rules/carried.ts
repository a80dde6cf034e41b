import type { Schema } from '../../../db/schema.ts'

/** A table that leaves row by row, as it is stored, so that it comes back the same. */
export interface CarriedTable {
  name: keyof Schema
  /** Its key: rows leave, and come back, in this order, but for what `order` says. */
  key: readonly string[]
  /** They stand first, where rows name rows of their own table. */
  order?: 'parents'
  /** These name rows that come later, and are written once all are there. */
  later?: readonly string[]
  /** The house makes these anew, or they mean something in the old site alone. */
  without?: readonly string[]
}

const PLACE_WORDS = ['nom_tri', 'nom_long', 'chemin', 'recherche', 'import_id'] as const

/** They come back together, in this order: a row names only rows of tables before its own. */
export const BASE_TABLES: readonly CarriedTable[] = [
  { name: 'types_lieux', key: ['id'], without: ['nom_key'] },
  { name: 'types_sources', key: ['id'], without: ['nom_key'] },
  { name: 'groupes', key: ['id'], later: ['de_groupe_id'] },
  { name: 'champs', key: ['id'] },
  { name: 'sections', key: ['id'], without: ['nom_key'] },
  { name: 'depots', key: ['id'], without: ['nom_key'] },
  // Passwords stay: whoever comes back is invited.
  {
    name: 'users',
    key: ['id'],
    without: [
      ...['name_key', 'email_key', 'password_hash', 'must_change_password', 'temporaire_jusque', 'import_id'],
      // So do second factors: secrets are sealed with the key of the old site, and keys bound to its address.
      ...['totp_secret', 'totp_at', 'totp_pas', 'cle_at', 'entree_at'],
      // Deleted sources alone would still follow it, and the archive has none.
      'fusion_vers',
    ],
  },
  { name: 'depot_liens', key: ['id'] },
  { name: 'section_membres', key: ['section_id', 'user_id'] },
  { name: 'courriels_refuses', key: ['user_id', 'kind'] },
  { name: 'lieux', key: ['id'], order: 'parents', without: PLACE_WORDS },
  { name: 'lieux_fusions', key: ['id'] },
  { name: 'orthographes', key: ['id'], without: ['import_id'] },
  { name: 'abreviations', key: ['id'], without: ['import_id'] },
  {
    name: 'sources',
    key: ['id'],
    // Counted, and put among the words of the search, as records come back.
    without: ['titre_tri', 'nb_releves', 'champs_jusque', 'mots_ecrits', 'mots_surs', 'retrait_at'],
  },
  { name: 'registres', key: ['id'], without: ['import_id'] },
  { name: 'registre_sources', key: ['source_id', 'registre_id'] },
  { name: 'demandes_registres', key: ['id'] },
  { name: 'rappels_registres', key: ['id'] },
  { name: 'source_membres', key: ['source_id', 'user_id'] },
  { name: 'source_transitions', key: ['id'] },
  { name: 'source_registres', key: ['source_id'] },
  { name: 'images', key: ['id'] },
  { name: 'source_vues', key: ['source_id', 'numero'] },
  // A rule that was applied over there can still be undone here.
  { name: 'depot_regles', key: ['id'] },
  { name: 'depot_regle_registres', key: ['regle_id', 'ark'] },
  { name: 'depot_regle_textes', key: ['regle_id', 'source_id', 'numero'] },
  { name: 'saisies', key: ['user_id', 'source_id', 'mois'] },
  { name: 'champs_passes', key: ['user_id', 'source_id', 'champ_id'] },
  { name: 'colonnes_choisies', key: ['user_id', 'type_source_id'] },
  { name: 'valeurs_ecartees', key: ['champ_id', 'valeur'] },
  { name: 'releve_avis', key: ['id'] },
  { name: 'echantillons', key: ['id'] },
  { name: 'echantillon_actes', key: ['echantillon_id', 'releve_id'] },
  { name: 'actes_a_revoir', key: ['source_id', 'releve_id'] },
  { name: 'avertissements_admis', key: ['source_id', 'genre', 'champ', 'valeur'] },
  { name: 'fils', key: ['id'] },
  { name: 'fil_messages', key: ['id'] },
  { name: 'corrections', key: ['id'] },
  { name: 'ouvertures', key: ['user_id', 'mois'] },
  { name: 'secondes_saisies', key: ['id'] },
]

/** They come back after those, in turns, in this order. */
export const STREAMED_TABLES = [
  { name: 'releves', key: ['id'], without: ['import_id'] },
  { name: 'releve_versions', key: ['id'] },
  { name: 'rangs', key: ['releve_id'] },
  { name: 'origines_actes', key: ['releve_id'] },
  { name: 'brouillons', key: ['id'] },
] as const satisfies readonly CarriedTable[]

export type StreamedName = (typeof STREAMED_TABLES)[number]['name']

/** An account of the archive may have another number here. */
export const ACCOUNT_COLUMNS: ReadonlySet<string> = new Set([
  ...['user_id', 'created_by', 'updated_by', 'auteur_id', 'decideur_id', 'resolu_par', 'pour_id'],
  ...['prise_par', 'arbitre_par', 'dispense_par'],
  ...['user_id', 'created_by', 'updated_by', 'auteur_id', 'decideur_id', 'resolu_par', 'pour_id', 'decide_par'],
  ...['appliquee_par', 'annulee_par'],
])

/** The file of the archive that has the rows of a table. */
export const carriedFile = (name: string): string => `reprise/${name}.jsonl`
