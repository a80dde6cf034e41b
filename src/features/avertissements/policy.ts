import { ensure } from '../../lib/errors.ts'
import type { CurrentUser } from '../../web/env.ts'
import { canManageSource, canWriteReleves, isTranscriber, type SourceAccess } from '../droits/policy.ts'

/** They are seen by who enters acts in the source, or manages it. */
export const canSeeWarnings = (user: CurrentUser, source: SourceAccess): boolean =>
  isTranscriber(user, source) || canManageSource(user, source)

/** A value is said to be well so by whoever may correct it: managers, and transcribers while the source is open. */
export const canAccept = (user: CurrentUser, source: SourceAccess): boolean =>
  canManageSource(user, source) || canWriteReleves(user, source)

const NOT_YOURS = 'Les points à revoir sont montrés aux personnes qui saisissent dans cette source et à qui la gère.'
const CLOSED = 'Cette source est relue\u00a0: dire qu’un point est bien ainsi revient à qui la gère.'

export const ensureSeesWarnings = (user: CurrentUser, source: SourceAccess): void =>
  ensure(canSeeWarnings(user, source), NOT_YOURS)

export function ensureMayAccept(user: CurrentUser, source: SourceAccess): void {
  ensureSeesWarnings(user, source)
  ensure(canAccept(user, source), CLOSED)
}
