import type { Db } from '../../db/schema.ts'
import { enqueue } from '../taches/actions.ts'

/** The kind of the tasks that write to people about their accounts; what the payload holds is an `AccountNews`. */
export const ACCOUNT_MAIL_TASK = 'courriel.compte'

/** Links are made when the mail leaves: no task holds the secret of one. */
export type AccountNews =
  /** Somebody who knows the password typed five wrong PINs. */
  | { sorte: 'codes_faux'; user_id: number }
  /** A log-in from a browser in which the account never was; `adresse`: approximate, '' where it is not known. */
  | { sorte: 'appareil_nouveau'; user_id: number; navigateur: string; adresse: string; le: string }
  /** The account has an application for its codes, or a key, from now on, or has none any more. */
  | { sorte: 'facteur_ajoute'; user_id: number; quoi?: 'cle' }
  | { sorte: 'facteur_retire'; user_id: number; par: 'soi' | 'administrateur' | 'commande'; quoi?: 'cle' | 'tout' }
  /** A request for an account: the link that opens it. */
  | { sorte: 'inscription'; inscription_id: number }
  /** A request for an account with the address of one that is there. */
  | { sorte: 'inscription_connue'; user_id: number }
  /** The link that replaces a forgotten password. null: nobody has the name that was typed, and nothing leaves. */
  | { sorte: 'mot_de_passe'; user_id: number | null }
  | { sorte: 'mot_de_passe_change'; user_id: number }
  /** The link that shows an address to be the person's; the account has it from then on. */
  | { sorte: 'email'; user_id: number; email: string }
  /** The link by which a new person chooses the password of the account that was made for it. */
  | { sorte: 'invitation'; user_id: number }
  /** Nobody used the account for `depuis` months; it is closed in `mois` months, null: never. */
  | { sorte: 'inutilise'; user_id: number; depuis: number; mois: number | null }
  /** An administrator accepted the request of whoever registered. */
  | { sorte: 'inscription_acceptee'; user_id: number }
  /** An administrator refused it: nothing of the account is left to ask, so that the mail holds whom it goes to. */
  | { sorte: 'inscription_refusee'; name: string; email: string }
  /** The account `nom` went into this one. */
  | { sorte: 'comptes_fusionnes'; user_id: number; nom: string }
  /** Somebody else gave the address of this account as theirs. */
  | { sorte: 'email_connue'; user_id: number }
  /** To the address that an account no longer has. */
  | { sorte: 'email_change'; user_id: number; email: string }

/** Writes the task of a mail, in the transaction of what it tells. */
export const enqueueAccountMail = (trx: Db, news: AccountNews, now: Date): Promise<number> =>
  enqueue(trx, { kind: ACCOUNT_MAIL_TASK, payload: { ...news } }, now)
