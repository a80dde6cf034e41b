import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Body } from '../lib/body.ts'

/** An instant, ISO 8601 in UTC with milliseconds. */
type Instant = string

/** Tables of the entry desk: values to complete with, and what was typed without being saved. */
export interface EntrySchema {
  envois: { jeton: string; user_id: number | null; resultat: string; created_at: Instant }
  /** `jeton`: digest of the one-time token of the form that a record came from, kept for ever; the record may be gone. */
  jetons_releves: { jeton: string; releve_id: number }
  /** `mois`: as instants begin, 2026-11; `n`: records of the source that were entered in it. */
  source_mois: { source_id: number; mois: string; n: number }
  /** `n`: records that a person typed in a source in a month, imports apart; the record `dernier_id` may be deleted since. */
  saisies: { user_id: number; source_id: number; mois: string; n: number; dernier_id: number; derniere_at: Instant }
  /** `n`: records of the source that hold a value or a state under this name of a field. */
  source_champs: { source_id: number; nom: string; n: number }
  /** `cle`: the value folded for prefixes (features/completion); `n`: records of the source that hold it. */
  valeurs_sources: { champ_id: number; source_id: number; cle: string; valeur: string; n: number }
  /** `n`: sources that hold the value; `sources`: their numbers, « ,3,14, », or some of them where they are many (features/completion/holders.ts). */
  valeurs: { champ_id: number; cle: string; valeur: string; n: number; sources: Generated<string> }
  /** All fields that hold one kind of name (champs/genres.ts) together; `n`: fields of sources that hold the value. */
  valeurs_genres: { genre: string; cle: string; valeur: string; n: number }
  /** Values that somebody said not to offer any more. */
  valeurs_ecartees: { champ_id: number; valeur: string; user_id: number | null; created_at: Instant }
  /**
   * Records inserted between others, deleted ones too: `rang` counts from 1 those that stand after the record of the id `apres` (0:
   * before all) and before the next one in the order of entry.
   */
  rangs: { releve_id: number; source_id: number; apres: number; rang: number }
  /** Fields that this person always passes in this source. */
  champs_passes: { user_id: number; source_id: number; champ_id: number }
  brouillons: {
    id: Generated<number>
    user_id: number
    source_id: number
    releve_id: number | null
    /** The token of the form, or « r » and the id of the record. */
    cle: string
    /** Version of the record that the form was made from; 0 for a new one. */
    version: number
    /** Fields of the form as typed. */
    contenu: JSONColumnType<Body>
    /** It came after the session had ended, from a form of that session: it takes the place of nothing. */
    hors_session: ColumnType<boolean, boolean | undefined, boolean>
    /** Why a record that had waited in a browser was refused when it was sent; null for what was simply not saved. */
    motif: Generated<string | null>
    updated_at: Instant
  }
  /** Ids of the fields that this person's lists show, and the table that one types in, in order; those of fields that are gone mean nothing. */
  colonnes_choisies: {
    user_id: number
    type_source_id: number
    colonnes: JSONColumnType<number[]>
    tableau: JSONColumnType<number[]>
  }
}
