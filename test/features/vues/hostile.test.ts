import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { archivePhotos } from '../../../src/features/vues/actions/archive.ts'
import { photoName } from '../../../src/features/vues/rules/photo-files.ts'
import { testApp } from '../../support/app.ts'
import { pngOf } from '../../support/pictures.ts'
import { sendOne, sendPhotos, storedFiles } from './sending.ts'

async function register() {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo })
  return { t, source, path: `/sources/${source.id}/vues`, marie: await t.as(t.marie), rene: await t.as(t.rene) }
}

test.each(['constructor', '__proto__', 'toString', 'valueOf'])(
  'a photo asked for at the size %s is one like any other',
  async (taille) => {
    const { t, source, path, rene } = await register()
    await sendPhotos(rene, source.id, [{ name: 'a.png', bytes: pngOf(9, 9) }])
    expect((await rene.get(`${path}/1/image?taille=${taille}`)).status).toBe(200)
    expect(t.failures).toEqual([])
  },
)

test('a smaller copy that stands in for a lost photo is not kept for ever', async () => {
  const { t, source, path, rene } = await register()
  const parts = { images: pngOf(3000, 2000), copie_2000: pngOf(2000, 1333), copie_320: pngOf(320, 213) }
  await sendOne(rene, source.id, parts, { garder_original: '1' })
  const { sha256 } = await t.db.selectFrom('images').select('sha256').executeTakeFirstOrThrow()
  const at = `${path}/1/image?taille=2000&v=${sha256.slice(0, 16)}`
  expect((await rene.get(at)).headers.get('cache-control')).toMatch(/immutable/)
  rmSync(join(t.deps.storage, 'app/images', photoName(sha256, 'png', 2000)))
  const other = await rene.get(at)
  expect([other.status, other.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
})

test.each([
  ['https://a.fr/{naan}/{vue}', 1, 3],
  ['https://a.fr/{nom}/{vue}', 1, 3],
  ['https://a.fr/{vue-5}', 1, 3],
  [`https://a.fr/${'{vue}'.repeat(6)}`, 1, 3],
  [`https://a.fr/${'{vue:99}'.repeat(240)}`, 1, 2],
])('a pattern that makes no address is refused beside its field: %.40s', async (modele, de, a) => {
  const { t, path, marie } = await register()
  const answer = await marie.post(path, { modele, de, a })
  expect(answer.status).toBe(422)
  expect(answer.page.one('#modele-erreur').textContent).not.toBe('')
  expect(answer.page.value('modele')).toBe(modele)
  expect(await t.db.selectFrom('source_vues').selectAll().execute()).toEqual([])
})

test('a photo after the highest number is refused in words', async () => {
  const { t, source, path, rene } = await register()
  await rene.post(path, { modele: 'https://a.fr/{vue}', de: 99999, a: 99999 })
  const answer = await sendPhotos(rene, source.id, [{ name: 'a.png', bytes: pngOf(9, 9) }])
  expect([answer.status, answer.page.text]).toEqual([422, expect.stringContaining('trop de vues')])
  expect(await t.db.selectFrom('source_vues').select('numero').execute()).toEqual([{ numero: 99999 }])
  expect(await t.db.selectFrom('images').select('id').execute()).toEqual([])
})

test('a long name of a file is cut between two signs', async () => {
  const { t, source, rene } = await register()
  await sendPhotos(rene, source.id, [{ name: `${'a'.repeat(199)}😀😀.png`, bytes: pngOf(9, 9) }])
  const { libelle } = await t.db.selectFrom('source_vues').select('libelle').executeTakeFirstOrThrow()
  expect(libelle).toBe('a'.repeat(199))
})

test('photos are not archived where they stand', async () => {
  const { t, source, rene } = await register()
  await sendPhotos(rene, source.id, [{ name: 'a.png', bytes: pngOf(9, 9) }])
  const own = join(t.deps.storage, 'app/images')
  const before = storedFiles(t.deps.storage)
  for (const folder of [own, join(own, 'archive'), join(own, '..', 'images')])
    await expect(archivePhotos(t.db, t.deps.storage, folder)).rejects.toThrow(/celui des photos/)
  expect(storedFiles(t.deps.storage)).toEqual(before)
})
