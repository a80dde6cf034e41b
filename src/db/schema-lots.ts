import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** `en_cours`: being done; `retour`: being undone. */
export type LotEtat = 'en_cours' | 'fini' | 'retour' | 'defait'
/** `refusee`: it could not be done; `gardee`: it could not be undone. */
export type LotLigneEtat = 'attente' | 'faite' | 'refusee' | 'defaite' | 'gardee'

/** Tables of what is done to many things at once. */
export interface LotsSchema {
  lots: {
    id: Generated<number>
    user_id: number
    /** By which name its kind is found (src/lot-kinds.ts), and in it what is done. */
    kind: string
    geste: string
    /** The page that asked had this chosen. */
    detail: JSONColumnType<Record<string, unknown>>
    etat: LotEtat
    total: number
    /** Address of the list that it was asked from. */
    retour: string
    /** An instant, ISO 8601 in UTC with milliseconds. */
    created_at: string
  }
  lot_lignes: {
    lot_id: number
    n: number
    cible_id: number
    nom: string
    etat: LotLigneEtat
    /** Why it was refused, or kept. */
    motif: string | null
    avant: ColumnType<Record<string, unknown> | null, string | null, string | null>
  }
}
