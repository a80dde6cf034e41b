import type { Generated } from 'kysely'

export interface LieuxSchema {
  /** Places merged into others. No reference: neither place has to be there still, and records are read through these rows. */
  lieux_fusions: {
    id: Generated<number>
    /** The place that is gone, and what it was called. */
    lieu_id: number
    nom_long: string
    vers_id: number
    vers_nom_long: string
    /** So many places below it and sources followed to the other place. */
    nb_lieux: number
    nb_sources: number
    user_id: number | null
    /** ISO 8601 in UTC with milliseconds. */
    created_at: string
  }
}
