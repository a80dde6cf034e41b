import { expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'

const PATTERN = 'https://archives.exemple.fr/registre/12/{vue}'

async function register() {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo, titre: 'Baptêmes de Pleurtuit' })
  return { t, source, path: `/sources/${source.id}/vues`, marie: await t.as(t.marie) }
}

test('a pattern makes views from one number to another, each with its page and its neighbours', async () => {
  const { t, source, path, marie } = await register()
  expect((await marie.get(path)).page.text).toContain('Aucune vue pour l’instant')
  const added = await marie.post(path, { modele: PATTERN, de: 5, a: 8 })
  expect([added.status, added.location]).toEqual([303, path])
  const list = (await marie.follow(added)).page
  expect(list.text).toContain('4 vues ajoutées.')
  expect(list.all('tbody th a').map((link) => link.getAttribute('href'))).toEqual(
    [5, 6, 7, 8].map((n) => `${path}/${n}`),
  )
  expect((await marie.get(`/sources/${source.id}`)).page.one(`a[href="${path}"]`).textContent).toBe('Vues (4)')
  const view = (await marie.get(`${path}/6`)).page
  const link = view.one('a[target="registre"]')
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
    'https://archives.exemple.fr/registre/12/6',
    'noreferrer',
  ])
  expect(['prev', 'next'].map((rel) => view.one(`a[rel="${rel}"]`).getAttribute('href'))).toEqual([
    `${path}/5`,
    `${path}/7`,
  ])
  expect((await marie.get(`${path}/9`)).status).toBe(404)
  expect(t.failures).toEqual([])
})

test.each([
  [{ modele: '' }, 'modele', /Collez le lien/],
  [{ modele: 'https://archives.exemple.fr/registre/12' }, 'modele', /mettez \{vue\}/],
  [{ modele: 'ftp://archives.exemple.fr/{vue}' }, 'modele', /adresse complète/],
  [{ modele: 'javascript:alert({vue})' }, 'modele', /adresse complète/],
  [{ modele: 'https://{vue}.exemple.fr/' }, 'modele', /adresse complète/],
  [{ modele: 'https://moi:secret@archives.exemple.fr/{vue}' }, 'modele', /mot de passe/],
  [{ de: 9 }, 'a', /vient avant la première/],
  [{ a: 5001 }, 'a', /5.000 au plus/],
  [{ a: '' }, 'a', /dernière vue/],
  [{ de: 'un' }, 'de', /nombre entier/],
])('a pattern that makes no views comes back with the reason beside it: %j', async (typed, field, reason) => {
  const { t, path, marie } = await register()
  const fields = { modele: PATTERN, de: '1', a: '8', ...typed }
  const { status, page } = await marie.post(path, fields)
  expect([status, page.one(`#${field}-erreur`).textContent]).toEqual([422, expect.stringMatching(reason)])
  expect([page.value('modele'), page.value('a')]).toEqual([fields.modele, String(fields.a)])
  expect(await t.db.selectFrom('source_vues').select('numero').execute()).toEqual([])
})

test('views that are there are kept or replaced as was said, and asked about', async () => {
  const { t, path, marie } = await register()
  const other = 'https://archives.exemple.fr/registre/13/{vue}'
  await marie.post(path, { modele: PATTERN, de: 1, a: 3 })
  const asked = await marie.post(path, { modele: other, de: 2, a: 3 })
  expect([asked.status, asked.page.one('#mode-erreur').textContent]).toEqual([
    422,
    expect.stringMatching(/déjà 3.vues/),
  ])
  await marie.post(path, { modele: other, de: 2, a: 3, mode: 'ajouter' })
  const links = async () =>
    (await marie.get(path)).page.all('td a[target]').map((link) => link.getAttribute('href')?.slice(-4))
  expect(await links()).toEqual(['12/1', '12/2', '12/3', '13/2', '13/3'])
  await marie.post(path, { modele: other, de: 7, a: 7, mode: 'remplacer' })
  expect(await links()).toEqual(['13/7'])
  expect(t.failures).toEqual([])
})

test('who only reads the source sees its views without a form', async () => {
  const { t, source, path } = await register()
  await t.make.vue(source, { adresse: 'https://archives.exemple.fr/1' })
  const lecteur = await t.make.user({})
  await t.make.membre(t.saintMalo, lecteur, 'lecture')
  const visitor = await t.as(lecteur)
  const list = await visitor.get(path)
  expect([list.status, list.page.has('main form')]).toEqual([200, false])
  expect((await visitor.post(path, { modele: PATTERN, de: 1, a: 2 })).status).toBe(403)
})

test('the list has small pictures of the hosts that are allowed, and none for who spares the line', async () => {
  const { t, source, path, marie } = await register()
  const depot = await t.make.depot()
  const showing = { hotes_images: 'iiif.exemple.fr', diffusion: 'membres' as const }
  await t.db.updateTable('depots').set(showing).where('id', '=', depot.id).execute()
  await t.db.updateTable('sources').set({ depot_id: depot.id }).where('id', '=', source.id).execute()
  await t.make.vue(source, { numero: 1, iiif_base: 'https://iiif.exemple.fr/p1' })
  await t.db.updateTable('source_vues').set({ largeur: 3000, hauteur: 4000 }).execute()
  await t.make.vue(source, { numero: 2, iiif_base: 'https://ailleurs.exemple.fr/p2' })
  const { page, headers } = await marie.get(path)
  const pictures = page.all('td img')
  expect(pictures.map((one) => ['src', 'loading', 'width', 'height'].map((name) => one.getAttribute(name)))).toEqual([
    ['https://iiif.exemple.fr/p1/full/!320,320/0/default.jpg', 'lazy', '48', '64'],
  ])
  expect(headers.get('content-security-policy')).toContain("img-src 'self' data: iiif.exemple.fr;")
  expect((await marie.get(path, { 'Save-Data': 'on' })).page.all('td img')).toEqual([])
})

test('a photo that came without its small copy is not shown whole in the list', async () => {
  const { t, source, path, marie } = await register()
  const photo = (sha256: string, copie_320: 'jpeg' | null) => ({
    ...{ sha256, sha256_recu: sha256, format: 'jpeg' as const, octets: 1000, largeur: 3000, hauteur: 4000 },
    ...{ copie_2000: null, copie_320, created_at: '2026-11-21T10:00:00.000Z' },
  })
  const images = await t.db
    .insertInto('images')
    .values([photo('a', 'jpeg'), photo('b', null)])
    .returning('id')
    .execute()
  for (const [at, { id }] of images.entries()) {
    await t.make.vue(source, { numero: at + 1 })
    await t.db
      .updateTable('source_vues')
      .set({ image_id: id })
      .where('numero', '=', at + 1)
      .execute()
  }
  const { page } = await marie.get(path)
  expect(page.all('td img').map((one) => one.getAttribute('src'))).toEqual([`${path}/1/image?taille=320&v=a`])
})
