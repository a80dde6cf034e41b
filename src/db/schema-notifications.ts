import type { Generated, JSONColumnType } from 'kysely'

/** An instant, ISO 8601 in UTC with milliseconds. */
type Instant = string

/** A notice says this beyond its columns. */
export interface NoticeData {
  motif: string | null
  /** Title of what it tells of, where that is no source. */
  titre?: string
  /** Somebody has still to decide about it. */
  attend?: boolean
}

/** Notices that people get, and the mails they do not want. The kinds are those of `features/notifications/kinds/`. */
export interface NotificationSchema {
  notifications: {
    id: Generated<number>
    user_id: number
    kind: string
    /** The source that it tells of; null where it tells of something else. */
    source_id: number | null
    /** The move of the source that it tells of; one notice for each person and move. */
    transition_id: number | null
    /** The person whose doing it was; null where the site did it, or the account is gone. */
    auteur_id: number | null
    /** Names what it tells of, where that is no move; one notice for each person, kind and key. */
    cle: string | null
    data: JSONColumnType<NoticeData>
    created_at: Instant
    lue_at: Instant | null
    /** When its mail left; null where none did. */
    courriel_at: Instant | null
  }
  courriels_refuses: { user_id: number; kind: string }
}
