import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  archivePhotos,
  countMissing,
  restorePhotos,
  verifyArchive,
  verifyPhotos,
} from '../../../src/features/vues/actions/archive.ts'
import { testApp } from '../../support/app.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { pngOf } from '../../support/pictures.ts'
import { sendOne, storedFiles } from './sending.ts'

async function photographed() {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo })
  const rene = await t.as(t.rene)
  const send = (shade: number) =>
    sendOne(rene, source.id, { images: pngOf(600, 400, shade), copie_320: pngOf(320, 213, shade) })
  await send(1)
  await send(2)
  const archive = join(temporaryFolder(), 'photos')
  return { t, source, rene, send, archive, images: join(t.deps.storage, 'app/images') }
}

test('the archive takes what it lacks, and says so; everything lost comes back from it, to the byte', async () => {
  const { t, send, archive, images } = await photographed()
  const { db, storage } = t.deps
  expect(await archivePhotos(db, storage, archive)).toMatchObject({ copied: 4, present: 0, missing: [], damaged: [] })
  await send(3)
  expect(await archivePhotos(db, storage, archive)).toMatchObject({ copied: 2, present: 4 })
  expect(await verifyArchive(archive)).toMatchObject({ present: 6, missing: [], damaged: [] })
  expect(readFileSync(join(archive, 'empreintes.txt'), 'utf8')).toMatch(
    /^([0-9a-f]{64} {2}[0-9a-f]{2}\/[0-9a-f]{62}(-320)?\.png\n){6}$/,
  )
  const names = storedFiles(storage)
  const before = names.map((name) => readFileSync(join(images, name)))
  rmSync(images, { recursive: true })
  expect(await countMissing(db, storage)).toBe(3)
  expect((await verifyPhotos(db, storage)).missing.toSorted()).toEqual(names)
  expect(await restorePhotos(db, storage, archive)).toMatchObject({ copied: 6, missing: [], damaged: [] })
  expect(names.map((name) => readFileSync(join(images, name)))).toEqual(before)
  expect(await countMissing(db, storage)).toBe(0)
})

test('what is damaged is told, never archived, and mended from the archive', async () => {
  const { t, archive, images } = await photographed()
  const { db, storage } = t.deps
  await archivePhotos(db, storage, archive)
  const [name = ''] = storedFiles(storage).filter((one) => !one.includes('-320'))
  const good = readFileSync(join(images, name))
  const bad = Buffer.from(good)
  bad[60] = (bad[60] ?? 0) ^ 1
  writeFileSync(join(images, name), bad)
  expect((await verifyPhotos(db, storage)).damaged).toEqual([name])
  const second = join(temporaryFolder(), 'autre')
  expect(await archivePhotos(db, storage, second)).toMatchObject({ copied: 3, damaged: [name] })
  expect(existsSync(join(second, name))).toBe(false)
  expect(await restorePhotos(db, storage, second)).toMatchObject({ copied: 0, missing: [name] })
  expect(await restorePhotos(db, storage, archive)).toMatchObject({ copied: 1, missing: [], damaged: [] })
  expect(readFileSync(join(images, name))).toEqual(good)
  writeFileSync(join(archive, name), bad)
  expect((await verifyArchive(archive)).damaged).toEqual([name])
  rmSync(join(images, name))
  // A damaged archive puts nothing in place.
  expect(await restorePhotos(db, storage, archive)).toMatchObject({ copied: 0, damaged: [name] })
  expect(existsSync(join(images, name))).toBe(false)
})

test('a folder with something else in it is refused, and one that is no archive', async () => {
  const { t, archive } = await photographed()
  const other = temporaryFolder()
  writeFileSync(join(other, 'lettre.txt'), 'x')
  await expect(archivePhotos(t.db, t.deps.storage, other)).rejects.toThrow('autre chose')
  await expect(verifyArchive(archive)).rejects.toThrow('n’est pas une archive')
  await expect(restorePhotos(t.db, t.deps.storage, other)).rejects.toThrow('n’est pas une archive')
})
