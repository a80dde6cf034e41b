import type { Context, MiddlewareHandler } from 'hono'
import { Field } from '../../ui/field.tsx'
import type { AppEnv } from '../../web/env.ts'
import { type Body, shown } from '../../web/form.ts'
import { seeOther } from '../../web/render.tsx'
import { provePassword } from './proof.ts'
import { markProved } from './sessions.ts'

/** The name of the field in which a form asks for the password of who sends it. */
export const PROOF_FIELD = 'preuve'

export const PROOF_PATH = '/preuve'

const NEEDED = 'Pour ce changement, tapez votre propre mot de passe.'

/**
 * Before what an unattended screen must not allow (roles, mail settings): was the password shown in this session within the
 * last half hour, or is it in the form? Undefined where it was, else the sentence for the field `preuve`.
 */
export async function proofProblem(c: Context<AppEnv>, raw: Body): Promise<string | undefined> {
  if (c.var.isFresh) return undefined
  const password = shown(raw, PROOF_FIELD)
  if (password === '') return NEEDED
  const proof = await provePassword(c.var.deps, c.var.user.id, password)
  if (!proof.ok) return proof.message
  if (c.var.sessionId) await markProved(c.var.deps.db, c.var.sessionId)
  return undefined
}

/** Where the password is asked for before a file; `back`: path of what is gone on with. */
export const proofAddress = (back: string): string => `${PROOF_PATH}?suite=${encodeURIComponent(back)}`

/** Before a file with the whole site, all accounts or all of a person: what nobody must carry off from an unattended screen. */
export const provedLately: MiddlewareHandler<AppEnv> = (c, next) => {
  if (c.var.isFresh) return next()
  const { pathname, search } = new URL(c.req.url)
  return Promise.resolve(seeOther(c, proofAddress(pathname + search)))
}

/** The field that asks for it; nothing in a session where the password was shown just now. */
export function ProofField({ isFresh, help, error }: { isFresh: boolean; help: string; error?: string | undefined }) {
  if (isFresh) return null
  return (
    <Field name={PROOF_FIELD} label="Votre mot de passe" help={help} error={error}>
      <input type="password" name={PROOF_FIELD} autocomplete="current-password" maxlength={1024} />
    </Field>
  )
}
