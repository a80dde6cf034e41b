import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** Tables of files of acts that other programs wrote. */
export interface EchangesSchema {
  dossiers_actes: {
    id: Generated<number>
    user_id: number
    /** The files, what they hold, and what was decided of it (features/echanges/rules/plan.ts). */
    detail: JSONColumnType<Record<string, unknown>>
    /** The dry run counts here what goes to the notes. */
    bilan: ColumnType<Record<string, unknown>, string | undefined, string>
    import_id: number | null
    /** An instant, ISO 8601 in UTC with milliseconds. */
    created_at: string
  }
  /** The number that a record had in another program. */
  origines_actes: {
    releve_id: number
    origine: string
    ident: string
  }
}
