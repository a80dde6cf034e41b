import type { Generated } from 'kysely'

/** Abbreviations that the desk writes out. */
export interface AbbreviationSchema {
  abreviations: {
    id: Generated<number>
    /** Whose line it is: a person's, or a section's. Exactly one of both is told. */
    user_id: number | null
    section_id: number | null
    /** In lower case: « lab ». */
    abreviation: string
    texte: string
    /** Words of both, folded, for the filter of the list. */
    recherche: string
    /** The import that created it, if one did; what an undo looks for. */
    import_id: Generated<number | null>
    version: Generated<number>
    created_at: string
    updated_at: string
  }
}
