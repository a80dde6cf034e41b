import { expect, test } from 'vitest'
import { type TestApp, testApp, type Visitor } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'
import { idsWith } from '../../support/search.ts'
import { actOfMarie, formTo, reader, threads, told } from './support.ts'

/** Sends the form of a proposal as its page gives it, but for these fields. */
async function propose(visitor: Visitor, path: string, fields: Record<string, string>) {
  const { page } = await visitor.get(`${path}/proposer`)
  return visitor.post(`${path}/proposer`, { ...formTo(page, '/proposer'), ...fields })
}

const dataOf = async (t: TestApp, id: number) =>
  await t.db.selectFrom('releves').select(['data', 'version']).where('id', '=', id).executeTakeFirstOrThrow()

test('what a reader proposes is applied to a validated act, at both names', async () => {
  const t = await testApp()
  const { id, source, path } = await actOfMarie(t, 'validee')
  const yves = await t.as(await reader(t))
  expect((await yves.get(path)).page.text).toContain('Proposer une correction')
  const sent = await propose(yves, path, { 'data[nom]': 'LE GOFF', texte: 'Deux F dans la marge' })
  expect([sent.status, sent.location]).toEqual([303, path])
  expect(await told(t)).toEqual(['marie', 'rene'].map((name) => `${name} LE GOF Marie, Nom : « Deux F dans la marge »`))
  expect((await dataOf(t, id)).version).toBe(1)
  const rene = await t.as(t.rene)
  expect(squeeze((await rene.get('/fils/1')).page.one('.changements').textContent)).toBe('Nom : LE GOF → LE GOFF')
  expect((await rene.post('/fils/1/appliquer')).location).toBe(path)
  expect(await dataOf(t, id)).toEqual({ data: { nom: 'LE GOFF', prenom: 'Marie' }, version: 2 })
  expect(await idsWith(t.db, 'goff')).toEqual([id])
  const { status } = await t.db
    .selectFrom('sources')
    .select('status')
    .where('id', '=', source.id)
    .executeTakeFirstOrThrow()
  expect(status).toBe('validee')
  expect((await yves.get(`${path}/historique`)).page.text).toContain('rene, proposé par yves')
  expect((await told(t)).map((line) => line.split(' ')[0])).toEqual(['marie', 'rene', 'marie', 'yves'])
  const lines = await t.db.selectFrom('corrections').select(['champ', 'poids', 'motif', 'pour_id']).execute()
  expect(lines).toEqual([{ champ: 'nom', poids: 3, motif: 'Deux F dans la marge', pour_id: t.marie.id }])
  expect((await rene.post('/fils/1/appliquer')).status).toBe(409)
  expect(t.failures).toEqual([])
})

test('refused: nothing changed, no reason, a wrong value; what was typed is still there', async () => {
  const t = await testApp()
  const { path } = await actOfMarie(t, 'validee')
  const yves = await t.as(await reader(t))
  const same = await propose(yves, path, { texte: 'Pour voir' })
  expect([same.status, same.page.one('.erreurs li').text]).toEqual([422, expect.stringContaining('rien changé')])
  const bare = await propose(yves, path, { 'data[nom]': 'LE GOFF' })
  expect([bare.status, formTo(bare.page, '/proposer')['data[nom]']]).toEqual([422, 'LE GOFF'])
  expect(bare.page.text).toContain('Dites en quelques mots')
  expect(await threads(t)).toEqual([])
})

test('an act that moved on is not overwritten, and the proposal stays', async () => {
  const t = await testApp()
  const { id, path } = await actOfMarie(t)
  const yves = await t.as(await reader(t))
  await propose(yves, path, { 'data[nom]': 'LE GOFF', texte: 'Deux F' })
  await propose(yves, path, { 'data[prenom]': 'Marie Anne', texte: 'Il y a Anne' })
  const marie = await t.as(t.marie)
  await marie.post(`${path}/champs/nom`, { version: '1', 'data[nom]': 'LE GAL' })
  const rene = await t.as(t.rene)
  const late = await rene.post('/fils/1/appliquer')
  expect([late.status, squeeze(late.page.text)]).toEqual([
    409,
    expect.stringContaining('Nom : l’acte a été modifié depuis'),
  ])
  expect((await threads(t)).map(({ decision }) => decision)).toEqual([null, null])
  expect((await rene.post('/fils/2/appliquer')).status).toBe(303)
  expect((await dataOf(t, id)).data).toEqual({ nom: 'LE GAL', prenom: 'Marie Anne' })
})

test('a proposal is answered in words, by those who manage the source', async () => {
  const t = await testApp()
  const { path } = await actOfMarie(t)
  const yves = await t.as(await reader(t))
  await propose(yves, path, { 'data[nom]': 'LE GOFF', texte: 'Deux F' })
  expect((await (await t.as(t.marie)).post('/fils/1/appliquer')).status).toBe(403)
  const rene = await t.as(t.rene)
  expect((await rene.post('/fils/1/refuser', { texte: '' })).status).toBe(422)
  expect((await rene.post('/fils/1/clore')).status).toBe(409)
  await rene.post('/fils/1/refuser', { texte: 'Un seul F au registre.' })
  expect((await threads(t))[0]).toMatchObject({ decision: 'refusee', resolu_par: t.rene.id })
  expect((await yves.get('/notifications')).page.text).toContain('a répondu à une correction proposée')
  expect((await yves.get('/fils/1')).page.text).toContain('Un seul F au registre.')
  expect((await yves.post('/fils/1', { texte: 'Pourtant…' })).status).toBe(303)
})
