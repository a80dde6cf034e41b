import { expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'

const LIGEO = 'https://recherche.archives.exemple.fr/ark:/41057/vta55f7bbcae7b3b/daogrp/0/50'
const PATTERN = 'https://recherche.archives.exemple.fr/{ark}/daogrp/0/{vue}'

async function register({ isKept = true } = {}) {
  const t = await testApp()
  const depot = await t.make.depot()
  const source = await t.make.source({ section: t.saintMalo, ...(isKept && { depot }) })
  const path = `/sources/${source.id}/vues`
  const rows = () =>
    t.db
      .selectFrom('source_vues')
      .select(['numero', 'ark', 'ark_vue', 'lien_id', 'adresse'])
      .orderBy('numero')
      .execute()
  return { t, depot, source, path, rows, marie: await t.as(t.marie) }
}

test('a pasted link is recognised and its pattern proposed; nothing is stored before the addresses were seen', async () => {
  const { path, rows, marie } = await register()
  const proposed = await marie.post(path, { modele: LIGEO, de: 1, a: '', action: 'apercu' })
  expect([proposed.status, proposed.page.value('modele')]).toEqual([422, LIGEO.replace(/50$/, '{vue}')])
  expect(proposed.page.one('#a-erreur').textContent).toMatch(/dernière vue/)
  const seen = await marie.post(path, { modele: LIGEO, de: 1, a: 120, action: 'apercu' })
  expect([seen.status, seen.page.text]).toEqual([200, expect.stringMatching(/Lien reconnu.: Ligeo/)])
  const links = seen.page.all('.annonce a').map((link) => link.getAttribute('href'))
  expect(links).toEqual([LIGEO.replace(/50$/, '1'), LIGEO.replace(/50$/, '120')])
  expect(seen.page.text).toMatch(/Ajouter ces 120.vues/)
  expect(await rows()).toEqual([])
})

test('the pattern becomes one of the repository, and other registers use it', async () => {
  const { t, depot, path, rows, marie } = await register()
  expect((await marie.post(path, { modele: LIGEO, de: 2, a: 3 })).location).toBe(path)
  const [lien, ...others] = await t.db.selectFrom('depot_liens').selectAll().execute()
  expect([lien, others]).toEqual([{ id: lien?.id, depot_id: depot.id, modele: PATTERN, de: null, a: null }, []])
  const ark = 'ark:/41057/vta55f7bbcae7b3b'
  expect(await rows()).toEqual(
    [2, 3].map((numero) => ({ numero, ark, ark_vue: null, lien_id: lien?.id, adresse: null })),
  )
  const other = await t.make.source({ section: t.saintMalo, depot })
  await marie.post(`/sources/${other.id}/vues`, { modele: LIGEO.replace('vta55', 'vta66'), de: 1, a: 1 })
  expect(await t.db.selectFrom('depot_liens').select('id').execute()).toEqual([{ id: lien?.id }])
  const admin = (await (await t.as(t.admin)).get(`/admin/depots/${depot.id}/modifier`)).page
  expect(admin.all('tbody tr').map((row) => row.textContent)).toEqual([`${PATTERN}3`])
  const link = (await marie.get(`${path}/3`)).page.one('a[target="registre"]').getAttribute('href')
  expect(link).toBe(LIGEO.replace(/50$/, '3'))
})

test('a source without a repository keeps plain addresses, and the ark apart', async () => {
  const { t, path, rows, marie } = await register({ isKept: false })
  await marie.post(path, { modele: LIGEO, de: 7, a: 7 })
  const adresse = LIGEO.replace(/50$/, '7')
  expect(await rows()).toEqual([
    { numero: 7, ark: 'ark:/41057/vta55f7bbcae7b3b', ark_vue: null, lien_id: null, adresse },
  ])
  expect(await t.db.selectFrom('depot_liens').select('id').execute()).toEqual([])
})

test('a link that opens one view makes one, a link of a session none', async () => {
  const { path, rows, marie } = await register()
  const named = 'https://archives.exemple.fr/ark:/74900/a0114abc/2943c3e63d'
  const many = await marie.post(path, { modele: named, de: 1, a: 4 })
  expect([many.status, many.page.one('#a-erreur').textContent]).toEqual([422, expect.stringMatching(/une seule vue/)])
  await marie.post(path, { modele: named, de: 4, a: '' })
  expect(await rows()).toMatchObject([{ numero: 4, ark: 'ark:/74900/a0114abc', ark_vue: '2943c3e63d', adresse: null }])
  expect((await marie.get(`${path}/4`)).page.one('a[target="registre"]').getAttribute('href')).toBe(named)
  const dead = await marie.post(path, {
    modele: 'https://archives.exemple.fr/x.php?SID=abc',
    de: 5,
    a: 6,
    mode: 'ajouter',
  })
  expect([dead.status, dead.page.one('#modele-erreur').textContent]).toEqual([422, expect.stringMatching(/permalien/)])
  expect((await marie.post(path, { modele: 'https://a.fr/{ark}/{vue}', de: 5, a: 6 })).status).toBe(422)
})

test('a view is named, the offset of the register set, views taken away', async () => {
  const { t, path, rows, marie } = await register()
  await marie.post(path, { modele: LIGEO, de: 1, a: 6 })
  expect((await marie.post(`${path}/2`, { libelle: ' Table ' })).location).toBe(`${path}/2`)
  expect((await marie.get(`${path}/2`)).page.value('libelle')).toBe('Table')
  const long = await marie.post(`${path}/2`, { libelle: 'a'.repeat(201) })
  expect([long.status, long.page.value('libelle')]).toEqual([422, 'a'.repeat(201)])
  expect((await marie.post(`${path}/decalage`, { decalage: '-2' })).location).toBe(path)
  expect((await marie.get(path)).page.all('tbody tr')[1]?.textContent).toBe('20Table' + 'Lien seul' + 'Ouvrir la vue')
  const wrong = await marie.post(`${path}/decalage`, { decalage: 'deux' })
  expect([wrong.status, wrong.page.value('decalage')]).toEqual([422, 'deux'])
  const asked = (await marie.get(`${path}/supprimer`)).page
  expect([asked.value('de'), asked.value('a')]).toEqual(['1', '6'])
  expect((await marie.post(`${path}/supprimer`, { de: 5, a: 4 })).status).toBe(422)
  expect((await marie.post(`${path}/supprimer`, { de: 8, a: 9 })).status).toBe(422)
  expect((await marie.post(`${path}/supprimer`, { de: 2, a: 5 })).location).toBe(path)
  expect((await rows()).map(({ numero }) => numero)).toEqual([1, 6])
  expect(t.failures).toEqual([])
})
