import type { Db } from '../../db/schema.ts'
import type { CurrentUser } from '../../web/env.ts'
import { managedSectionIds } from '../droits/policy.ts'
import type { Plan } from './rules/plan.ts'

/** May this user have sources made in the section of the plan, in its status? */
export async function canDecide(
  db: Db,
  user: CurrentUser,
  { section_id, status }: Pick<Plan, 'section_id' | 'status'>,
): Promise<boolean> {
  const managed = await managedSectionIds(db, user)
  if (managed === undefined) return true
  return status === 'en_cours' && section_id !== null && managed.includes(section_id)
}
