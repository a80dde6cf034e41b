import type { ColumnType, Generated } from 'kysely'

/** An instant, ISO 8601 in UTC with milliseconds. */
type Instant = string

/** `alerte`: it succeeded, and an administrator should know how. */
export type JournalResultat = 'ok' | 'refus' | 'alerte'

/** A link sent by mail serves one of these, and none of the others. */
export type JetonUsage = 'email' | 'mot_de_passe' | 'inscription' | 'invitation'

/** The second step of a log-in: a code by mail, or a factor of the person's own (an application, a key). */
export type Facteur = 'courriel' | 'propre'

/** They are columns of `users`. */
interface FactorColumns {
  /** The secret of the person's application, sealed with the key of the site; null where there is none. */
  totp_secret: Generated<string | null>
  totp_at: Generated<Instant | null>
  /** The last step (30 s since 1970) whose code was taken. */
  totp_pas: Generated<number | null>
  /** Since when the person has a key; null: none. */
  cle_at: Generated<Instant | null>
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
    /** Keyed digest of the PIN with the id above; '' where no mail has one. */
    code: string
    facteur: Generated<Facteur>
    envoye_at: Instant
    /** Wrong PINs, resent ones included. */
    essais: Generated<number>
    renvois: Generated<number>
    /** The address where the person goes on afterwards. */
    suite: string
    /** It came by a provider: [its address, its name for the person], JSON in a text; null where a password began it. */
    identite: Generated<string | null>
    created_at: Instant
  }
  /** Names that a provider of identities has for accounts. */
  identites: {
    emetteur: string
    sujet: string
    user_id: number
    created_at: Instant
  }
  /** Codes that stand in for the application, or the key, of somebody who lost it; a row goes with its use. */
  codes_secours: {
    /** SHA-256 of the code with the id of its person: 80 random bits need no key. */
    id: string
    user_id: number
    created_at: Instant
  }
  /** Keys (passkeys) that stand beside the application of an account, or in its place. */
  cles_acces: {
    id: Generated<number>
    user_id: number
    /** In base64url, as browsers name it. */
    identifiant: string
    /** In base64url (COSE). */
    cle_publique: string
    /** How often the key says that it signed; 0 for ever where it does not count. */
    compteur: number
    /** Words with blanks between. */
    transports: string
    /** The name of the site that it was made for: browsers offer it nowhere else. */
    domaine: string
    nom: string
    created_at: Instant
    utilisee_at: Instant | null
  }
  /** Challenges that a key has to sign, once; a row goes with its use. */
  defis_cles: {
    /** SHA-256 of the challenge. */
    id: string
    user_id: number
    /** The session, or the log-in under way, in which it was given. */
    lien: string
    expire_at: Instant
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
