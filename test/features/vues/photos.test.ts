import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dropPhotos, dropUnused } from '../../../src/features/vues/actions/photo-rows.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { asCamera, chunk, exifSegment, pngOf } from '../../support/pictures.ts'
import { sendOne, sendPhotos, storedFiles } from './sending.ts'

const JPG = readFileSync(join(import.meta.dirname, '../../data/images/logo.jpg'))
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function register() {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo })
  return { t, source, rene: await t.as(t.rene) }
}

const rowsOf = ({ db }: TestApp, sourceId: number) =>
  db
    .selectFrom('source_vues')
    .innerJoin('images', 'images.id', 'source_vues.image_id')
    .selectAll('images')
    .select(['numero', 'libelle'])
    .where('source_id', '=', sourceId)
    .orderBy('numero')
    .execute()

test('a form without scripts brings several photos: each is kept as it is, without its EXIF, in the order of the names', async () => {
  const { t, source, rene } = await register()
  const photos = [
    { name: 'page 10.png', bytes: pngOf(50, 40, 10) },
    { name: 'page 2.png', bytes: pngOf(50, 40, 2) },
    { name: 'page 1.jpg', bytes: asCamera(JPG, 6, 'Jean Dupont') },
  ]
  const answer = await sendPhotos(rene, source.id, photos)
  expect(answer.status).toBe(303)
  expect((await rene.follow(answer)).page.text).toContain('3 photos ajoutées.')
  const rows = await rowsOf(t, source.id)
  expect(rows.map(({ numero, libelle }) => [numero, libelle])).toEqual([
    [1, 'page 1'],
    [2, 'page 2'],
    [3, 'page 10'],
  ])
  const [first] = rows
  const kept = readFileSync(
    join(t.deps.storage, 'app/images', storedFiles(t.deps.storage).find((name) => name.endsWith('.jpg')) ?? ''),
  )
  expect(kept.includes('Jean Dupont')).toBe(false)
  expect(first).toMatchObject({
    sha256: sha(kept),
    sha256_recu: sha(photos[2]?.bytes ?? JPG),
    octets: kept.length,
    copie_320: null,
  })
  expect(readdirSync(join(t.deps.storage, 'app/tmp'))).toEqual([])
})

test('one photo that is refused does not stop the others, and is named with its reason', async () => {
  const { t, source, rene } = await register()
  const answer = await sendPhotos(rene, source.id, [
    { name: 'a.jpg', bytes: Buffer.from('<html>') },
    { name: 'b.heic', bytes: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1') },
    { name: 'c.png', bytes: pngOf(9, 9) },
    { name: 'd.png', bytes: Buffer.concat([pngOf(9, 9), Buffer.alloc(15 * 1024 * 1024)]) },
    { name: 'e.png', bytes: pngOf(9, 9) },
  ])
  expect(answer.status).toBe(422)
  const { text } = answer.page
  expect(text).toContain('1 photo ajoutée, 1 était déjà là, 3 refusées.')
  for (const words of [
    'a.jpg\u00a0: Ce fichier n’est pas',
    'b.heic\u00a0: Cette photo est au format HEIC',
    'd.png\u00a0: Cette photo dépasse',
  ])
    expect(text.replaceAll(' : ', '\u00a0: ')).toContain(words)
  expect(await rowsOf(t, source.id)).toHaveLength(1)
  expect(readdirSync(join(t.deps.storage, 'app/tmp'))).toEqual([])
  expect((await sendPhotos(rene, source.id, [])).page.text).toContain('Choisissez au moins une photo.')
})

test('copies of the browser are checked; the original stays where a manager says so', async () => {
  const { t, source, rene } = await register()
  const whole = pngOf(3000, 2000)
  const copies = { copie_2000: pngOf(2000, 1333), copie_320: pngOf(320, 213) }
  const kept = await sendOne(rene, source.id, { images: whole, ...copies }, { garder_original: '1' })
  expect(kept).toMatchObject({ status: 200, etat: 'ajoutee', numero: 1 })
  const other = pngOf(3000, 2000, 9)
  const without = { copie_2000: pngOf(2000, 1333, 9), copie_320: pngOf(320, 213, 9) }
  expect(await sendOne(rene, source.id, without, { empreinte: sha(other) })).toMatchObject({
    etat: 'ajoutee',
    numero: 2,
  })
  const rows = await rowsOf(t, source.id)
  expect(rows[0]).toMatchObject({ largeur: 3000, copie_2000: 'png', copie_320: 'png', sha256: sha(whole) })
  expect(rows[1]).toMatchObject({
    largeur: 2000,
    hauteur: 1333,
    copie_2000: null,
    copie_320: 'png',
    sha256_recu: sha(other),
  })
  const debuts = JSON.parse((await rene.get(`/sources/${source.id}/vues/empreintes`)).text).debuts
  expect(debuts).toEqual([sha(whole).slice(0, 16), sha(other).slice(0, 16)])
  const bad = [
    { images: pngOf(3000, 2001), copie_2000: pngOf(2000, 1300) },
    { images: pngOf(3000, 2002), copie_2000: pngOf(2001, 1335) },
    { images: pngOf(900, 600), copie_320: pngOf(213, 320) },
    { copie_2000: pngOf(2400, 1600) },
    { images: pngOf(900, 600, 4), copie_320: Buffer.from('no picture') },
  ]
  for (const parts of bad) expect(await sendOne(rene, source.id, parts)).toMatchObject({ status: 422, etat: 'refusee' })
  expect(storedFiles(t.deps.storage)).toHaveLength(5)
})

test('the same picture in two sources is one file, which goes with the last view of it', async () => {
  const { t, source, rene } = await register()
  const second = await t.make.source({ section: t.saintMalo })
  const photo = pngOf(60, 40)
  const other = pngOf(60, 40, 7)
  for (const { id } of [source, second]) await sendPhotos(rene, id, [{ name: 'a.png', bytes: photo }])
  await sendPhotos(rene, second.id, [{ name: 'b.png', bytes: other }])
  expect(await sendOne(rene, source.id, { images: photo })).toMatchObject({ etat: 'double', numero: 1 })
  const names = storedFiles(t.deps.storage)
  expect(names).toHaveLength(2)
  await dropPhotos(t.deps, source.id, [1])
  expect(storedFiles(t.deps.storage)).toEqual(names)
  await dropPhotos(t.deps, second.id, [1, 2])
  expect(storedFiles(t.deps.storage)).toEqual([])
  expect(await t.db.selectFrom('images').selectAll().execute()).toEqual([])
  // It comes back as new.
  expect(await sendOne(rene, source.id, { images: photo })).toMatchObject({ etat: 'ajoutee', numero: 1 })
  expect(await dropUnused(t.db, t.deps.storage, t.deps.clock())).toBe(0)
})

test('two who send the same photo at once make one file and one row', async () => {
  const { t, source, rene } = await register()
  const second = await t.make.source({ section: t.saintMalo })
  const photo = pngOf(80, 40)
  const outcomes = await Promise.all([source, second, source].map(({ id }) => sendOne(rene, id, { images: photo })))
  expect(outcomes.map(({ etat }) => etat).toSorted()).toEqual(['ajoutee', 'ajoutee', 'double'])
  expect(await t.db.selectFrom('images').selectAll().execute()).toHaveLength(1)
  expect(storedFiles(t.deps.storage)).toHaveLength(1)
})

test('what passes the room that an administrator gave is refused in words, before it is read where its length is told', async () => {
  const { t, source, rene } = await register()
  await t.db
    .insertInto('images')
    .values({
      sha256: 'ab'.repeat(32),
      sha256_recu: 'ab',
      format: 'jpeg',
      octets: 999_999_900,
      largeur: 1,
      hauteur: 1,
      created_at: '',
    })
    .execute()
  t.deps.settings.write({ photos_site_go: 1, photos_source_go: 1 })
  const page = (await rene.get(`/sources/${source.id}/vues`)).page.text
  expect(page).toMatch(/du site\s: 999\sMo sur 1\sGo/)
  const answer = await sendOne(rene, source.id, { images: pngOf(300, 300) })
  expect(answer).toMatchObject({ status: 422, etat: 'refusee' })
  expect(answer.motif).toMatch(/Les photos du site prennent déjà 999\u00a0Mo sur 1\u00a0Go/)
  const length = {
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': '5000',
    origin: 'http://localhost',
  }
  const refused = await rene.request(`/sources/${source.id}/vues`, {
    method: 'POST',
    body: 'never read',
    headers: length,
  })
  expect(refused.status).toBe(409)
  expect(refused.page.text).toContain('Les photos du site prennent déjà')
  expect(storedFiles(t.deps.storage)).toEqual([])
})

test('who may not change the views sends none, and a member keeps no original', async () => {
  const { t, source } = await register()
  const etienne = await t.as(t.etienne)
  expect((await sendPhotos(etienne, source.id, [{ name: 'a.png', bytes: pngOf(9, 9) }])).status).toBe(404)
  expect((await etienne.get(`/sources/${source.id}/vues/empreintes`)).status).toBe(404)
  const marie = await t.as(t.marie)
  const parts = { images: pngOf(3000, 2000), copie_2000: pngOf(2000, 1333) }
  expect(await sendOne(marie, source.id, parts, { garder_original: '1' })).toMatchObject({ etat: 'ajoutee' })
  expect((await rowsOf(t, source.id))[0]).toMatchObject({
    largeur: 2000,
    copie_2000: null,
    sha256_recu: sha(parts.images),
  })
  const html = (await marie.get(`/sources/${source.id}/vues`)).text
  expect(html).not.toContain('garder_original')
  expect(html).toContain('/assets/photos.js')
})

/** An orientation of 6 in the EXIF of a PNG (PNG 3, chunk eXIf), which Chromium 156 obeys and 109 does not. */
function lyingPng(width: number, height: number): Buffer {
  const plain = pngOf(width, height)
  const tiff = exifSegment(6).subarray(10)
  const head = plain.subarray(0, 33)
  return Buffer.concat([head, chunk('eXIf', tiff), plain.subarray(33)])
}

test('a PNG that asks to be turned: its copies may stand as the browser saw it, and no two that are kept stand differently', async () => {
  const { t, source, rene } = await register()
  const upright = { copie_2000: pngOf(1333, 2000), copie_320: pngOf(213, 320) }
  expect(await sendOne(rene, source.id, { images: lyingPng(3000, 2000), ...upright })).toMatchObject({ numero: 1 })
  const keeps = { garder_original: '1' }
  expect(await sendOne(rene, source.id, { images: lyingPng(3001, 2000), ...upright }, keeps)).toMatchObject({
    numero: 2,
  })
  const small = { images: lyingPng(900, 600), copie_320: pngOf(213, 320, 3) }
  expect(await sendOne(rene, source.id, small)).toMatchObject({ numero: 3 })
  const rows = await rowsOf(t, source.id)
  expect(rows.map(({ largeur, hauteur, copie_2000, copie_320 }) => [largeur, hauteur, copie_2000, copie_320])).toEqual([
    [1333, 2000, null, 'png'],
    [3001, 2000, null, null],
    [900, 600, null, null],
  ])
  const kept = storedFiles(t.deps.storage).map((name) => readFileSync(join(t.deps.storage, 'app/images', name)))
  expect(kept.filter((bytes) => bytes.includes('eXIf') || bytes.includes('Dupont'))).toEqual([])
  const bad = { images: lyingPng(3002, 2000), copie_2000: pngOf(1400, 2100), copie_320: pngOf(213, 320) }
  expect(await sendOne(rene, source.id, bad)).toMatchObject({ status: 422, etat: 'refusee' })
})
