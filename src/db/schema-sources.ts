import type { Generated } from 'kysely'
import type { SourceStatus } from './schema.ts'

/** Beside the sources themselves: who is assigned to them, and how they moved through the workflow. */
export interface SourcesSchema {
  source_membres: { source_id: number; user_id: number }
  source_transitions: {
    id: Generated<number>
    source_id: number
    user_id: number | null
    de: SourceStatus | null
    vers: SourceStatus
    motif: string | null
    created_at: string
  }
}
