import { expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'

test('empty places go together and come back; one that holds something is named', async () => {
  const t = await testApp()
  const bretagne = await t.make.lieu({ nom: 'Bretagne' })
  const dinard = await t.make.lieu({ nom: 'Dinard', parent: bretagne })
  const evran = await t.make.lieu({ nom: 'Évran', parent: bretagne })
  const source = await t.make.source({ lieu: evran })
  const rows = () => t.db.selectFrom('lieux').select(['id', 'nom_long', 'chemin', 'recherche']).orderBy('id').execute()
  const before = await rows()
  const admin = await t.as(t.admin)
  const ids = [dinard.id, evran.id].map(String)
  const done = await admin.post('/lieux/lot', { geste: 'supprimer', ids, nombre: '2' })
  const shown = await admin.follow(done)
  expect(shown.page.text.replace(/\s/g, ' ')).toMatch(/1 lieu supprimé\..*Évran.*1 source/)
  expect((await rows()).map(({ id }) => id)).toEqual([bretagne.id, evran.id])
  await admin.post(`${done.location}/defaire`)
  expect(await rows()).toEqual(before)
  expect((await (await t.as(t.rene)).get(`/lieux/lot?geste=supprimer&ids=${dinard.id}`)).status).toBe(403)
  expect((await admin.get('/lieux?q=dinard')).page.has(`a[href="/lieux/${dinard.id}"]`)).toBe(true)
  expect([source.id > 0, t.failures]).toEqual([true, []])
})
