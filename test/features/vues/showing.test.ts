import { expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'

const DEPOT = { nom: 'AD 29', diffusion: 'membres', credit: 'AD du Finistère, 3 E 12', licence: 'Domaine public' }

/** A source of a repository that an administrator has set up by its form, with one view on a IIIF server. */
async function register(depot: Record<string, string>) {
  const t = await testApp()
  const { id } = await t.make.depot({ nom: 'AD' })
  const admin = await t.as(t.admin)
  const saved = await admin.post(`/admin/depots/${id}`, { version: 1, ...DEPOT, ...depot })
  expect(saved.location).toBe('/admin/depots')
  const source = await t.make.source({ section: t.saintMalo, depot: { id } })
  await t.make.vue(source, { iiif_base: 'https://iiif.exemple.fr/2/p1', adresse: 'https://archives.exemple.fr/1' })
  const form = (await admin.get(`/admin/depots/${id}/modifier`)).page
  return { t, form, view: await (await t.as(t.marie)).get(`/sources/${source.id}/vues/1`) }
}

const policyOf = (headers: Headers) => /img-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]

test('a page of a view shows pictures of the hosts of its repository and of no other, with credit and licence', async () => {
  const { form, view } = await register({ hotes_images: 'https://IIIF.exemple.fr/\nlocalhost:8182' })
  expect(form.value('hotes_images')).toBe('iiif.exemple.fr\nlocalhost:8182')
  expect([form.value('credit'), form.value('licence'), form.value('diffusion')]).toEqual([
    DEPOT.credit,
    'Domaine public',
    'membres',
  ])
  expect(policyOf(view.headers)).toBe("'self' data: iiif.exemple.fr localhost:8182")
  expect(view.page.one('figure img').getAttribute('src')).toBe(
    'https://iiif.exemple.fr/2/p1/full/!2000,2000/0/default.jpg',
  )
  expect(view.page.one('figcaption').textContent).toMatch(/^AD du Finistère, 3 E 12 – licence.: Domaine public$/)
})

test.each([
  { diffusion: 'lien', hotes_images: 'iiif.exemple.fr' },
  { hotes_images: 'ailleurs.exemple.fr' },
  { hotes_images: '' },
])('a link alone, where pictures may not be shown: %j', async (depot) => {
  const { view } = await register(depot)
  expect([view.page.has('figure'), view.page.has('a[target="registre"]')]).toEqual([false, true])
  expect(policyOf(view.headers)).not.toContain('iiif.exemple.fr')
})

test.each(['*', 'exemple.fr; script-src *', 'exemple.fr/chemin', '169.254.169.254', "'unsafe-inline'", 'a@exemple.fr'])(
  'what is no host is refused beside its field, and stays typed: %s',
  async (typed) => {
    const t = await testApp()
    const { id } = await t.make.depot()
    const admin = await t.as(t.admin)
    const { status, page } = await admin.post(`/admin/depots/${id}`, { version: 1, ...DEPOT, hotes_images: typed })
    expect([status, page.value('hotes_images')]).toEqual([422, typed])
    expect(page.one('#hotes_images-erreur').textContent).toMatch(/n’est pas un nom de serveur/)
  },
)
