import type { Db } from '../../db/schema.ts'

/** The application of an account: since when (ISO; null: it has none), and how many recovery codes are left. */
export const factorOf = (db: Db, userId: number) =>
  db
    .selectFrom('users')
    .select((eb) => [
      'totp_at',
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
