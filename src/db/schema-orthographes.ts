import type { Generated } from 'kysely'

/** An instant, ISO 8601 in UTC with milliseconds. */
type Instant = string

/** `egal`: found together; `different`: never one for the other. */
export const SPELLING_SIGNS = ['egal', 'different'] as const
export type SpellingSign = (typeof SPELLING_SIGNS)[number]

export const SPELLING_STATES = ['proposee', 'acceptee', 'refusee'] as const
export type SpellingState = (typeof SPELLING_STATES)[number]

/** Spellings kept by the community. */
export interface SpellingSchema {
  /** A pair of names of which neither is the head: the one whose key sorts first is a. */
  orthographes: {
    id: Generated<number>
    genre: 'nom' | 'prenom'
    signe: SpellingSign
    /** Both names as they were typed. */
    nom_a: string
    nom_b: string
    /** Both names as the search index has them: each is one word, however it is written. */
    cle_a: string
    cle_b: string
    /** Holds for this place and whatever lies in it; null: everywhere. */
    lieu_id: number | null
    /** Where it is known from. */
    source: string | null
    etat: SpellingState
    auteur_id: number | null
    decideur_id: number | null
    decidee_at: Instant | null
    /** Why it was refused. */
    motif: string | null
    /** Searches that it changed, counted by the minute. */
    usages: Generated<number>
    utilisee_at: Generated<Instant | null>
    /** The import that created it, if one did; what an undo looks for. */
    import_id: Generated<number | null>
    version: Generated<number>
    created_at: Instant
    updated_at: Instant
  }
}
