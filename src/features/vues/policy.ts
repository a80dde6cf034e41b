import type { CurrentUser } from '../../web/env.ts'
import { canManageSource, isTranscriber, type SourceAccess } from '../droits/policy.ts'

/**
 * Views are added, named and removed by who enters acts in the source or manages it, in every status: they are the register that acts
 * were read in, and change none. Who sees the source reads them.
 */
export const canChangeViews = (user: CurrentUser, source: SourceAccess): boolean =>
  isTranscriber(user, source) || canManageSource(user, source)
