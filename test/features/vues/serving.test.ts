import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'
import { pngOf } from '../../support/pictures.ts'
import { sendOne, storedFiles } from './sending.ts'

async function photographed() {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo, titre: 'Baptêmes 1760-1770' })
  const rene = await t.as(t.rene)
  const parts = { images: pngOf(3000, 2000), copie_2000: pngOf(2000, 1333), copie_320: pngOf(320, 213) }
  await sendOne(rene, source.id, parts, { garder_original: '1' })
  const path = `/sources/${source.id}/vues/1/image`
  const width = async (query: string) => {
    const answer = await t.app.request(`http://localhost${path}${query}`, {
      headers: { cookie: `session=${rene.cookies.get('session')}` },
    })
    return answer.status === 200 ? Buffer.from(await answer.arrayBuffer()).readUInt32BE(16) : answer.status
  }
  return { t, source, rene, path, width }
}

test('a photo is served to who reads its source, at the size that was asked for', async () => {
  const { t, path, width, rene } = await photographed()
  expect([await width('?taille=320'), await width('?taille=2000'), await width('?taille=originale')]).toEqual([
    320, 2000, 3000,
  ])
  expect([await width(''), await width('?taille=9')]).toEqual([2000, 2000])
  // A length that is not the file's would cut it short on its way.
  for (const taille of ['320', '2000', 'originale']) {
    const answer = await t.app.request(`http://localhost${path}?taille=${taille}`, {
      headers: { cookie: `session=${rene.cookies.get('session')}` },
    })
    expect(Number(answer.headers.get('content-length'))).toBe((await answer.arrayBuffer()).byteLength)
  }
  const { headers } = await rene.get(`${path}?taille=320`)
  expect(headers.get('content-type')).toBe('image/png')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cache-control')).toBe('private, no-cache')
  expect(headers.get('content-disposition')).toMatch(/^inline; filename="Baptemes 1760-1770 vue 1.png"/)
  for (const other of [await t.as(t.etienne), t.anonymous()]) {
    const { status } = await other.get(path)
    expect([302, 303, 404]).toContain(status)
  }
  expect((await (await t.as(t.etienne)).get(path)).status).toBe(404)
  expect((await rene.get(path.replace('/1/', '/2/'))).status).toBe(404)
})

test('what has its hash in the address is kept for ever, and anything else is asked about again', async () => {
  const { source, rene, path } = await photographed()
  const html = (await rene.get(`/sources/${source.id}/vues/1`)).text
  const address = /src="([^"]*\/image\?[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(address).toMatch(/\/vues\/1\/image\?taille=2000&v=[0-9a-f]{16}$/)
  expect((await rene.get(address)).headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
  const etag = (await rene.get(path)).headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[0-9a-f]{16}-\d+"$/)
  const again = await rene.get(path, { 'if-none-match': etag })
  expect([again.status, again.text]).toEqual([304, ''])
  expect((await rene.get(`${path}?taille=2000&v=0000000000000000`)).headers.get('cache-control')).toBe(
    'private, no-cache',
  )
})

test('where a copy is gone another size serves; where all are, the page says so', async () => {
  const { t, rene, path, width } = await photographed()
  const folder = join(t.deps.storage, 'app/images')
  const drop = (ending: RegExp) => {
    for (const name of storedFiles(t.deps.storage)) if (ending.test(name)) rmSync(join(folder, name))
  }
  drop(/-320/)
  expect(await width('?taille=320')).toBe(2000)
  drop(/-2000/)
  expect([await width('?taille=320'), await width('?taille=2000')]).toEqual([3000, 3000])
  drop(/./)
  const gone = await rene.get(path)
  expect([gone.status, gone.page.text.includes('n’est plus sur le serveur')]).toEqual([404, true])
})
