import type { Context } from 'hono'
import { ensure } from '../../lib/errors.ts'
import type { AppEnv } from '../../web/env.ts'
import { type Body, type FormErrors, shown } from '../../web/form.ts'
import { idParam } from '../../web/params.ts'
import { proofProblem } from '../auth/fresh.tsx'
import { findUser } from './queries.ts'

/** The account of the path, which is not one's own: for that there is the profile, as the message says. */
export async function somebodyElse(c: Context<AppEnv>, message: string) {
  const user = await findUser(c.var.deps.db, idParam(c))
  ensure(user.id !== c.var.user.id, message)
  return user
}

const spaced = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim()

/** The name of the person was typed again, and the own password shown: what is wrong with either; undefined where nothing is. */
export async function confirmationErrors(
  c: Context<AppEnv>,
  raw: Body,
  user: { name: string },
): Promise<FormErrors | undefined> {
  if (spaced(shown(raw, 'confirmation')) !== spaced(user.name))
    return { confirmation: 'Recopiez le nom de la personne, tel qu’il est écrit au-dessus.' }
  const preuve = await proofProblem(c, raw)
  return preuve === undefined ? undefined : { preuve }
}
