import type { Context } from 'hono'
import { NBSP } from '../../lib/typo.ts'
import type { AppEnv } from '../../web/env.ts'
import { seeOther } from '../../web/render.tsx'
import { firstLogInOf } from './queries.ts'
import { startSession } from './session-guard.tsx'
import { holderOf } from './sessions.ts'

/** Greets somebody who is in for the first time, on the first page. */
export const welcome = (c: Context<AppEnv>, name: string): string =>
  `Bienvenue sur ${c.var.deps.settings.read().site_name}, ${name}. Voici votre tableau de bord${NBSP}: ce qui vous attend y est toujours en premier.`

/**
 * After the right password and code: where the person was going, or the first page, with a greeting the first time. `said`: something
 * that the person has to know instead.
 */
export async function enter(c: Context<AppEnv>, session: string, suite: string, said?: string) {
  await startSession(c, session)
  if (said !== undefined) return seeOther(c, suite, said)
  const { db } = c.var.deps
  const holder = suite === '/' ? await holderOf(db, session) : undefined
  const first = holder && (await firstLogInOf(db, holder.id))
  // A temporary password is replaced before anything else, and the greeting comes after that.
  return seeOther(c, suite, first && !first.must_change_password ? welcome(c, first.name) : undefined)
}
