import { expect, onTestFinished, test } from 'vitest'
import { up } from '../../../db/migrations/0006_lieux_recherche.ts'
import { suggestLieux } from '../../../src/features/lieux/queries/places.ts'
import { testDb } from '../../support/db.ts'

import { plant, plantBretagne } from './plant.ts'

test('places that were there before the search column get the words that the cascade gives', async () => {
  const { db, close } = await testDb()
  onTestFinished(close)
  const { departement } = await plantBretagne(db)
  await plant(db, 'St-Œuvre d’Île & Cie', departement)
  const words = () => db.selectFrom('lieux').select(['id', 'recherche']).orderBy('id').execute()
  const kept = await words()
  await db.schema.dropIndex('lieux_recherche').execute()
  await db.schema.alterTable('lieux').dropColumn('recherche').execute()
  await up(db)
  expect(await words()).toEqual(kept)
  expect(kept.at(-1)?.recherche).toBe(' saint oeuvre d ile cie ille et vilaine bretagne france ')
  expect(await suggestLieux(db, 'oeuvre saint', 12)).toHaveLength(1)
})
