import type { Db } from '../../db/schema.ts'
import { verifyPassword } from './password.ts'
import { accountByLogin } from './queries.ts'
import { createSession } from './sessions.ts'

export const WRONG_CREDENTIALS = 'Ce nom d’utilisateur ou ce mot de passe n’est pas reconnu.'
export const INACTIVE_ACCOUNT = 'Ce compte est désactivé. Adressez-vous à un administrateur de votre association.'

export type LogIn = { ok: true; secret: string } | { ok: false; message: string }

/** Unknown account and wrong password cost the same time and get the same answer; only who knows the password learns more. */
export async function logIn(db: Db, login: string, password: string, userAgent: string | null): Promise<LogIn> {
  const account = await accountByLogin(db, login)
  const matches = await verifyPassword(account?.password_hash, password)
  if (!account || !matches) return { ok: false, message: WRONG_CREDENTIALS }
  if (!account.is_active) return { ok: false, message: INACTIVE_ACCOUNT }
  return { ok: true, secret: await createSession(db, account.id, userAgent) }
}
