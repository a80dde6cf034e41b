import type { UserRole } from '../../../db/schema.ts'
import type { Settings } from '../../../web/env.ts'

/** Does the site ask people of this role for an application or a key before anything else? */
export const needsFactor = (role: UserRole, { facteur_exige }: Pick<Settings, 'facteur_exige'>): boolean =>
  facteur_exige && role !== 'membre'
