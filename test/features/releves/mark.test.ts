// Where the ruler stood on the view goes with the act, and no act is refused for it.
import { expect, test } from 'vitest'
import { readMark } from '../../../src/features/releves/rules/mark.ts'
import { suppressionHandlers } from '../../../src/features/suppressions/task.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { testApp } from '../../support/app.ts'
import { ACT, register, releves } from './support.ts'

const marks = async (t: Parameters<typeof releves>[0]) => (await releves(t)).map(({ repere }) => repere)

test.each([
  ['0.42', 0.42],
  ['0', 0],
  ['1.0', 1],
  ['', null],
  ['1.2', null],
  ['-0.1', null],
  ['NaN', null],
  ['0,5', null],
  ['0.5; drop', null],
])('%j is read as %j', (repere, read) => {
  expect(readMark({ repere })).toBe(read)
})

test('a form without it says nothing of it', () => {
  expect(readMark({ autre: '1' })).toBeUndefined()
})

test('it is stored with a new act, and an act of a wrong one is stored without', async () => {
  const t = await testApp()
  const { path } = await register(t)
  const marie = await t.as(t.marie)
  for (const repere of ['0.4217', 'en bas', '7', '']) {
    const answer = await marie.post(path, { ...ACT, repere })
    expect(answer.status).toBe(303)
  }
  await marie.post(path, ACT)
  expect(await marks(t)).toEqual([expect.closeTo(0.4217, 4), null, null, null, null])
})

test('it is shown when the act is opened again, moved by itself, and left alone by who does not send it', async () => {
  const t = await testApp()
  const { path } = await register(t)
  const marie = await t.as(t.marie)
  await marie.post(path, { ...ACT, repere: '0.25' })
  const id = (await releves(t))[0]?.id
  const form = await marie.get(`/releves/${id}/modifier`)
  expect(form.page.value('repere')).toBe('0.25')

  await marie.post(`/releves/${id}`, { ...ACT, version: 1, repere: '0.5' })
  expect((await releves(t))[0]).toMatchObject({ repere: 0.5, version: 1 })
  await marie.post(`/releves/${id}`, { ...ACT, version: 1, 'data[nom]': 'Autre' })
  expect((await releves(t))[0]).toMatchObject({ repere: 0.5, version: 2, nom: 'Autre' })
  await marie.post(`/releves/${id}`, { ...ACT, version: 2, repere: '' })
  expect((await releves(t))[0]).toMatchObject({ repere: null, nom: 'Lefèvre' })
})

test('a refused form and a draft keep it', async () => {
  const t = await testApp()
  const { path, source } = await register(t)
  const marie = await t.as(t.marie)
  const refused = await marie.post(path, { ...ACT, 'data[date_evenement][valeur]': '45/45/1787', repere: '0.3' })
  expect(refused.status).toBe(422)
  expect(refused.page.value('repere')).toBe('0.3')
  const desk = await marie.get(`${path}/nouveau`)
  const cle = desk.page.value('_envoi') ?? ''
  await marie.post('/brouillons', { source: source.id, releve: '', cle, version: 0, ...ACT, repere: '0.6' })
  const back = await marie.get(`${path}/nouveau?brouillon=${cle}`)
  expect(back.page.value('repere')).toBe('0.6')
  expect(back.page.value('data[nom]')).toBe('Lefèvre')
})

test('an act that comes back has it again, alone or with its source', async () => {
  const t = await testApp()
  const { path, source } = await register(t)
  const [marie, rene] = [await t.as(t.marie), await t.as(t.rene)]
  for (const repere of ['0.25', '0.75', '']) await marie.post(path, { ...ACT, repere })
  const ids = (await releves(t)).map(({ id }) => id)
  // Moved alone, it made no version: the act goes with where it stands now.
  await marie.post(`/releves/${ids[0]}`, { ...ACT, version: 1, repere: '0.5' })
  for (const id of ids) await rene.post(`/releves/${id}/supprimer`, { version: 1 })
  await rene.post(`/releves/${ids[0]}/restauration`)
  expect(await marks(t)).toEqual([0.5])
  await (await t.as(t.admin)).post(`/sources/${source.id}/supprimer`, { confirmation: source.titre })
  await runTasks(t.deps, suppressionHandlers)
  expect(await marks(t)).toEqual([])
  const line = await t.db.selectFrom('sources_supprimees').select('id').executeTakeFirstOrThrow()
  await rene.post(`/sources/supprimees/${line.id}/retablir`)
  await runTasks(t.deps, suppressionHandlers)
  for (const id of ids.slice(1)) await rene.post(`/releves/${id}/restauration`)
  expect(await marks(t)).toEqual([0.5, 0.75, null])
})
