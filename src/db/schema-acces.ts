import type { ColumnType, Generated } from 'kysely'

/** An instant, ISO 8601 in UTC with milliseconds. */
type Instant = string

/** `alerte`: it succeeded, and an administrator should know how. */
export type JournalResultat = 'ok' | 'refus' | 'alerte'

/** A link sent by mail serves one of these, and none of the others. */
export type JetonUsage = 'email' | 'mot_de_passe' | 'inscription' | 'invitation'

/** Where the code of a log-in comes from. */
export type Facteur = 'courriel' | 'totp'

/** They are columns of `users`. */
interface FactorColumns {
  /** The secret of the person's application, sealed with the key of the site; null where there is none. */
  totp_secret: Generated<string | null>
  totp_at: Generated<Instant | null>
  /** The last step (30 s since 1970) whose code was taken. */
  totp_pas: Generated<number | null>
  /** When the person was in for the first time. */
  entree_at: Generated<Instant | null>
}

interface VisitColumns {
  /** The last day on which the person was there, ISO; null before the first visit. */
  vu_le: Generated<string | null>
  /** When the person was told that nobody uses the account; null again after a visit. */
  inutilise_avis_at: Generated<Instant | null>
  /** The account that this one went into, whether or not it is still there; `supprime_at` says when. */
  fusion_vers: Generated<number | null>
}

/** An account has these beside who it is. */
export type AccountColumns = FactorColumns & VisitColumns

/** Tables of who comes in, and of what was done. */
export interface AccessSchema {
  sessions: {
    id: string
    user_id: number
    expires_at: Instant
    created_at: Instant
    user_agent: string | null
    /** Last request seen, to within some minutes. */
    vue_at: Instant | null
    /** When the person last showed the password in it. */
    prouve_at: Instant | null
  }
  /** Append only: the database refuses every change but the removal of an address, and every deletion of what is recent. */
  journal: {
    id: Generated<number>
    at: Instant
    /** Null stands for nobody known, and for the command line. */
    user_id: number | null
    /** Address of the client. */
    adresse: string | null
    action: string
    resultat: JournalResultat
    /** Kind and id of what it was done to: `user`, `import`… */
    objet: string | null
    objet_id: number | null
    /** Identifiers and figures; never a name, an address or what somebody typed. */
    detail: ColumnType<Record<string, unknown>, string | undefined, never>
    /** Reference of the request, as the log has it. */
    requete: string | null
  }
  limites: {
    cle: string
    n: number
    dernier: Instant
    perime: Instant
  }
  connexions: {
    /** SHA-256 of the secret in the browser's cookie. */
    id: string
    user_id: number
    /** Keyed digest of the PIN with the id above; '' where the code comes from an application. */
    code: string
    facteur: Generated<Facteur>
    envoye_at: Instant
    /** Wrong PINs, resent ones included. */
    essais: Generated<number>
    renvois: Generated<number>
    /** The address where the person goes on afterwards. */
    suite: string
    created_at: Instant
  }
  /** Codes that stand in for the application of somebody who lost it; a row goes with its use. */
  codes_secours: {
    /** SHA-256 of the code with the id of its person: 80 random bits need no key. */
    id: string
    user_id: number
    created_at: Instant
  }
  inscriptions: {
    id: Generated<number>
    name: string
    email: string
    password_hash: string
    created_at: Instant
  }
  jetons: {
    /** SHA-256 of the secret in the link. */
    id: string
    usage: JetonUsage
    user_id: number | null
    inscription_id: number | null
    /** The address that the link shows to be somebody's. */
    email: string | null
    expire_at: Instant
  }
}
