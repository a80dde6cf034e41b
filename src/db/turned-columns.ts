/** Columns whose stored form differs from their TypeScript form; the values plugin turns them by name, never by content. */
export const BOOLEAN_COLUMNS: ReadonlySet<string> = new Set([
  'must_change_password',
  'is_active',
  'is_manager',
  'is_reader',
  'ouverte',
  'dans_nom_long',
  'required',
  'majuscules',
  'completion',
  'hors_session',
])
export const JSON_COLUMNS: ReadonlySet<string> = new Set([
  'data',
  'etats',
  'options',
  'anciennes',
  'payload',
  'contenu',
  'avant',
  'defauts',
  'detail',
  'colonnes',
  'tableau',
  'feuilles',
  'correspondance',
  'bilan',
])
