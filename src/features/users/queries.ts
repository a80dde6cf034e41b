import type { Db } from '../../db/schema.ts'

/** Active administrators, one of them left out where asked. Decides only inside the transaction that holds the lock. */
export async function countActiveAdmins(db: Db, exceptId = 0): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('role', '=', 'admin')
    .where('is_active', '=', true)
    .where('id', '!=', exceptId)
    .executeTakeFirstOrThrow()
  return row.n
}
