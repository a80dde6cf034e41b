/** Why a database cannot be the one of a new site. The sentences are the set-up's (features/setup/database.ts). */
export type ProbeReason =
  | 'refusee'
  | 'delai'
  | 'hote_inconnu'
  | 'injoignable'
  | 'adresse_interdite'
  | 'base_inconnue'
  | 'mot_de_passe'
  | 'utilisateur_inconnu'
  | 'acces_refuse'
  | 'sans_chiffrement'
  | 'certificat'
  | 'droits'
  | 'version'
  | 'encodage'
  | 'reponse_inattendue'
  | 'hors_stockage'
  | 'extension'
  | 'ecriture'
  | 'pas_sqlite'
  | 'disque_reseau'
  | 'autre_logiciel'
  | 'deja_utilisee'

/** `version`: of the server, or of the SQLite engine. */
export type Probe = { ok: true; version: string } | { ok: false; reason: ProbeReason }

/** Tables that any software might have; ours come with the table that the migrations keep. */
const COMMON_NAMES = ['users', 'sessions', 'sections', 'sources', 'champs', 'lieux', 'depots']

/** Another program's tables under our names: migrating there would fail half-way. */
export function classifyTables(tables: readonly string[]): ProbeReason | undefined {
  const ours = tables.includes('kysely_migration')
  return !ours && COMMON_NAMES.some((name) => tables.includes(name)) ? 'autre_logiciel' : undefined
}
