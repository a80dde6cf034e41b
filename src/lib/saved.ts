import type { FormErrors } from './body.ts'

/**
 * What became of a form that had to ask the database: stored, refused for what was typed (422), or too late (409), because
 * somebody saved the row meanwhile: `version` is then theirs, for the next try.
 */
export type Saved = { ok: true; id: number } | Refused

export interface Refused {
  ok: false
  errors: FormErrors
  version?: number
}

/** Makes a creation happen once (`once()`): who sends it (null: no account does), the one-time token of the form, the instant (ISO). */
export interface Sending {
  userId: number | null
  jeton: string
  now: string
}
