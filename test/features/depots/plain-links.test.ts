// Links that no pattern makes: of views that were added before their source had a repository, and of sources themselves.
import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../support/app.ts'

const OLD = 'https://www.plaine.exemple.fr/registre'
const NEW = 'https://archives.plaine.exemple.fr/visio'

async function site() {
  const t = await testApp()
  const depot = await t.make.depot()
  const ids: number[] = []
  for (const n of [11, 12, 13]) {
    const { id } = await t.make.source({ section: t.saintMalo, depot })
    ids.push(id)
    await t.db
      .updateTable('sources')
      .set({ url: `${OLD}/P${n}` })
      .where('id', '=', id)
      .execute()
    const nothing = { libelle: null, ark: null, ark_vue: null, lien_id: null, iiif_base: null, image_id: null }
    await t.db
      .insertInto('source_vues')
      .values(
        [1, 2, 3].map((v) => ({
          ...nothing,
          source_id: id,
          numero: v,
          adresse: `${OLD}/P${n}/${v}`,
          largeur: null,
          hauteur: null,
        })),
      )
      .execute()
  }
  return { t, ids, admin: await t.as(t.admin), path: `/admin/depots/${depot.id}/liens` }
}

const links = async (t: TestApp) => ({
  vues: (await t.db.selectFrom('source_vues').select('adresse').orderBy('source_id').orderBy('numero').execute()).map(
    ({ adresse }) => adresse,
  ),
  sources: (await t.db.selectFrom('sources').select('url').where('url', 'is not', null).orderBy('id').execute()).map(
    ({ url }) => url,
  ),
})

const each = <T>(make: (n: number) => T): T[] => [11, 12, 13].map(make)

test('links of views follow a rule, are counted, and come back', async () => {
  const { t, admin, path } = await site()
  expect((await admin.get(path)).page.text).toMatch(/9.vues et de 3.fiches de source/)
  const { location } = await admin.post(`${path}/changement`, {
    ...{ ancien_1: `${OLD}/P11/1`, nouveau_1: `${NEW}/P11?vue=001` },
    ...{ ancien_2: `${OLD}/P12/3`, nouveau_2: `${NEW}/P12?vue=003` },
  })
  const before = await links(t)
  const { page } = await admin.follow(await admin.post(`${location}/appliquer`))
  expect(page.flash).toMatch(/9.liens suivent.*3.registres/)
  const vues = each((n) => [1, 2, 3].map((v) => `${NEW}/P${n}?vue=00${v}`)).flat()
  expect(await links(t)).toEqual({ ...before, vues })
  await admin.post(`${location}/annuler`)
  expect(await links(t)).toEqual(before)
  expect(t.failures).toEqual([])
})

test('links of sources follow a rule of their own; one changed by hand since keeps the undo from going', async () => {
  const { t, admin, path, ids } = await site()
  const { location } = await admin.post(`${path}/changement`, {
    ...{ ancien_1: `${OLD}/P11`, nouveau_1: `${NEW}/P11/` },
    ...{ ancien_2: `${OLD}/P13`, nouveau_2: `${NEW}/P13/` },
  })
  const before = await links(t)
  await admin.post(`${location}/appliquer`)
  expect(await links(t)).toEqual({ ...before, sources: each((n) => `${NEW}/P${n}/`) })
  await t.db
    .updateTable('sources')
    .set({ url: `${NEW}/autre` })
    .where('id', '=', ids[0] ?? 0)
    .execute()
  const refused = await admin.post(`${location}/annuler`)
  expect([refused.status, refused.page.text]).toEqual([409, expect.stringMatching(/modifiés à la main/)])
  expect((await links(t)).sources).toEqual([`${NEW}/autre`, `${NEW}/P12/`, `${NEW}/P13/`])
  expect(t.failures).toEqual([])
})

test('links of other repositories stay as they are', async () => {
  const { t, admin, path } = await site()
  const other = await t.make.depot()
  const source = await t.make.source({ section: t.saintMalo, depot: other })
  await t.db
    .updateTable('sources')
    .set({ url: `${OLD}/P77` })
    .where('id', '=', source.id)
    .execute()
  const { location } = await admin.post(`${path}/changement`, {
    ...{ ancien_1: `${OLD}/P11`, nouveau_1: `${NEW}/P11` },
    ...{ ancien_2: `${OLD}/P12`, nouveau_2: `${NEW}/P12` },
  })
  await admin.post(`${location}/appliquer`)
  expect((await links(t)).sources).toEqual([...each((n) => `${NEW}/P${n}`), `${OLD}/P77`])
})
