import { AppError } from '../../../lib/errors.ts'

const RETRY_SECONDS = 30

/** `absent`: the file is not there; `plein`: no room; `loin`: nobody answers; `refus`: anything else, until somebody changes something. */
export type StoreTrouble = 'absent' | 'plein' | 'loin' | 'refus'

/** The storage that servers have in common did not do what it was asked; `message` is a sentence for whoever waits for the file. */
export class StoreError extends AppError {
  readonly trouble: StoreTrouble
  /** A sentence for administrators tells what is wrong there. */
  readonly reason: string
  constructor(trouble: StoreTrouble, reason: string, cause?: unknown) {
    const what = `Le stockage des fichiers du site ne répond pas comme il devrait\u00a0: ${reason}`
    super('sature', `${what} Réessayez plus tard, et prévenez un administrateur si cela dure.`, {
      retryAfter: RETRY_SECONDS,
      cause,
    })
    this.name = 'StoreError'
    this.trouble = trouble
    this.reason = reason
  }
}
