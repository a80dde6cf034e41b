import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'
import { ACT } from '../releves/support.ts'

/** A source of marie with three acts, submitted by her, and rené who decides. */
async function submitted() {
  const t = await testApp()
  let now = Date.parse('2026-11-21T10:00:00.000Z')
  t.deps.clock = () => {
    now += 1000
    return new Date(now)
  }
  const source = await t.make.source({ titre: 'Baptêmes', section: t.saintMalo, members: [t.marie] })
  const acts: number[] = []
  for (const nom of ['Martin', 'Le Goff', 'Briand']) acts.push(await t.make.releve(source, { nom }))
  const [typist, reviewer] = [await t.as(t.marie), await t.as(t.rene)]
  const submit = () => typist.post(`/sources/${source.id}/statut`, { statut: 'a_valider' })
  expect((await submit()).status).toBe(303)
  await t.db.deleteFrom('notifications').execute()
  const [one = 0, two = 0, three = 0] = acts
  return { ...t, source, one, two, three, typist, reviewer, submit }
}

const rowsOf = (t: TestApp) =>
  t.db.selectFrom('actes_a_revoir').select(['releve_id', 'raison', 'revu_at']).orderBy('releve_id').execute()

const statusOf = async (t: TestApp, id: number) =>
  (await t.db.selectFrom('sources').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

test('a source is given back with acts: they are listed with their reasons, and whoever typed is told', async () => {
  const t = await submitted()
  const form = {
    statut: 'en_cours',
    actes: [t.one, t.two],
    [`raison:${t.two}`]: ' Le parrain\u00a0? ',
    motif: 'Bravo.',
  }
  const done = await t.reviewer.post(`/sources/${t.source.id}/statut`, form)
  expect((await t.reviewer.follow(done)).page.flash).toBe('Source rendue, avec les actes à revoir.')
  expect(await rowsOf(t)).toEqual([
    { releve_id: t.one, raison: null, revu_at: null },
    { releve_id: t.two, raison: 'Le parrain\u00a0?', revu_at: null },
  ])
  const told = await t.db.selectFrom('notifications').select(['kind', 'user_id']).execute()
  expect(told).toEqual([{ kind: 'SourceRendue', user_id: t.marie.id }])
  const notice = (await t.typist.get('/notifications')).page
  expect(squeeze(notice.text)).toContain('rene vous rend, avec des actes à revoir, la source Baptêmes')
  const page = (await t.typist.get(`/sources/${t.source.id}`)).page
  expect(squeeze(page.one('.annonce').textContent)).toBe('2 actes à revoir, à la demande de la relecture.')
  const list = (await t.typist.get(`/sources/${t.source.id}/a-revoir`)).page
  expect(list.one('blockquote').textContent).toBe('Bravo.')
  expect(list.all('tbody tr').map((row) => squeeze(row.textContent))).toEqual([
    'Martinà revoirCorrigerC’est bien ainsi',
    'Le GoffLe parrain ?à revoirCorrigerC’est bien ainsi',
  ])
  expect(t.failures).toEqual([])
})

test('an act is done once it was changed, or said to be well as it is; the list stays for the next reading', async () => {
  const t = await submitted()
  await t.reviewer.post(`/sources/${t.source.id}/statut`, { statut: 'en_cours', actes: [t.one, t.two] })
  const path = `/sources/${t.source.id}/a-revoir`
  expect((await t.typist.post(`${path}/${t.two}`, { revu: '1' })).location).toBe(path)
  const versionOf = (await t.typist.get(`/releves/${t.one}/modifier`)).page.value('version')
  const saved = await t.typist.post(`/releves/${t.one}`, { ...ACT, 'data[nom]': 'Martinet', version: versionOf })
  expect(saved.status).toBe(303)
  const list = (await t.typist.get(path)).page
  expect(list.all('tbody .etat').map((one) => one.textContent)).toEqual(['modifié depuis', 'revu, bien ainsi'])
  expect(list.text).toContain('Tous les actes rendus ont été revus')
  expect((await t.typist.get(`/sources/${t.source.id}`)).page.text).not.toContain('à la demande de la relecture')
  await t.typist.post(`${path}/${t.two}`, { revu: '0' })
  expect((await t.typist.get(path)).page.text).toContain('Il reste 1 acte à revoir sur 2')
  await t.submit()
  expect((await rowsOf(t)).length).toBe(2)
  expect((await t.reviewer.get(path)).page.text).not.toContain('Corriger')
  await t.reviewer.post(`/sources/${t.source.id}/statut`, { statut: 'validee' })
  expect(await rowsOf(t)).toEqual([])
})

test('without acts it is the withdrawal; acts of another source, or none, are refused and nothing moves', async () => {
  const t = await submitted()
  const other = await t.make.releve(await t.make.source({ section: t.saintMalo }))
  const path = `/sources/${t.source.id}/statut`
  for (const actes of [[other], [t.one, 999_999], ['x']]) {
    const answer = await t.reviewer.post(path, { statut: 'en_cours', actes })
    expect([answer.status, await statusOf(t, t.source.id), await rowsOf(t)]).toEqual([422, 'a_valider', []])
  }
  const review = await t.reviewer.post(`/revue/${t.source.id}`, {
    statut: 'en_cours',
    autres: `${other}`,
    motif: 'Bravo',
  })
  expect([review.status, review.page.error('autres')]).toEqual([422, expect.stringContaining('n’est plus dans cette')])
  expect(review.page.all('textarea[name=motif]').map((one) => one.textContent)).toContain('Bravo')
  const words = await t.reviewer.post(`/revue/${t.source.id}`, { statut: 'en_cours', autres: 'le premier' })
  expect(words.page.error('autres')).toContain('Écrivez des numéros')
  // A submitter may withdraw, but not give acts back to oneself.
  const own = await t.typist.post(path, { statut: 'en_cours', actes: [t.one] })
  expect([own.status, await statusOf(t, t.source.id)]).toEqual([403, 'a_valider'])
  expect((await t.typist.post(path, { statut: 'en_cours' })).status).toBe(303)
  expect([await statusOf(t, t.source.id), await rowsOf(t)]).toEqual(['en_cours', []])
  expect(t.failures).toEqual([])
})

test('the review offers what it found, ticked with its reason, and any act by its number', async () => {
  const t = await submitted()
  const avis = { source_id: t.source.id, version: 1, user_id: t.rene.id, created_at: '2026-11-21T10:00:00.000Z' }
  await t.db
    .insertInto('releve_avis')
    .values([
      { ...avis, releve_id: t.one, verdict: 'bon', poids: null },
      { ...avis, releve_id: t.two, verdict: 'douteux', poids: 3 },
    ])
    .execute()
  const page = (await t.reviewer.get(`/revue/${t.source.id}`)).page
  expect(page.all('.rendu').map((one) => squeeze(one.textContent))).toEqual(['Le Goff'])
  expect(page.one('.rendu input[type=text]').getAttribute('value')).toBe('lecture douteuse')
  const posted = { statut: 'en_cours', actes: [t.two], autres: `n° ${t.three} et ${t.two}`, motif: '' }
  const done = await t.reviewer.post(`/revue/${t.source.id}`, { ...posted, [`raison:${t.two}`]: 'Nom' })
  expect((await t.reviewer.follow(done)).page.flash).toContain('est rendue avec corrections')
  expect((await rowsOf(t)).map(({ releve_id, raison }) => [releve_id, raison])).toEqual([
    [t.two, 'Nom'],
    [t.three, null],
  ])
})
