export type AppErrorCode = 'introuvable' | 'interdit' | 'conflit' | 'invalide' | 'trop_de_demandes' | 'sature'

/** A refusal that the user is told in French; one place (web/errors.tsx) maps its code to an HTTP status. */
export class AppError extends Error {
  readonly code: AppErrorCode
  /** Seconds after which to try again, where that is known. */
  readonly retryAfter: number | undefined
  constructor(code: AppErrorCode, message: string, retryAfter?: number) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.retryAfter = retryAfter
  }
}

/** Refuses with 403 unless the right is there. */
export function ensure(allowed: boolean, message = 'Vous n’avez pas le droit de faire cela.'): asserts allowed {
  if (!allowed) throw new AppError('interdit', message)
}
