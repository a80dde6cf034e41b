import type { Db } from '../../db/schema.ts'

/** The task of this kind that waits or is in hand, the oldest first; undefined where there is none. */
export const taskUnderWay = (db: Db, kind: string) =>
  db
    .selectFrom('taches')
    .select(['id', 'etat', 'progres', 'erreur'])
    .where('kind', '=', kind)
    .where('etat', 'in', ['attente', 'en_cours'])
    .orderBy('id')
    .executeTakeFirst()

/** The last task of this kind that came to an end, where that end was to be given up. */
export async function lastGivenUp(db: Db, kind: string) {
  const last = await db
    .selectFrom('taches')
    .select(['etat', 'erreur', 'created_at'])
    .where('kind', '=', kind)
    .where('etat', 'in', ['faite', 'garee'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.etat === 'garee' ? last : undefined
}
