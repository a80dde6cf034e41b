import type { Log } from '../../../lib/log.ts'

/** Why a log-in was refused, in a word: of a password, of a code, of what a provider says, for too many tries, or by the state of the account. */
export type RefusedFor =
  | 'inconnu'
  | 'mot_de_passe'
  | 'code'
  | 'fournisseur'
  | 'essais'
  | 'attente'
  | 'inactif'
  | 'temporaire'

/**
 * One line of the log for each log-in that is refused. Its message and the order of its fields do not change: the filter of fail2ban
 * in the README reads them. Nothing that was typed is in it.
 */
export const tellRefused = (log: Log, address: string | null, cause: RefusedFor): void =>
  log.warn('log-in refused', { cause, address: address ?? '' })
