import { expect, test } from 'vitest'
import type { Db } from '../../../src/db/schema.ts'
import { deleteLieu, updateLieu } from '../../../src/features/lieux/actions.ts'
import { listLieux } from '../../../src/features/lieux/queries/listing.ts'
import { findLieu, matchingIds, suggestLieux } from '../../../src/features/lieux/queries/places.ts'
import { narrowing } from '../../../src/features/lieux/queries/word-index.ts'
import { testApp } from '../../support/app.ts'
import { plant, plantBretagne, typeId } from './plant.ts'

const NOW = '2026-01-01T00:00:00.000Z'

/** Finds a text twice: where the index of names says, and by reading every place. */
async function found(db: Db, text: string) {
  const where = await narrowing(db, text)
  const narrowed = await matchingIds(db, text, where).orderBy('id').execute()
  return { narrowed, all: await matchingIds(db, text).orderBy('id').execute(), where }
}

async function rename(db: Db, id: number, nom: string) {
  const { code, type_id, lieu_parent_id, latitude, longitude, note, version } = await findLieu(db, id)
  const input = { nom, code, type_id, lieu_parent_id, latitude, longitude, note, version }
  expect((await updateLieu(db, id, input, NOW)).ok).toBe(true)
}

test('the index of names finds what reading every place finds', async () => {
  const { db } = await testApp()
  const { departement, saintMalo, pleurtuit } = await plantBretagne(db)
  const hidden = await plant(db, 'Canton Caché', departement, { type_id: await typeId(db, 'Canton') })
  await db.updateTable('types_lieux').set({ dans_nom_long: false }).where('nom', '=', 'Canton').execute()
  await plant(db, 'St-Briac', hidden)
  await plant(db, 'Ste-Anne', saintMalo)
  await plant(db, 'L’Œuvre de l’Étang (12)', pleurtuit)
  await plant(db, 'Москва')
  const texts = [
    'bretagne',
    'malo',
    'saint malo',
    'malo saint',
    'st',
    'ste',
    'sain',
    'sainte',
    'st briac',
    'briac saint',
  ]
  const more = [
    'cache',
    'canton',
    'oeuvre',
    'etang 12',
    '12',
    'москва',
    'xyz',
    'malo xyz',
    'ille vil',
    'b',
    'anne malo st',
  ]
  for (const text of [...texts, ...more]) {
    const { narrowed, all } = await found(db, text)
    expect([text, narrowed]).toEqual([text, all])
  }
  // It says where to look for rare words, and gives up where nothing longer than two letters was typed.
  expect((await found(db, 'briac')).where?.ids).toHaveLength(1)
  expect((await found(db, 'xyz')).where).toEqual({ ids: [], chemins: [] })
  expect((await found(db, 'st')).where).toBeUndefined()
})

test('the index follows a name that changes and a place that goes', async () => {
  const { db } = await testApp()
  const { pleurtuit, departement } = await plantBretagne(db)
  const suggested = async (text: string) => (await suggestLieux(db, text, 12)).map(({ id }) => id)
  const hamlet = await plant(db, 'La Ville ès Mesniers', pleurtuit)
  expect(await suggested('mesniers ville')).toEqual([hamlet.id])
  await rename(db, hamlet.id, 'Le Bois Joli')
  expect(await suggested('mesniers ville')).toEqual([])
  expect(await suggested('joli bois')).toEqual([hamlet.id])
  await rename(db, departement.id, 'Haute Bretagne')
  expect((await suggested('pleurtuit haute')).sort()).toEqual([pleurtuit.id, hamlet.id].sort())
  await deleteLieu(db, hamlet.id, 0)
  expect(await suggested('joli bois')).toEqual([])
})

test('a list below a place, a word and a type agrees with itself in number and rows', async () => {
  const { db } = await testApp()
  const { france, bretagne, departement, saintMalo, pleurtuit } = await plantBretagne(db)
  const other = await plant(db, 'Malo-les-Bains', france)
  const page = { parPage: 50, offset: 0 }
  const list = async (q: string, parent: number | null) => {
    const asked = { type: null, q, parent, tri: 'nom', ordre: 'asc' } as const
    const { lieux, total } = await listLieux(db, asked, page)
    expect(lieux).toHaveLength(total)
    return lieux.map(({ id }) => id)
  }
  expect(await list('malo', null)).toEqual([other.id, saintMalo.id])
  expect(await list('malo', bretagne.id)).toEqual([saintMalo.id])
  expect(await list('', departement.id)).toEqual([departement.id, pleurtuit.id, saintMalo.id])
  expect(await list('', 999_999)).toEqual([])
})
