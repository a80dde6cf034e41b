import { FORBIDDEN_TARGET } from '../../../../lib/mail-connection.ts'

/** Why a provider let nobody in. */
export type Fault =
  | 'refus'
  | 'injoignable'
  | 'interdite'
  | 'reglage'
  | 'panne'
  | 'horloge'
  | 'reponse'
  | 'autre_emetteur'

const PASSWORD = 'Votre mot de passe d’ici ouvre toujours.'

/** Each is a sentence for who stands before the door; `name`: how people call the provider. */
const TOLD: Record<Fault, (name: string) => string> = {
  refus: (name) => `La connexion par ${name} a été refusée ou abandonnée. ${PASSWORD}`,
  injoignable: (name) => `${name} ne répond pas. Réessayez dans quelques minutes. ${PASSWORD}`,
  interdite: (name) => `L’adresse de ${name} est réservée\u00a0: prévenez un administrateur. ${PASSWORD}`,
  reglage: (name) => `La connexion par ${name} est mal réglée\u00a0: prévenez un administrateur. ${PASSWORD}`,
  panne: (name) => `${name} a répondu par une erreur. Réessayez dans quelques minutes. ${PASSWORD}`,
  horloge: (name) =>
    `L’heure de ce serveur et celle de ${name} ne s’accordent pas\u00a0: prévenez un administrateur. ${PASSWORD}`,
  reponse: (name) => `La réponse de ${name} n’a pas pu être vérifiée\u00a0: recommencez. ${PASSWORD}`,
  autre_emetteur: (name) =>
    `${name} se présente sous une autre adresse que celle des réglages\u00a0: prévenez un administrateur. ${PASSWORD}`,
}

export const faultInWords = (fault: Fault, name: string): string => TOLD[fault](name)

/** Codes of Node.js for a server that cannot be reached, or whose certificate is not good. */
const UNREACHABLE =
  /^(E[A-Z_]+|CERT_.*|ERR_TLS.*|DEPTH_ZERO.*|SELF_SIGNED.*|UNABLE_TO.*|HPE_.*|OAUTH_TIMEOUT|OAUTH_ABORT)$/

interface Coded {
  code?: unknown
  /** The word of the provider for what it refuses (RFC 6749, 4.1.2.1 and 5.2). */
  error?: unknown
  status?: unknown
  cause?: unknown
  name?: unknown
}

/** The provider says that the person, or it, would not. */
const REFUSED: ReadonlySet<unknown> = new Set([
  ...['access_denied', 'login_required', 'consent_required', 'interaction_required', 'account_selection_required'],
])
/** The client that this site is over there is not as it should be. */
const MISSET: ReadonlySet<unknown> = new Set([
  ...['invalid_client', 'unauthorized_client', 'invalid_scope', 'unsupported_response_type', 'invalid_request'],
  'redirect_uri_mismatch',
])
const DOWN: ReadonlySet<unknown> = new Set(['server_error', 'temporarily_unavailable'])

function faultOfWord({ error, status }: Coded): Fault | undefined {
  if (REFUSED.has(error)) return 'refus'
  if (MISSET.has(error) || status === 401) return 'reglage'
  if (DOWN.has(error) || (typeof status === 'number' && status >= 500)) return 'panne'
  return undefined
}

function faultOfCode({ code }: Coded): Fault | undefined {
  if (code === FORBIDDEN_TARGET) return 'interdite'
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return 'horloge'
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') return 'autre_emetteur'
  return typeof code === 'string' && UNREACHABLE.test(code) ? 'injoignable' : undefined
}

/** Tells what an error of the library, of the line or of the provider means; whatever is none of these is an answer that does not fit. */
export function faultOf(thrown: unknown): Fault {
  for (let error = thrown as Coded | undefined, depth = 0; error && depth < 5; depth += 1) {
    const fault = faultOfWord(error) ?? faultOfCode(error)
    if (fault) return fault
    error = error.cause as Coded | undefined
  }
  return 'reponse'
}
