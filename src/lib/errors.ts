export type AppErrorCode = 'introuvable' | 'interdit' | 'conflit' | 'invalide' | 'trop_de_demandes' | 'sature'

export interface Way {
  /** Seconds after which to try again, where that is known. */
  retryAfter?: number
  /** The user may go on at this page of ours instead. */
  instead?: { href: string; label: string }
  /** Goes to the log alone: the user is not told what was behind the refusal. */
  cause?: unknown
}

/** A refusal that the user is told in French; one place (web/errors.tsx) maps its code to an HTTP status. */
export class AppError extends Error {
  readonly code: AppErrorCode
  readonly way: Way
  constructor(code: AppErrorCode, message: string, way: Way = {}) {
    super(message, way.cause === undefined ? {} : { cause: way.cause })
    this.name = 'AppError'
    this.code = code
    this.way = way
  }
}

/** The code of an error of the system or of PostgreSQL: « ENOENT », « 23505 »; '' where it has none. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}

/** Refuses with 403 unless the right is there. */
export function ensure(allowed: boolean, message = 'Vous n’avez pas le droit de faire cela.'): asserts allowed {
  if (!allowed) throw new AppError('interdit', message)
}
