import { expect, test } from 'vitest'
import { stillThere } from '../../../src/features/suppressions/actions/content.ts'
import { purgeSuppressions } from '../../../src/features/suppressions/actions/purge.ts'
import { sweepPhotos } from '../../../src/features/vues/actions/sweep.ts'
import { testApp } from '../../support/app.ts'
import { pngOf } from '../../support/pictures.ts'
import { sendOne, storedFiles } from '../vues/sending.ts'

const DAY = 86_400_000

async function photographed() {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo })
  const rene = await t.as(t.rene)
  for (const shade of [1, 2]) await sendOne(rene, source.id, { images: pngOf(60, 40, shade) })
  const views = () =>
    t.db.selectFrom('source_vues').selectAll().where('source_id', '=', source.id).orderBy('numero').execute()
  const remove = (fields = {}) => rene.post(`/sources/${source.id}/supprimer`, fields)
  const bringBack = async () => {
    const { id } = await t.db.selectFrom('sources_supprimees').select('id').executeTakeFirstOrThrow()
    return rene.post(`/sources/supprimees/${id}/retablir`)
  }
  const later = (days: number) => new Date(Date.now() + days * DAY)
  return { t, source, rene, views, remove, bringBack, later }
}

test('photos stay with a deleted source for thirty days, and come back with it', async () => {
  const { t, source, rene, views, remove, bringBack, later } = await photographed()
  const before = await views()
  expect((await rene.get(`/sources/${source.id}/supprimer`)).page.text).toContain('2 photos')
  expect((await remove({ photos: 'garder' })).status).toBe(303)
  await sweepPhotos(t.deps, later(29))
  expect(storedFiles(t.deps.storage)).toHaveLength(2)
  await bringBack()
  expect(await views()).toEqual(before)
  expect((await rene.get(`/sources/${source.id}/vues/2/image`)).status).toBe(200)
  expect(await t.db.selectFrom('images_gardees').selectAll().execute()).toEqual([])
})

test('after thirty days they go, but for those that another source shows', async () => {
  const { t, rene, remove, later } = await photographed()
  const other = await t.make.source({ section: t.saintMalo })
  await sendOne(rene, other.id, { images: pngOf(60, 40, 2) })
  await remove()
  await purgeSuppressions(t.db, t.deps.storage, later(40_000))
  await sweepPhotos(t.deps, later(0))
  expect(storedFiles(t.deps.storage)).toHaveLength(1)
  expect(await t.db.selectFrom('images').selectAll().execute()).toHaveLength(1)
  expect((await rene.get(`/sources/${other.id}/vues/1/image`)).status).toBe(200)
})

test('they go at once where that was asked for; a view whose photo is gone comes back without it', async () => {
  const first = await photographed()
  await first.remove({ photos: 'supprimer' })
  expect(storedFiles(first.t.deps.storage)).toEqual([])
  await first.bringBack()
  expect(await first.views()).toEqual([])
  const second = await photographed()
  await second.remove()
  await second.t.db.deleteFrom('images_gardees').execute()
  await sweepPhotos(second.t.deps, second.later(0))
  await second.bringBack()
  expect((await second.views()).map(({ numero, image_id }) => [numero, image_id])).toEqual([
    [1, null],
    [2, null],
  ])
})

test('a register of more photos than a statement has places for is looked up whole', async () => {
  const { db } = await testApp()
  const ids = Array.from({ length: 70_000 }, (_, i) => i + 1)
  expect(await stillThere(db, 'images', ids)).toEqual(new Set())
})
