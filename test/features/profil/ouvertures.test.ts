import { expect, test } from 'vitest'
import { writeOpenings } from '../../../src/features/corrections/openings-actions.ts'
import { testApp } from '../../support/app.ts'

test('how often others opened one’s acts is counted once a minute, without who they are', async () => {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo })
  const ids = [await t.make.releve(source), await t.make.releve(source)]
  await t.db.updateTable('releves').set({ created_by: t.marie.id }).execute()
  const [marie, rene, admin, etienne] = await Promise.all([t.marie, t.rene, t.admin, t.etienne].map((who) => t.as(who)))
  const open = async (visitor = marie, id = ids[0]) => (await visitor?.get(`/releves/${id}`))?.status
  // Her own, and one that is not for this reader, count nothing; the page that is looked at again counts once.
  expect([await open(), await open(etienne), await open(rene), await open(rene), await open(admin)]).toEqual([
    ...[200, 404, 200, 200, 200],
  ])
  expect(await t.db.selectFrom('ouvertures').selectAll().execute()).toEqual([])
  await writeOpenings(t.deps)
  await open(rene, ids[1])
  await writeOpenings(t.deps)
  await writeOpenings(t.deps)
  const mois = t.deps.clock().toISOString().slice(0, 7)
  expect(await t.db.selectFrom('ouvertures').selectAll().execute()).toEqual([{ user_id: t.marie.id, mois, nombre: 3 }])
  const { page } = (await marie?.get('/profil/corrections')) ?? {}
  expect(page?.text).toContain('vos actes ont été ouverts 3 fois par d’autres')
  expect((await rene?.get('/profil/corrections'))?.page.text).not.toContain('ont été ouverts')
  // Somebody who closes the account takes the count along, and those who opened the acts meanwhile lose none.
  await open(admin, ids[1])
  await t.db.updateTable('releves').set({ created_by: null }).execute()
  await t.db.deleteFrom('users').where('id', '=', t.marie.id).execute()
  await writeOpenings(t.deps)
  expect(await t.db.selectFrom('ouvertures').selectAll().execute()).toEqual([])
  expect(t.failures).toEqual([])
})

test('the single keys of the reading are switched off and on again in the profile', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  const keys = async () => (await rene.get('/profil')).page
  expect((await keys()).text).toContain('une lettre seule suffit')
  const off = await rene.post('/revue/touches', { retour: '/profil', touches: '0' })
  expect(off.location).toBe('/profil')
  expect((await keys()).text).toContain('Les lettres seules sont coupées')
  await rene.post('/revue/touches', { retour: '/profil', touches: '1' })
  expect((await keys()).text).toContain('une lettre seule suffit')
})
