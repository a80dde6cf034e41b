import { expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'
import { day } from '../../support/factories.ts'
import { differences } from '../../support/former-index.ts'

/** A submitted act of marie’s, LE GOF, and another. */
async function submitted() {
  const t = await testApp()
  const source = await t.make.source({ titre: 'Baptêmes', section: t.saintMalo })
  const data = { nom: 'LE GOF', prenom: 'Marie', numero: 1, date_evenement: day('1787-08-12') }
  const id = await t.make.releve(source, data, { prenom: 'douteux' })
  await t.make.releve(source, { ...data, nom: 'RIOU', numero: 2 })
  await t.db.updateTable('releves').set({ created_by: t.marie.id }).execute()
  await t.db.updateTable('sources').set({ status: 'a_valider' }).where('id', '=', source.id).execute()
  const path = `/revue/${source.id}/acte`
  const stored = () => t.db.selectFrom('releves').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { ...t, source, id, path, stored, rene: await t.as(t.rene), adding: `/releves/${id}/autre-lecture` }
}

const GOFFE = { version: 1, champ: 'nom', lecture: ' LE GOFFE ' }

test('another reading stands beside the value, the search finds the act by either, its author reads of it', async () => {
  const t = await submitted()
  const { page } = await t.rene.get(`${t.path}?releve=${t.id}&champ=nom&geste=lecture`)
  expect(page.has('[data-touche="a"]')).toBe(true)
  expect(page.value('lecture')).toBe('')
  const done = await t.rene.post(t.adding, { ...GOFFE, motif: 'un e final ?' })
  expect(done.location).toBe(t.path)
  expect((await t.rene.follow(done)).page.flash).toBe('Autre lecture gardée : Nom.')
  const { data, etats, lectures, version } = await t.stored()
  expect({ nom: data.nom, etats, lectures, version }).toEqual({
    ...{ nom: 'LE GOF', etats: { prenom: 'douteux' }, lectures: { nom: ['LE GOFFE'] }, version: 2 },
  })
  for (const asked of ['nom=le+goffe', 'nom=le+gof', 'nom=le+goffe&prenom=marie', 'q="marie le goffe"', 'nom=legoffe'])
    expect((await t.rene.get(`/recherche?${asked}`)).page.all('.trouves tbody tr')).toHaveLength(1)
  expect((await t.rene.get(`/recherche?nom=legoff&mode=sonore`)).page.all('.trouves tbody tr')).toHaveLength(1)
  const { page: found } = await t.rene.get('/recherche?nom=legoffe')
  expect(found.one('.trouves tbody tr').textContent).toContain('Nom (autre lecture)')
  expect(await differences(t.db)).toEqual([])
  const mine = await (await t.as(t.marie)).get('/profil/corrections')
  expect(mine.page.text).toContain('LE GOF (autre lecture : LE GOFFE)')
  const avis = await t.db.selectFrom('releve_avis').select(['version', 'verdict', 'poids']).execute()
  expect(avis).toEqual([{ version: 2, verdict: 'corrige', poids: 0 }])
  expect((await t.rene.get(`/releves/${t.id}`)).page.text).toContain('(autre lecture : LE GOFFE)')
})

test('a correction keeps what the field said beside it, and is then no error', async () => {
  const t = await submitted()
  const fields = { version: 1, champ: 'nom', 'data[nom]': 'LE GOFF', 'etats[nom]': 'sur', garder: '1' }
  await t.rene.post(`/releves/${t.id}/correction`, fields)
  const { data, lectures } = await t.stored()
  expect([data.nom, lectures]).toEqual(['LE GOFF', { nom: ['LE GOF'] }])
  expect(await t.db.selectFrom('releve_avis').select('poids').execute()).toEqual([{ poids: 0 }])
  // The field says it again: it is another reading no more.
  await t.rene.post(`/releves/${t.id}/correction`, { ...fields, version: 2, 'data[nom]': 'LE GOF', garder: '' })
  expect([(await t.stored()).lectures, (await t.stored()).data.nom]).toEqual([null, 'LE GOF'])
})

test('what is no other reading is refused beside its field; nothing is written', async () => {
  const t = await submitted()
  const add = (fields: Record<string, string | number>) => t.rene.post(t.adding, { ...GOFFE, ...fields })
  for (const [lecture, error] of [
    ['  ', 'Écrivez ce que vous lisez.'],
    ['LE GOF', 'Le champ dit déjà cela'],
    ['LE GOF | LE GOFFE', 'ne peut pas contenir'],
    ['x'.repeat(501), '500'],
  ] as const) {
    const answer = await add({ lecture })
    expect([answer.status, answer.page.error('lecture')]).toEqual([422, expect.stringContaining(error)])
    expect(answer.page.value('lecture')).toBe(lecture)
  }
  expect((await add({ version: 7 })).status).toBe(409)
  expect((await add({ champ: 'rien' })).status).toBe(404)
  const etienne = await (await t.as(t.etienne)).post(t.adding, GOFFE)
  const marie = await (await t.as(t.marie)).post(t.adding, GOFFE)
  expect([etienne.status, marie.status]).toEqual([404, 403])
  expect([(await t.stored()).version, t.failures]).toEqual([1, []])
})
