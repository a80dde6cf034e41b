import type { ColumnType, Generated } from 'kysely'

/** `ecriture`: its file is being written; `retrait`: it leaves the tables; `retour`: it comes back. */
export type SuppressionEtat = 'ecriture' | 'retrait' | 'supprimee' | 'retour'

/** Rows of small tables that belong to a source, as JSON keeps them. */
export type SourceContent = Record<string, Record<string, unknown>[]>

export interface SuppressionsSchema {
  sources_supprimees: {
    id: Generated<number>
    source_id: number
    titre: string
    section_id: number | null
    nb_releves: number
    etat: SuppressionEtat
    /** Name in the folder of deleted sources. */
    fichier: string
    lignes: Generated<number>
    /** SHA-256 of the file, in hexadecimal; null until it is whole. */
    empreinte: Generated<string | null>
    /** The source itself and what belongs to it, but for records; null until it has left the tables. */
    contenu: ColumnType<SourceContent | null, string | null | undefined, string | null>
    /** So many lines of the file are back in the tables; written in the transaction that brings them. */
    avance: Generated<number>
    user_id: number | null
    /** An instant, ISO 8601 in UTC with milliseconds. */
    created_at: string
  }
}
