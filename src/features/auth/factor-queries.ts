import type { Db } from '../../db/schema.ts'

/** The factors of an account: since when it has an application and keys (ISO; null: none), how many keys, and how many recovery codes are left. */
export const factorOf = (db: Db, userId: number) =>
  db
    .selectFrom('users')
    .select((eb) => [
      'totp_at',
      'cle_at',
      eb
        .selectFrom('cles_acces')
        .select((e) => e.fn.countAll<number>().as('n'))
        .whereRef('cles_acces.user_id', '=', 'users.id')
        .$asScalar()
        .$notNull()
        .as('cles'),
      eb
        .selectFrom('codes_secours')
        .select((e) => e.fn.countAll<number>().as('n'))
        .whereRef('codes_secours.user_id', '=', 'users.id')
        .$asScalar()
        .$notNull()
        .as('codes'),
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()

export type Factor = Awaited<ReturnType<typeof factorOf>>
