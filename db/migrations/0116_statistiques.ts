import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/** Surnames, first names and months of the acts of each source, by decade, counted in the background; and how far that is. */
export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .createTable('source_noms')
    .addColumn('source_id', 'integer', (c) => c.notNull().references('sources.id').onDelete('cascade'))
    // « nom », « prenom » or « mois ».
    .addColumn('genre', d.exactText, (c) => c.notNull())
    // First year of the decade; 0: the act has no date.
    .addColumn('decennie', 'integer', (c) => c.notNull())
    // The sound of the name, or the number of the month; and the name in capitals, '' for a month.
    .addColumn('cle', d.exactText, (c) => c.notNull())
    .addColumn('valeur', d.exactText, (c) => c.notNull())
    .addColumn('n', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('source_noms_pk', ['source_id', 'genre', 'decennie', 'cle', 'valeur'])
    .execute()
  await db.schema.createIndex('source_noms_cle').on('source_noms').columns(['genre', 'cle', 'source_id']).execute()
  await db.schema
    .createTable('statistiques_lues')
    .addColumn('source_id', 'integer', (c) => c.primaryKey().references('sources.id').onDelete('cascade'))
    .addColumn('calcule_at', d.exactText, (c) => c.notNull())
    // « juste », « perime » once an act changed, « calcul » while its acts are being counted.
    .addColumn('etat', d.exactText, (c) => c.notNull())
    .execute()
}
