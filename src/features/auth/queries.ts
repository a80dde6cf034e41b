import type { Db } from '../../db/schema.ts'
import { loginKey } from '../../lib/login-key.ts'
import { caseKey } from '../../lib/text.ts'

/** The account behind what was typed: an address where it holds an @, a login name otherwise. */
export function accountByLogin(db: Db, login: string) {
  const key = caseKey(login)
  const accounts = db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'is_active', 'password_hash', 'must_change_password', 'temporaire_jusque'])
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

/** A request for an account whose address is to be shown to be the person's; undefined where it is over. */
export const registrationToMail = (db: Db, id: number) =>
  db.selectFrom('inscriptions').select(['id', 'name', 'email']).where('id', '=', id).executeTakeFirst()
