import type { Db } from '../../db/schema.ts'

/** Searches that the person keeps, and years awaited. */
export async function awaitedNews(db: Db, id: number) {
  return {
    recherches_gardees: await db
      .selectFrom('recherches_gardees')
      .select(['titre', 'adresse', 'frequence', 'vu_at', 'dit_at', 'visite_at', 'arretee_at', 'created_at'])
      .where('user_id', '=', id)
      .orderBy('id')
      .execute(),
    annees_attendues: await db
      .selectFrom('couverture_attentes')
      .select(['lieu_nom', 'acte', 'debut', 'fin', 'faite_at', 'created_at'])
      .where('user_id', '=', id)
      .orderBy('id')
      .execute(),
  }
}
