import type { Generated, JSONColumnType } from 'kysely'

/** An instant, ISO 8601 in UTC with milliseconds. */
type Instant = string

export const NOTIFICATION_KINDS = ['SourceAValider', 'SourceRejetee'] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** Tables of what people are told, and of the mails that they do not want. */
export interface NotificationSchema {
  notifications: {
    id: Generated<number>
    user_id: number
    kind: NotificationKind
    source_id: number
    /** The move of the source that it tells of; one notice for each person and move. */
    transition_id: number
    data: JSONColumnType<{ motif: string | null }>
    created_at: Instant
    lue_at: Instant | null
    /** When its mail left; null where none did. */
    courriel_at: Instant | null
  }
  courriels_refuses: { user_id: number; kind: NotificationKind }
}
