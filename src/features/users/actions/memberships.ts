import type { Db, Trx } from '../../../db/schema.ts'
import { kindOf, type MembershipKind, marksOf } from '../../droits/rules/memberships.ts'
import { type Actor, record } from '../../journal/actions.ts'
import { userObject } from './write.ts'

/** Whose membership, and where. */
export interface Place {
  userId: number
  sectionId: number
}

/** How a person belongs to a section; null where it does not. */
export async function membershipOf(db: Db, { userId, sectionId }: Place): Promise<MembershipKind | null> {
  const row = await db
    .selectFrom('section_membres')
    .select(['is_manager', 'is_reader'])
    .where('user_id', '=', userId)
    .where('section_id', '=', sectionId)
    .executeTakeFirst()
  return row ? kindOf(row) : null
}

/** Has a person belong to a section so, or leave it (null). The caller holds the accounts. Returns how it was before. */
export async function setMembership(
  trx: Trx,
  by: Actor,
  { userId, sectionId }: Place,
  kind: MembershipKind | null,
  now: string,
): Promise<MembershipKind | null> {
  const before = await membershipOf(trx, { userId, sectionId })
  if (before === kind) return before
  const row = { user_id: userId, section_id: sectionId }
  await trx.deleteFrom('section_membres').where('user_id', '=', userId).where('section_id', '=', sectionId).execute()
  if (kind !== null)
    await trx
      .insertInto('section_membres')
      .values({ ...row, ...marksOf(kind) })
      .execute()
  // Forms of the person and of the section that are open elsewhere show what is no longer so.
  for (const [table, id] of [
    ['users', userId],
    ['sections', sectionId],
  ] as const)
    await trx
      .updateTable(table)
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
  await record(trx, by, { action: 'compte.modification', ...userObject(userId), detail: { champs: ['sections'] } }, now)
  return before
}
