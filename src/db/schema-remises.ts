import type { Generated, JSONColumnType } from 'kysely'

/**
 * `recue`: it waits to be looked through; `verifiee`: somebody may have it put back; `en_cours`: it is being put back; `arretee`: that
 * went wrong, and may be gone on with; `finie`: all is back, and compared; `refusee`: nothing of it was written.
 */
export type RemiseEtat = 'recue' | 'verifiee' | 'en_cours' | 'arretee' | 'finie' | 'refusee'

/** A file of the archive beside the same one as this site would write it now; undefined: not compared yet. */
export interface ComparedFile {
  nom: string
  lignes: number
  ici?: number
  isSame?: boolean
  /** Somebody changed it since it was written. */
  isEdited: boolean
}

export interface RemiseDetail {
  site?: string
  /** ISO instant at which the archive was made. */
  le?: string
  fichiers?: ComparedFile[]
  /** Accounts of the archive whose number is another one here. */
  comptes?: Record<string, number>
}

/** Archives of everything on their way in. */
export interface RemisesSchema {
  remises: {
    id: Generated<number>
    chemin: string | null
    empreinte: string | null
    etat: RemiseEtat
    etape: Generated<string>
    lignes: Generated<number>
    detail: JSONColumnType<RemiseDetail, string | undefined, string>
    erreur: string | null
    user_id: number | null
    /** An instant, ISO 8601 in UTC with milliseconds. */
    created_at: string
  }
}
