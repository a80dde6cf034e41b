import type { ColumnType, Generated } from 'kysely'
import type { ActKind } from './schema-persons.ts'

/** An instant, ISO 8601 in UTC with milliseconds. */
type Instant = string

export const FREQUENCES = ['semaine', 'jour', 'site'] as const
export type Frequence = (typeof FREQUENCES)[number]

/** Ids up to `id` were seen, but for those in the gaps: they belonged to transactions that were still under way. */
export interface Reached {
  id: number
  trous: [number, number][]
}

/** How far somebody, or some night, has looked among what was written. */
export interface Mark {
  releve: Reached
  transition: Reached
}

type JsonMark = ColumnType<Mark, string, string>

/** Searches and years about which a person wants to hear, private to that person. */
export interface AlertSchema {
  recherches_gardees: {
    id: Generated<number>
    user_id: number
    titre: string
    /** Parameters of the page of the search, without the order. */
    adresse: string
    frequence: Frequence
    /** How far the person has looked, and since when. */
    vu_marque: JsonMark
    vu_at: Instant
    /** How far a night has told, and when. */
    dit_marque: JsonMark
    dit_at: Instant
    /** When the person last opened the list of the searches. */
    visite_at: Instant
    /** When it was asked whether the search is still of use, after a year without a visit. */
    demande_at: Instant | null
    /** Since when nobody is told of it any more, for want of an answer. */
    arretee_at: Instant | null
    created_at: Instant
  }
  couverture_attentes: {
    id: Generated<number>
    user_id: number
    /** null: the place is gone. */
    lieu_id: number | null
    lieu_nom: string
    acte: ActKind
    debut: number
    fin: number
    /** When it was told that all of these years are there. */
    faite_at: Instant | null
    created_at: Instant
  }
  /** Each mail has a token that ends them by one click; only its hash is kept. */
  alerte_jetons: { empreinte: string; user_id: number; created_at: Instant }
  /** Acts that an import wrote and its undo took back, with the first id that each of them had. */
  actes_defaits: { empreinte: string; origine: number; created_at: Instant }
}
