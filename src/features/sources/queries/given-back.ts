import type { Db } from '../../../db/schema.ts'

const MAX_SHOWN = 500

/** The acts that a review gave back, in the order of their ids; `isChanged`: somebody wrote in it since. Those deleted since are left out. */
export async function givenBackActs(db: Db, sourceId: number) {
  const rows = await db
    .selectFrom('actes_a_revoir as a')
    .innerJoin('releves', 'releves.id', 'a.releve_id')
    .select([
      'releves.id',
      'releves.nom',
      'releves.prenom',
      'a.raison',
      'a.revu_at',
      'a.created_at',
      'releves.updated_at',
    ])
    .where('a.source_id', '=', sourceId)
    .orderBy('releves.id')
    .limit(MAX_SHOWN)
    .execute()
  return rows.map(({ created_at, updated_at, ...row }) => ({ ...row, isChanged: updated_at > created_at }))
}

export type GivenBackAct = Awaited<ReturnType<typeof givenBackActs>>[number]

/** Counts the acts of a source that are still to be looked at again, for a statement that asks more. */
export const toLookAt = (db: Db, sourceId: number) =>
  db
    .selectFrom('actes_a_revoir as a')
    .innerJoin('releves', 'releves.id', 'a.releve_id')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('a.source_id', '=', sourceId)
    .where('a.revu_at', 'is', null)
    .whereRef('releves.updated_at', '<=', 'a.created_at')

/** Gives the word that the review wrote to all beside the acts; null: none. */
export async function wordOfReturn(
  db: Db,
  sourceId: number,
): Promise<{ motif: string | null; auteur: string | null } | undefined> {
  return db
    .selectFrom('source_transitions')
    .leftJoin('users', 'users.id', 'source_transitions.user_id')
    .select(['motif', 'users.name as auteur'])
    .where('source_id', '=', sourceId)
    .where('de', '=', 'a_valider')
    .where('vers', '=', 'en_cours')
    .orderBy('source_transitions.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
