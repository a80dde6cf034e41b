import { AppError } from '../lib/errors.ts'
import { dialectOf } from './dialect/index.ts'
import type { Db } from './schema.ts'

/**
 * Where `write` gives a value to a row that only one may have and another row has, `taken` says what that means. PostgreSQL goes
 * on with nothing of a transaction in which this happened: whoever catches it there ends it.
 */
export async function unlessTaken<T>(db: Db, write: () => Promise<T>, taken: () => T | Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!dialectOf(db).errors.isUniqueViolation(error)) throw error
    return taken()
  }
}

/** Deletes a row that nothing referred to when it was looked at; AppError `conflit` with `message` where something does by now. */
export async function deleteUnheld(db: Db, message: string, remove: () => Promise<unknown>): Promise<void> {
  try {
    await remove()
  } catch (error) {
    if (!dialectOf(db).errors.isForeignKeyViolation(error)) throw error
    throw new AppError('conflit', message)
  }
}
