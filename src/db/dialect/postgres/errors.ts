import pg from 'pg'
import { codeOf } from '../../../lib/errors.ts'
import type { EngineErrors } from '../dialect.ts'

/** Connection lost or refused, server stopping, starting or following another one, too many connections, time spent behind somebody else. */
const UNAVAILABLE = [
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '25006',
  '57014',
  '40P01',
  '08000',
  '08003',
  '08006',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  // Its machine is off or cut off, or its name went with it (a container that is stopped has none).
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
]
/** The socket of a server on this machine; a file that is missing has the same code. */
const isNoSocket = (error: unknown): boolean =>
  codeOf(error) === 'ENOENT' && (error as NodeJS.ErrnoException).syscall === 'connect'
/** PgBouncer says everything by this code: its server is away, or nobody of it was free in time. */
const PROTOCOL_VIOLATION = '08P01'
export const isPoolerRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === PROTOCOL_VIOLATION && error.severity === 'FATAL'
const LOST =
  /connection terminated|timeout exceeded when trying to connect|client (has encountered a connection error|was closed)|driver has already been destroyed|calling end on the pool/i

export const postgresErrors: EngineErrors = {
  isUniqueViolation: (error) => codeOf(error) === '23505',
  isForeignKeyViolation: (error) => codeOf(error) === '23503',
  isDiskFull: (error) => codeOf(error) === '53100',
  isUnavailable: (error) =>
    UNAVAILABLE.includes(codeOf(error)) ||
    isNoSocket(error) ||
    isPoolerRefusal(error) ||
    (error instanceof Error && LOST.test(error.message)),
}
