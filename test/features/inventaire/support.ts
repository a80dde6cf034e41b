import type { Insertable } from 'kysely'
import type { Schema } from '../../../src/db/schema.ts'
import { type TestApp, testApp } from '../../support/app.ts'

type Line = Insertable<Schema['registres']>

/** A site with two communes of a département, a repository, and a type for each of two kinds of acts. */
export async function archives() {
  const t = await testApp()
  const ille = await t.make.lieu({ nom: 'Ille-et-Vilaine' })
  const dinard = await t.make.lieu({ nom: 'Dinard', parent: ille })
  const evran = await t.make.lieu({ nom: 'Évran', parent: ille })
  const depot = await t.make.depot({ nom: 'Archives d’Ille-et-Vilaine' })
  const baptemes = await t.make.typeSource({ nom: 'Baptêmes' })
  await t.db.updateTable('types_sources').set({ acte: 'bapteme' }).where('id', '=', baptemes.id).execute()
  const now = '2026-01-01T00:00:00.000Z'
  const line = async (values: Partial<Line> = {}): Promise<number> => {
    const whole: Line = {
      ...{ lieu_id: dinard.id, acte: 'bapteme', annee_debut: 1760, annee_fin: 1768, etat: 'conserve' },
      ...{ created_at: now, updated_at: now, ...values },
    }
    return (await t.db.insertInto('registres').values(whole).returning('id').executeTakeFirstOrThrow()).id
  }
  return { t, ille, dinard, evran, depot, baptemes, line }
}

export const lines = (t: TestApp) => t.db.selectFrom('registres').selectAll().orderBy('id').execute()
