import type { Db } from '../../../db/schema.ts'
import { ensure } from '../../../lib/errors.ts'
import type { CurrentUser } from '../../../web/env.ts'
import { canManageSource } from '../../droits/policy.ts'
import { findVisibleSource, type VisibleSource } from './sources.ts'

/** A source that this user manages: 404 where it is not seen, 403 where it is only seen. */
export async function findManagedSource(db: Db, user: CurrentUser, id: number): Promise<VisibleSource> {
  const source = await findVisibleSource(db, user, id)
  ensure(canManageSource(user, source), 'Seuls les gestionnaires de la section peuvent changer cette source.')
  return source
}
