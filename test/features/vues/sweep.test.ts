import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dropPhotos } from '../../../src/features/vues/actions/photo-rows.ts'
import { sweepPhotos } from '../../../src/features/vues/actions/sweep.ts'
import { testApp } from '../../support/app.ts'
import { pngOf } from '../../support/pictures.ts'
import { sendOne, storedFiles } from './sending.ts'

const HOUR = 3_600_000

async function photographed() {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo })
  const rene = await t.as(t.rene)
  await sendOne(rene, source.id, { images: pngOf(600, 400), copie_320: pngOf(320, 213) })
  const later = (ms: number) => new Date(Date.now() + ms)
  return { t, source, rene, later, folder: join(t.deps.storage, 'app/images') }
}

test('files of a process that was killed go, those of photos stay, young ones too', async () => {
  const { t, later, folder } = await photographed()
  const mine = storedFiles(t.deps.storage)
  mkdirSync(join(folder, 'ab'), { recursive: true })
  const orphan = `ab/${'c'.repeat(62)}.jpg`
  const half = `${orphan}.12ab.tmp`
  for (const name of [orphan, half]) writeFileSync(join(folder, name), 'x')
  await sweepPhotos(t.deps, later(0))
  expect(storedFiles(t.deps.storage)).toEqual([...mine, orphan, half].toSorted())
  await sweepPhotos(t.deps, later(2 * HOUR))
  expect(storedFiles(t.deps.storage)).toEqual(mine)
  expect(readdirSync(join(folder, 'corbeille/ab'))).toEqual([`${'c'.repeat(62)}.jpg`])
})

test('a photo that was taken out is in the bin for thirty days: a backup that is put back finds it', async () => {
  const { t, source, rene, later, folder } = await photographed()
  const row = await t.db.selectFrom('images').selectAll().executeTakeFirstOrThrow()
  const view = await t.db.selectFrom('source_vues').selectAll().executeTakeFirstOrThrow()
  await dropPhotos(t.deps, source.id, [1])
  expect(storedFiles(t.deps.storage)).toEqual([])
  const path = `/sources/${source.id}/vues/1/image`
  expect((await rene.get(path)).status).toBe(404)
  // A backup of yesterday brings the rows back like this.
  await t.db.insertInto('images').values(row).execute()
  await t.db.insertInto('source_vues').values(view).execute()
  expect((await rene.get(path)).status).toBe(200)
  expect(storedFiles(t.deps.storage)).toHaveLength(1)
  await dropPhotos(t.deps, source.id, [1])
  const bin = join(folder, 'corbeille', row.sha256.slice(0, 2))
  for (const name of readdirSync(bin)) utimesSync(join(bin, name), later(0), later(-29 * 24 * HOUR))
  await sweepPhotos(t.deps, later(0))
  expect(readdirSync(bin)).toHaveLength(2)
  await sweepPhotos(t.deps, later(48 * HOUR))
  expect(readdirSync(bin)).toEqual([])
  expect(existsSync(folder)).toBe(true)
})
