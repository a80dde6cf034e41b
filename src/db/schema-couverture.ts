import type { Generated } from 'kysely'
import type { ActKind } from './schema-persons.ts'

/** From this year to that one, both included. */
export type Span = [number, number]

/** Years that a register should have and has not. */
export interface Lacune {
  debut: number
  fin: number
  /** Says why, as far as is known; '' where nothing is. */
  motif: string
}

/** A register is kept, lost, burnt, or was never held (decisions.md, section 14). */
export const REGISTER_STATES = ['conserve', 'perdu', 'brule', 'non_tenu'] as const
export type RegisterState = (typeof REGISTER_STATES)[number]

/** A wish to take a register waits, or was answered so. */
export type RequestState = 'ouverte' | 'accordee' | 'refusee' | 'retiree'

/** The inventory of registers, the sources that transcribe them, and acts by year (0105). */
export interface CoverageSchema {
  /** Records by the year of their day; 0 where there were some. */
  source_annees: { source_id: number; annee: number; n: number }
  /** The inventory: one line a register and kind of act. */
  registres: {
    id: Generated<number>
    lieu_id: number
    acte: ActKind
    cote: string | null
    annee_debut: number
    annee_fin: number
    etat: RegisterState
    depot_id: number | null
    url: string | null
    note: string | null
    /** The import that created it, if one did; what an undo looks for. */
    import_id: Generated<number | null>
    version: Generated<number>
    created_at: string
    updated_at: string
  }
  registre_sources: { source_id: number; registre_id: number }
  /** Somebody would like to take a register: a source, or a line of the inventory that becomes one (0112). */
  demandes_registres: {
    id: Generated<number>
    user_id: number
    source_id: number | null
    registre_id: number | null
    message: string | null
    etat: RequestState
    decide_par: Generated<number | null>
    decide_at: Generated<string | null>
    reponse: Generated<string | null>
    created_at: string
  }
  /** The site asked a member of a silent source for news (0112). */
  rappels_registres: {
    id: Generated<number>
    source_id: number
    user_id: number
    envoye_at: string
    reponse: Generated<'continue' | 'rend' | null>
    repondu_at: Generated<string | null>
    /** When those who manage the source heard that no answer came. */
    signale_at: Generated<string | null>
  }
}
