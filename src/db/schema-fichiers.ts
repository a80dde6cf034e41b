/** Servers that share no folder have these in common beside the rows of people. */
export interface FichiersSchema {
  /** `reglages`: the settings as their file has them; `logo`: the image, in base 64; `cle`: what tells the secret of the site from another. */
  partages: {
    nom: string
    version: string
    valeur: string
  }
  /** Files of their common storage that are there whole. */
  fichiers: {
    /** Its path below the folder of the site has this form: `app/images/ab/cd….jpg`. */
    nom: string
    octets: number
    created_at: string
    /** Since that instant nobody needs it; null as long as somebody does. */
    perdu_at: string | null
  }
  /** A server that serves, or a command that replaces the database, says so again every few seconds. */
  serveurs: {
    nom: string
    version: string
    vu_at: string
  }
}
