/** Which kind of thing a line of `source_noms` counts. */
export const COUNTED_KINDS = ['nom', 'prenom', 'mois'] as const
export type CountedKind = (typeof COUNTED_KINDS)[number]

/** Names and months of the acts of each source (0116), counted in the background. */
export interface StatisticsSchema {
  source_noms: {
    source_id: number
    genre: CountedKind
    /** Its first year; 0: the acts have no date. */
    decennie: number
    /** The sound of the name; of a month its number, two figures. */
    cle: string
    /** The name in capitals; '' of a month. */
    valeur: string
    /** Acts. */
    n: number
  }
  /** A source without a line was never counted. */
  statistiques_lues: { source_id: number; calcule_at: string; etat: 'juste' | 'perime' | 'calcul' }
}
