import type { Db } from '../../db/schema.ts'

/** The keys of a person, the oldest first. */
export const keysOf = (db: Db, userId: number) =>
  db
    .selectFrom('cles_acces')
    .select(['id', 'nom', 'identifiant', 'transports', 'domaine', 'created_at', 'utilisee_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()

export type Key = Awaited<ReturnType<typeof keysOf>>[number]
