// « Voir l’acte »: the view of a record, cut around the ruler, for the readers of its source.
import { expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'

/** A record of view 7 of a register that counts two more than its five views, which a IIIF server has; its ruler at two fifths. */
async function act(repere: string) {
  const t = await testApp()
  const depot = await t.make.depot()
  const showing = { hotes_images: 'iiif.exemple.fr', diffusion: 'membres' as const, credit: 'AD 35' }
  await t.db.updateTable('depots').set(showing).where('id', '=', depot.id).execute()
  const type = await t.make.typeSource({
    champs: [{ nom: 'date_evenement', type: 'date' }, { nom: 'nom' }, { nom: 'vue' }],
  })
  const source = await t.make.source({ section: t.saintMalo, depot, type })
  for (let numero = 1; numero <= 5; numero += 1)
    await t.make.vue(source, { numero, iiif_base: `https://iiif.exemple.fr/p${numero}` })
  await t.db.insertInto('source_registres').values({ source_id: source.id, decalage: 2 }).execute()
  const marie = await t.as(t.marie)
  const write = (vue: string) =>
    marie.post(`/sources/${source.id}/releves`, { 'data[nom]': 'Le Goff', 'data[vue]': vue, repere })
  await write('7')
  await write('99')
  const [known, beyond] = await t.db.selectFrom('releves').select('id').orderBy('id').execute()
  return { t, source, marie, known: known?.id, beyond: beyond?.id }
}

test('the strip around the ruler, with the credit, to readers of the source alone', async () => {
  const { t, marie, known, source } = await act('0.4')
  const { page, headers } = await marie.get(`/releves/${known}/acte`)
  expect(page.one('figure img').getAttribute('src')).toBe(
    'https://iiif.exemple.fr/p5/pct:0,28,100,24/!2000,2000/0/default.jpg',
  )
  expect(page.one('figcaption').textContent).toBe('AD 35')
  expect(page.has(`a[href="/sources/${source.id}/vues/5"]`)).toBe(true)
  expect(headers.get('content-security-policy')).toContain("img-src 'self' data: iiif.exemple.fr;")
  expect((await (await t.as(t.etienne)).get(`/releves/${known}/acte`)).status).toBe(404)
})

test('a ruler at the edge has a whole strip, and an act without one the whole view', async () => {
  const edge = await act('0.99')
  const strip = await edge.marie.get(`/releves/${edge.known}/acte`)
  expect(strip.page.one('figure img').getAttribute('src')).toContain('/pct:0,76,100,24/')
  const none = await act('')
  const whole = await none.marie.get(`/releves/${none.known}/acte`)
  expect(whole.page.one('figure img').getAttribute('src')).toBe(
    'https://iiif.exemple.fr/p5/full/!2000,2000/0/default.jpg',
  )
})

test('a photo of ours is cut by the page itself', async () => {
  const { t, marie, known } = await act('0.5')
  const image = await t.db
    .insertInto('images')
    .values({
      ...{ sha256: 'a', sha256_recu: 'a', format: 'jpeg', octets: 1000, largeur: 3000, hauteur: 4000 },
      ...{ copie_2000: 'jpeg', copie_320: 'jpeg', created_at: '2026-11-21T10:00:00.000Z' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await t.db.updateTable('source_vues').set({ image_id: image.id, iiif_base: null }).where('numero', '=', 5).execute()
  const { page } = await marie.get(`/releves/${known}/acte`)
  expect(page.one('figure svg').getAttribute('viewBox')).toBe('0 1520 3000 960')
  expect(page.one('figure image').getAttribute('href')).toMatch(/\/vues\/5\/image\?taille=2000/)
})

test('record, search and review lead there where the source has the view', async () => {
  const { t, marie, known, beyond, source } = await act('0.4')
  const has = async (path: string, id = known) => (await marie.get(path)).page.has(`a[href="/releves/${id}/acte"]`)
  expect([await has(`/releves/${known}`), await has(`/releves/${beyond}`, beyond)]).toEqual([true, false])
  expect(await has('/recherche?q=goff')).toBe(true)
  const missing = await marie.get(`/releves/${beyond}/acte`)
  expect([missing.status, missing.page.has('figure')]).toEqual([200, false])
  await t.db.updateTable('sources').set({ status: 'a_valider' }).where('id', '=', source.id).execute()
  const review = await (await t.as(t.rene)).get(`/revue/${source.id}`)
  expect(review.page.has(`a[href="/releves/${known}/acte"]`)).toBe(true)
})

test('a page that the server only confirms names the servers of its pictures again', async () => {
  const { marie, known } = await act('0.4')
  const path = `/releves/${known}`
  const policy = async (headers: Record<string, string> = {}) => {
    const answer = await marie.get(path, headers)
    return { ...answer, images: /img-src [^;]+/.exec(`${answer.headers.get('content-security-policy')}`)?.[0] }
  }
  await marie.get(path)
  const first = await policy()
  const again = await policy({ 'if-none-match': `${first.headers.get('etag')}` })
  expect([first.status, again.status]).toEqual([200, 304])
  expect([first.images, again.images]).toEqual(Array(2).fill("img-src 'self' data: iiif.exemple.fr"))
})

test('into a page the act comes without the page around it; the search lets the pictures of any repository be shown', async () => {
  const { t, marie, known } = await act('0.4')
  const part = await marie.fragment(`/releves/${known}/acte`)
  expect([part.page.has('figure figcaption'), part.page.has('h1'), part.text.includes('<html')]).toEqual([
    true,
    false,
    false,
  ])
  const policy = async () => `${(await marie.get('/recherche')).headers.get('content-security-policy')}`
  expect(await policy()).toContain("img-src 'self' data: iiif.exemple.fr;")
  await t.db.updateTable('depots').set({ diffusion: 'lien' }).execute()
  expect(await policy()).toContain("img-src 'self' data:;")
})
