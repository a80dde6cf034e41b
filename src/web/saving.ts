import type { Context } from 'hono'
import type { Sending } from '../db/once.ts'
import type { Body, FormErrors } from '../lib/body.ts'
import type { AppEnv } from './env.ts'
import { sendingKey } from './form.ts'

/** A posted form on its way to the action that saves it. */
export const sendingOf = (c: Context<AppEnv>, raw: Body): Sending => ({
  userId: c.var.user.id,
  jeton: sendingKey(c, raw),
  now: c.var.deps.clock().toISOString(),
})

/** Why a form comes back: what was typed cannot be read (`Parsed`), or the action refused it (`Refused` of db/saving.ts). */
export interface Refusal {
  errors: FormErrors
  version?: number | string
}

/** A form as its page shows it. */
export interface ShownForm {
  raw: Body
  errors: FormErrors
  status: 200 | 409 | 422
}

/**
 * 200 to be filled in, 422 with what was typed and why it is refused, 409 where somebody saved the row meanwhile: the form then
 * holds their version, or it could never be saved.
 */
export function shownForm(raw: Body, refusal?: Refusal): ShownForm {
  if (!refusal) return { raw, errors: {}, status: 200 }
  const { errors, version } = refusal
  if (version === undefined) return { raw, errors, status: 422 }
  return { raw: { ...raw, version: String(version) }, errors, status: 409 }
}
