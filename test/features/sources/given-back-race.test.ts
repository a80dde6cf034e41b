import { expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'

async function submitted() {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo, members: [t.marie] })
  const act = await t.make.releve(source, { nom: 'Martin' })
  const [typist, reviewer, admin] = [await t.as(t.marie), await t.as(t.rene), await t.as(t.admin)]
  await typist.post(`/sources/${source.id}/statut`, { statut: 'a_valider' })
  const statusNow = async () =>
    (await t.db.selectFrom('sources').select('status').where('id', '=', source.id).executeTakeFirstOrThrow()).status
  return { ...t, source, act, typist, reviewer, admin, statusNow }
}

test('of a withdrawal, an approval and a return at once one is done, and only a return leaves acts', async () => {
  for (let n = 0; n < 5; n += 1) {
    const t = await submitted()
    const path = `/sources/${t.source.id}/statut`
    const back = { statut: 'en_cours', actes: [t.act] }
    const answers = await Promise.all([
      t.typist.post(path, { statut: 'en_cours' }),
      t.reviewer.post(`/revue/${t.source.id}`, back),
      t.admin.post(path, { statut: 'validee' }),
      t.reviewer.post(path, back),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409, 409, 409])
    const moves = await t.db.selectFrom('source_transitions').selectAll().where('de', '=', 'a_valider').execute()
    const acts = await t.db.selectFrom('actes_a_revoir').selectAll().execute()
    const isReturn = answers[1]?.status === 303 || answers[3]?.status === 303
    expect([moves.length, acts.length]).toEqual([1, isReturn ? 1 : 0])
    expect(t.failures).toEqual([])
  }
})

test('nobody else than who reads and who transcribes may decide or say that an act was looked at', async () => {
  const t = await submitted()
  const stranger = await t.as(t.etienne)
  const path = `/sources/${t.source.id}`
  const back = { statut: 'en_cours', actes: [t.act] }
  for (const [who, status] of [
    [stranger, 404],
    [t.typist, 403],
  ] as const) {
    expect((await who.post(`${path}/statut`, back)).status).toBe(status)
    expect((await who.post(`/revue/${t.source.id}`, back)).status).toBe(status)
  }
  await t.reviewer.post(`${path}/statut`, back)
  expect((await stranger.get(`${path}/a-revoir`)).status).toBe(404)
  expect((await stranger.post(`${path}/a-revoir/${t.act}`, { revu: 1 })).status).toBe(404)
  await t.typist.post(`${path}/statut`, { statut: 'a_valider' })
  expect((await t.typist.post(`${path}/a-revoir/${t.act}`, { revu: 1 })).status).toBe(403)
  await t.db.updateTable('users').set({ is_active: false }).where('id', '=', t.rene.id).execute()
  expect((await t.reviewer.post(`${path}/statut`, back)).status).not.toBe(200)
  expect(await t.statusNow()).toBe('a_valider')
})

test('an act of another source, deleted or named twice is refused, and changes nothing', async () => {
  const t = await submitted()
  const other = await t.make.source({ section: t.saintMalo })
  const strange = await t.make.releve(other, { nom: 'Briand' })
  for (const actes of [[t.act, strange], [strange], [2147483647]]) {
    const answer = await t.reviewer.post(`/revue/${t.source.id}`, {
      statut: 'en_cours',
      actes,
      [`raison:${t.act}`]: 'Le parrain',
    })
    expect([answer.status, await t.statusNow()]).toEqual([422, 'a_valider'])
  }
  const twice = await t.reviewer.post(`/revue/${t.source.id}`, {
    statut: 'en_cours',
    actes: [t.act, t.act],
    autres: String(t.act),
  })
  expect([twice.status, t.failures]).toEqual([303, []])
})
