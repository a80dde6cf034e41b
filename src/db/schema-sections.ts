import type { ColumnType, Generated } from 'kysely'

/** Stored as 0 and 1 on SQLite. */
type Flag = ColumnType<boolean, boolean | undefined, boolean>

/** Sections of the association, and who belongs to them. */
export interface SectionsSchema {
  sections: {
    id: Generated<number>
    nom: string
    nom_key: string
    description: string | null
    /** Everybody who has an account reads it. */
    ouverte: Flag
    /** How it writes what the general rules leave open. */
    conventions: Generated<string | null>
    /** Its page of what is often misread; written by its managers. */
    lecon: Generated<string | null>
    version: Generated<number>
  }
  section_membres: {
    section_id: number
    user_id: number
    /** Manages the section, only reads it: never both. Who does neither enters acts. */
    is_manager: Flag
    is_reader: Flag
  }
}
