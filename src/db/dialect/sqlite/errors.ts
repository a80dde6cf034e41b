import Database from 'better-sqlite3'
import type { EngineErrors } from '../dialect.ts'

const codeOf = (error: unknown): string => (error instanceof Database.SqliteError ? error.code : '')

/** The site has another database by now. */
const CLOSED = /^driver has already been destroyed|database connection is not open/

export const sqliteErrors: EngineErrors = {
  isUniqueViolation: (error) => ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'].includes(codeOf(error)),
  isForeignKeyViolation: (error) => codeOf(error) === 'SQLITE_CONSTRAINT_FOREIGNKEY',
  isDiskFull: (error) => codeOf(error) === 'SQLITE_FULL',
  isUnavailable: (error) =>
    ['SQLITE_BUSY', 'SQLITE_CANTOPEN', 'SQLITE_IOERR'].some((code) => codeOf(error).startsWith(code)) ||
    (error instanceof Error && CLOSED.test(error.message)),
}
