import type { Db } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import { forgetTriesOf } from '../../auth/limits.ts'
import { accountByLogin } from '../../auth/queries.ts'
import { hasOwnFactor } from '../../auth/rules/own-factor.ts'
import { hashPassword, passwordProblem } from '../../auth/rules/password.ts'
import { revokeSessionsOf } from '../../auth/sessions.ts'
import { actorWithout, record } from '../../journal/actions.ts'
import { temporaryPassword, temporaryUntil } from '../rules/temporary-password.ts'
import { userObject } from './write.ts'

interface Rescue {
  /** Login name or address. */
  login: string
  /** '' for a temporary one, made here. */
  password: string
  /** Opens the account as well, where it is closed. */
  activates: boolean
  siteName: string
}

/** `temporary`: the password that was made, to be shown once. */
export interface Rescued {
  name: string
  is_active: boolean
  /** The log-in asks for a code of an application, or for a key, as well. */
  hasFactor: boolean
  temporary: string | undefined
}

/**
 * Lets somebody who is locked out in again, for whoever runs commands on the server: another password, every session ended,
 * every counter of failures forgotten. AppError `introuvable` for an unknown login, `invalide` for a password that is refused.
 */
export async function rescueAccount(db: Db, rescue: Rescue, now: string): Promise<Rescued> {
  const account = await accountByLogin(db, rescue.login.trim())
  if (!account) throw new AppError('introuvable', `Aucun compte ne s’appelle « ${rescue.login} ».`)
  const { id, name, email } = account
  const isTemporary = rescue.password === ''
  const problem = isTemporary ? undefined : passwordProblem(rescue.password, [name, email, rescue.siteName])
  if (problem !== undefined) throw new AppError('invalide', problem)
  const password = isTemporary ? temporaryPassword() : rescue.password
  const password_hash = await hashPassword(password)
  const is_active = account.is_active || rescue.activates
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('users')
      .set((eb) => ({
        password_hash,
        must_change_password: isTemporary,
        temporaire_jusque: isTemporary ? temporaryUntil(now) : null,
        is_active,
        ...(is_active && { demande_at: null }),
        updated_at: now,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .execute()
    await revokeSessionsOf(trx, id)
    await forgetTriesOf(trx, id)
    const told = { ...userObject(id), detail: { cause: 'commande' } }
    const action = isTemporary ? 'mot_de_passe.temporaire' : 'mot_de_passe.changement'
    await record(trx, actorWithout(null), { action, ...told }, now)
    if (is_active !== account.is_active)
      await record(trx, actorWithout(null), { action: 'compte.activation', ...told }, now)
  })
  return { name, is_active, hasFactor: hasOwnFactor(account), temporary: isTemporary ? password : undefined }
}
