import { dialectOf } from './dialect/index.ts'
import type { Db, Trx } from './schema.ts'

/**
 * A transaction. Where it writes a value that only one row may have and another row has, nothing of it stays and `taken` says
 * what that means. Not within another transaction: PostgreSQL would go on with none of it.
 */
export async function unlessTaken<T>(db: Db, work: (trx: Trx) => Promise<T>, taken: () => T | Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(work)
  } catch (error) {
    if (!dialectOf(db).errors.isUniqueViolation(error)) throw error
    return taken()
  }
}
