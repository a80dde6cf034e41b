export type AppErrorCode = 'introuvable' | 'interdit' | 'conflit' | 'invalide' | 'trop_de_demandes'

/** A refusal that the user is told in French; one place (web/errors.tsx) maps its code to an HTTP status. */
export class AppError extends Error {
  readonly code: AppErrorCode
  constructor(code: AppErrorCode, message: string) {
    super(message)
    this.name = 'AppError'
    this.code = code
  }
}

/** Refuses with 403 unless the right is there. */
export function ensure(allowed: boolean, message = 'Vous n’avez pas le droit de faire cela.'): asserts allowed {
  if (!allowed) throw new AppError('interdit', message)
}
