/** Beside the index of the records, which each engine has in its own way. */
export interface SearchSchema {
  mots: { terme: string; n: number }
  /** Words met as names, by what they sound like. */
  noms_cles: { genre: 'nom' | 'prenom'; cle: string; terme: string }
  source_decennies: { source_id: number; decennie: number; n: number }
  /** Records of each decade, in several rows: see `countDecades`. */
  decennies: { decennie: number; part: number; n: number }
}
