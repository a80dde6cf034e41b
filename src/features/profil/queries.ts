import type { Db } from '../../db/schema.ts'

/** The account of a person who is signed in, as the profile edits it. */
export const ownAccount = (db: Db, userId: number) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role', 'version', 'email_verified_at', 'touches_revue', 'pause_jusque'])
    .select('contributeur_nomme')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()

/** The page that deletes an account says how much was entered by it, and what goes with it unfinished. */
export function countOwn(db: Db, userId: number) {
  return db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('releves')
        .select((e) => e.fn.countAll<number>().as('n'))
        .where('created_by', '=', userId)
        .$asScalar()
        .$notNull()
        .as('releves'),
      eb
        .selectFrom('brouillons')
        .select((e) => e.fn.countAll<number>().as('n'))
        .where('user_id', '=', userId)
        .$asScalar()
        .$notNull()
        .as('brouillons'),
      eb
        .selectFrom('source_membres')
        .select((e) => e.fn.countAll<number>().as('n'))
        .where('user_id', '=', userId)
        .$asScalar()
        .$notNull()
        .as('sources'),
    ])
    .executeTakeFirstOrThrow()
}

export type OwnCounts = Awaited<ReturnType<typeof countOwn>>
