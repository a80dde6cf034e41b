import type { Db } from '../../db/schema.ts'
import { loginKey } from '../../lib/login-key.ts'
import { caseKey } from '../../lib/text.ts'

/** The account behind what was typed: an address where it holds an @, a login name otherwise. */
export function accountByLogin(db: Db, login: string) {
  const key = caseKey(login)
  const accounts = db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'is_active', 'password_hash', 'must_change_password', 'temporaire_jusque'])
    .select(['demande_at', 'totp_secret', 'totp_at', 'cle_at'])
  if (login.includes('@')) return accounts.where('email_key', '=', key).executeTakeFirst()
  // Two names may look alike, from before that was refused: the one that was typed comes first.
  return accounts
    .where('name_key', 'in', [key, loginKey(login)])
    .orderBy((eb) => eb.case().when('name_key', '=', key).then(0).else(1).end())
    .executeTakeFirst()
}

export type Account = NonNullable<Awaited<ReturnType<typeof accountByLogin>>>

/** Whom a form was made for, with what tells the present password from others; undefined where the account is closed or gone. */
export const personOf = (db: Db, id: number) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role', 'must_change_password', 'password_hash'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst()

/** Whom a mail about an account goes to; undefined where the account is closed or gone. */
export const accountToMail = (db: Db, id: number) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst()

/** An account whose person has not chosen a password yet; undefined where it has, or where the account is closed or gone. */
export const invitedAccount = (db: Db, id: number) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'totp_at', 'cle_at'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('must_change_password', '=', true)
    .executeTakeFirst()

/** The account of somebody who is in for the first time, as the journal has it; undefined for others. */
export async function firstLogInOf(db: Db, id: number) {
  const logIns = await db
    .selectFrom('journal')
    .select('id')
    .where('user_id', '=', id)
    .where('action', '=', 'connexion')
    .where('resultat', '=', 'ok')
    .limit(2)
    .execute()
  return logIns.length === 1 ? personOf(db, id) : undefined
}

/** A request for an account whose address is to be shown to be the person's; undefined where it is over. */
export const registrationToMail = (db: Db, id: number) =>
  db.selectFrom('inscriptions').select(['id', 'name', 'email']).where('id', '=', id).executeTakeFirst()
