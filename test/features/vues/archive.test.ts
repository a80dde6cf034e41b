import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actorWithout, record } from '../../../src/features/journal/actions.ts'
import {
  archivePhotos,
  countMissing,
  restorePhotos,
  verifyArchive,
} from '../../../src/features/vues/actions/archive.ts'
import { verifyPhotos } from '../../../src/features/vues/actions/verify.ts'
import { viewsShowing } from '../../../src/features/vues/queries/photos.ts'
import { hashOfName } from '../../../src/features/vues/rules/photo-files.ts'
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

test('a copy is held against its hash too; one of before hashes were kept must be a picture of its photo', async () => {
  const { t, images } = await photographed()
  const { db, storage } = t.deps
  const [name = ''] = storedFiles(storage).filter((one) => one.includes('-320'))
  // A whole picture of the right shape, which is another one.
  writeFileSync(join(images, name), pngOf(320, 213, 77))
  expect((await verifyPhotos(db, storage)).damaged).toEqual([name])
  await db.updateTable('images').set({ sha256_320: null }).execute()
  expect((await verifyPhotos(db, storage)).damaged).toEqual([])
  for (const bytes of [pngOf(213, 320), Buffer.from('<html>'), pngOf(320, 213).subarray(0, 90)]) {
    writeFileSync(join(images, name), bytes)
    expect(await verifyPhotos(db, storage)).toMatchObject({ present: 3, missing: [], damaged: [name] })
  }
  const shown = await viewsShowing(db, [hashOfName(name)?.sha256 ?? ''])
  expect([...shown.values()]).toEqual([expect.stringMatching(/^«.+», vue [12]$/)])
})

test('restoring reads what it has not read before, or what has changed since; everything where that is asked for', async () => {
  const { t, send, archive, images } = await photographed()
  const { db, storage } = t.deps
  await archivePhotos(db, storage, archive)
  const [name = ''] = storedFiles(storage)
  const good = readFileSync(join(images, name))
  utimesSync(join(images, name), 1_800_000_000, 1_800_000_000)
  expect(await restorePhotos(db, storage, archive)).toMatchObject({ present: 4, copied: 0 })
  // The disk wears out under a file: its size and its date stay.
  writeFileSync(join(images, name), Buffer.alloc(good.length))
  utimesSync(join(images, name), 1_800_000_000, 1_800_000_000)
  expect(await restorePhotos(db, storage, archive)).toMatchObject({ present: 4, copied: 0 })
  expect(await restorePhotos(db, storage, archive, { all: true })).toMatchObject({ present: 3, copied: 1 })
  expect(readFileSync(join(images, name))).toEqual(good)
  writeFileSync(join(images, name), Buffer.alloc(good.length))
  expect(await restorePhotos(db, storage, archive)).toMatchObject({ present: 3, copied: 1 })
  await send(3)
  expect(await restorePhotos(db, storage, archive)).toMatchObject({ present: 6, copied: 0, missing: [] })
})

test('a photo whose file was lost gets it back from who sends it again', async () => {
  const { t, source, rene, images } = await photographed()
  rmSync(images, { recursive: true })
  expect(JSON.parse((await rene.get(`/sources/${source.id}/vues/empreintes`)).text).debuts).toEqual([])
  expect(await sendOne(rene, source.id, { images: pngOf(600, 400, 1) })).toMatchObject({ etat: 'double', numero: 1 })
  expect(await countMissing(t.db, t.deps.storage)).toBe(1)
  expect(JSON.parse((await rene.get(`/sources/${source.id}/vues/empreintes`)).text).debuts).toHaveLength(1)
})

test('the page of backups says that photos are not in them, how many there are, and when they were archived', async () => {
  const { t } = await photographed()
  const admin = await t.as(t.admin)
  const words = async () => (await admin.get('/parametres/sauvegardes')).page.text
  expect(await words()).toMatch(
    /ne contiennent pas les photos\s: 2 photos \(.+\), qui n’ont encore jamais été archivées/,
  )
  expect(await words()).toContain('bin/releve images:archive DOSSIER')
  for (const [at, resultat] of [
    ['2026-11-20T10:00:00.000Z', 'ok'],
    ['2026-11-21T10:00:00.000Z', 'alerte'],
  ] as const)
    await record(t.db, actorWithout(null), { action: 'images.archive', resultat }, at)
  expect(await words()).toMatch(/qui ont été archivées le 20 novembre 2026/)
  const empty = await testApp()
  expect((await (await empty.as(empty.admin)).get('/parametres/sauvegardes')).page.text).not.toContain('images:archive')
})
