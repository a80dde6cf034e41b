import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/** Second keying: its seed, who has an act in hand, what the comparison said, who arbitrated, what was waived and why. */
export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  // null: nothing was ever drawn.
  await db.schema.alterTable('sources').addColumn('double_graine', d.exactText).execute()
  const add = (name: string, type: typeof d.json | typeof d.exactText) =>
    db.schema.alterTable('secondes_saisies').addColumn(name, type).execute()
  // The version of the act that was compared, and by field whether both readings agreed.
  await db.schema.alterTable('secondes_saisies').addColumn('version', 'integer').execute()
  await add('accords', d.json)
  await add('prise_jusqua', d.exactText)
  await add('dispense_at', d.exactText)
  await db.schema.alterTable('secondes_saisies').addColumn('dispense_motif', 'text').execute()
  for (const column of ['prise_par', 'arbitre_par', 'dispense_par']) {
    await db.schema
      .alterTable('secondes_saisies')
      .addColumn(column, 'integer', (c) => c.references('users.id').onDelete('set null'))
      .execute()
    await db.schema.createIndex(`secondes_saisies_${column}`).on('secondes_saisies').column(column).execute()
  }
}
