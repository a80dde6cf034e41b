// The register beside the form: what the server gives of it.
import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../support/app.ts'

const policyOf = (headers: Headers) => /img-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]

/** A source of thirty views of a IIIF server that its repository allows, whose register counts two more; and its desk. */
async function desk(t: TestApp, diffusion: 'membres' | 'lien' = 'membres') {
  const depot = await t.make.depot()
  const showing = { hotes_images: 'iiif.exemple.fr', diffusion, credit: 'AD 35', licence: null }
  await t.db.updateTable('depots').set(showing).where('id', '=', depot.id).execute()
  const type = await t.make.typeSource({ champs: [{ nom: 'date_evenement', type: 'date' }, { nom: 'vue' }] })
  const source = await t.make.source({ section: t.saintMalo, depot, type })
  for (let numero = 1; numero <= 30; numero += 1)
    await t.make.vue(source, {
      numero,
      iiif_base: `https://iiif.exemple.fr/p${numero}`,
      adresse: `https://ad.fr/${numero}`,
    })
  await t.db.insertInto('source_registres').values({ source_id: source.id, decalage: 2 }).execute()
  return { source, path: `/sources/${source.id}/releves/nouveau`, marie: await t.as(t.marie) }
}

test('a desk shows the first view, or that of the address, with pictures of the hosts that are allowed', async () => {
  const t = await testApp()
  const { path, marie } = await desk(t)
  const first = await marie.get(path)
  expect(first.page.one('.registre noscript').innerHTML).toContain(
    'https://iiif.exemple.fr/p1/full/!2000,2000/0/default.jpg',
  )
  expect(first.page.one('.registre-vue').textContent).toBe('Vue 3 / 32')
  expect(first.page.one('.registre-mention').textContent).toBe('AD 35')
  expect(policyOf(first.headers)).toBe("'self' data: iiif.exemple.fr blob:")
  expect(first.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
  const seventh = await marie.get(`${path}?vue=7&sans_reprise=1`)
  expect(seventh.page.one('.registre-vue').textContent).toBe('Vue 9 / 32')
  expect(seventh.page.all('.registre a.sans-js').map((one) => one.getAttribute('href'))).toEqual([
    `${path}?sans_reprise=1&vue=6`,
    `${path}?sans_reprise=1&vue=8`,
  ])
  expect((await marie.get(`${path}?vue=99`)).page.one('.registre-vue').textContent).toBe('Vue 32 / 32')
  expect((await marie.get(`${path}?vue=-1`)).page.one('.registre-vue').textContent).toBe('Vue 3 / 32')
})

test('an answer to htmx has none of it, and a form that comes back refused is on the view that it says', async () => {
  const t = await testApp()
  const { source, path, marie } = await desk(t)
  expect((await marie.fragment(path)).text).not.toContain('registre-cadre')
  const wrong = { 'data[date_evenement][valeur]': '45/45/1787', 'data[vue]': '12 gauche' }
  const refused = await marie.post(`/sources/${source.id}/releves`, wrong)
  expect(refused.status).toBe(422)
  expect(refused.page.one('.registre-vue').textContent).toBe('Vue 12 / 32')
  expect(policyOf(refused.headers)).toContain('iiif.exemple.fr')
})

test('the script is told of twenty views at a time, and of none that the reader does not see', async () => {
  const t = await testApp()
  const { source, marie } = await desk(t)
  const { vues } = JSON.parse((await marie.get(`/sources/${source.id}/volet?de=21`)).text)
  expect(vues.map(({ n }: { n: number }) => n)).toEqual([21, 22, 23, 24, 25, 26, 27, 28, 29, 30])
  expect(vues[0]).toEqual({
    ...{ n: 21, a: 'https://ad.fr/21' },
    s: 'https://iiif.exemple.fr/p21/full/!320,320/0/default.jpg',
    l: 'https://iiif.exemple.fr/p21/full/!1200,1200/0/default.jpg',
    m: 'https://iiif.exemple.fr/p21/full/!2000,2000/0/default.jpg',
    g: 'https://iiif.exemple.fr/p21/full/!4000,4000/0/default.jpg',
  })
  const all = JSON.parse((await marie.get(`/sources/${source.id}/volet?de=x`)).text)
  expect(all.vues).toHaveLength(20)
  expect((await (await t.as(t.etienne)).get(`/sources/${source.id}/volet`)).status).toBe(404)
})

test('where a link alone is allowed there is no picture, and the window is that of the archive', async () => {
  const t = await testApp()
  const { path, marie } = await desk(t, 'lien')
  const { page, headers } = await marie.get(path)
  expect([page.has('.registre noscript'), page.one('[data-v="ouvrir"]').getAttribute('href')]).toEqual([
    false,
    'https://ad.fr/1',
  ])
  expect(policyOf(headers)).toBe("'self' data: blob:")
})

test('a source without views has the pane alone where pictures of one’s own disk are asked for', async () => {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo })
  const marie = await t.as(t.marie)
  const has = async (path: string) => {
    const { page } = await marie.get(path)
    return ['.registre', 'script[src*="volet"]', 'link[href*="volet"]'].map((one) => page.has(one))
  }
  expect(await has(`/sources/${source.id}/releves/nouveau`)).toEqual([false, false, false])
  expect(await has(`/sources/${source.id}/releves/nouveau?dossier=1`)).toEqual([true, true, true])
})
