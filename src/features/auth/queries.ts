import type { Db } from '../../db/schema.ts'
import { caseKey } from '../../lib/text.ts'

/** The account behind what was typed: an address where it holds an @, a login name otherwise. */
export function accountByLogin(db: Db, login: string) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'is_active', 'password_hash', 'must_change_password', 'temporaire_jusque'])
    .where(login.includes('@') ? 'email_key' : 'name_key', '=', caseKey(login))
    .executeTakeFirst()
}

export type Account = NonNullable<Awaited<ReturnType<typeof accountByLogin>>>

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
