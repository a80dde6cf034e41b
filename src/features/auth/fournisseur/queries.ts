import type { Db } from '../../../db/schema.ts'
import { caseKey } from '../../../lib/text.ts'

const COLUMNS = [
  ...(['users.id', 'users.name', 'users.email', 'is_active', 'demande_at', 'email_verified_at'] as const),
  ...(['password_hash', 'totp_secret', 'totp_at', 'cle_at'] as const),
] as const

/** The account that a provider calls so; undefined where nobody came in by that name yet. */
export const accountByIdentity = (db: Db, emetteur: string, sujet: string) =>
  db
    .selectFrom('identites')
    .innerJoin('users', 'users.id', 'identites.user_id')
    .select(COLUMNS)
    .where('emetteur', '=', emetteur)
    .where('sujet', '=', sujet)
    .executeTakeFirst()

/** The account of an address; `other`: what this provider calls it already, null for nothing. */
export const accountByEmail = (db: Db, emetteur: string, email: string) =>
  db
    .selectFrom('users')
    .leftJoin('identites', (join) =>
      join.onRef('identites.user_id', '=', 'users.id').on('identites.emetteur', '=', emetteur),
    )
    .select([...COLUMNS, 'identites.sujet as other'])
    .where('email_key', '=', caseKey(email))
    .executeTakeFirst()

/** Which providers an account came in by, and since when. */
export const identitiesOf = (db: Db, userId: number) =>
  db
    .selectFrom('identites')
    .select(['emetteur', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
