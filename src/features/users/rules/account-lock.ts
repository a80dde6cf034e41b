import { dialectOf } from '../../../db/dialect/index.ts'
import type { Trx } from '../../../db/schema.ts'
import { countActiveAdmins, findUser } from '../queries.ts'
import { type AccountState, roleRefusal } from './roles.ts'

/** Roles, activity and memberships change one transaction at a time, in every process, until this one ends. */
export const lockAccounts = (trx: Trx): Promise<void> => dialectOf(trx).locks.lock(trx, 'comptes')

/**
 * The account as it stands under the lock, and why it may not become `to`. Every path that changes a role or closes or
 * deletes an account passes here (reliability.md T21). `actorId` null: the command line, or somebody leaving of free will.
 */
export async function changeableAccount(trx: Trx, actorId: number | null, id: number, to: Partial<AccountState>) {
  await lockAccounts(trx)
  const target = await findUser(trx, id)
  const refusal = roleRefusal(actorId, target, { ...target, ...to }, await countActiveAdmins(trx, id))
  return { target, refusal }
}
