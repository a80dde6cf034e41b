// Fields that somebody always passes in a source: kept per person and source, on one line of the desk, stored all the same.
import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../support/app.ts'
import type { Page } from '../../support/html.ts'
import { squeeze } from '../../support/html.ts'
import { ACT, register, releves } from './support.ts'

const stored = (t: TestApp) =>
  t.db
    .selectFrom('champs_passes')
    .innerJoin('champs', 'champs.id', 'champs_passes.champ_id')
    .select(['user_id', 'source_id', 'nom'])
    .orderBy('champs.ordre')
    .execute()

const line = (page: Page) => squeeze(page.one('.saisie-passes > summary').text)
const passed = (page: Page) => page.all('.saisie-passes [data-champ]').map(({ attrs }) => attrs['data-champ'])
const isOpen = (page: Page) => page.one('.saisie-passes').hasAttribute('open')

test('each person passes fields of his or her own in each source, by a form', async () => {
  const t = await testApp()
  const { source, path } = await register(t)
  const other = await t.make.source({ type: source.type, section: t.saintMalo })
  const [marie, rene] = [await t.as(t.marie), await t.as(t.rene)]
  const form = await marie.get(`${path}/passes`)
  expect(form.page.all('input[name=champs]').map(({ attrs }) => attrs.value)).toContain('sexe')
  const saved = await marie.post(`${path}/passes`, { champs: ['notes', 'sexe'] })
  expect([saved.status, saved.location]).toEqual([303, `${path}/nouveau`])
  const { page } = await marie.follow(saved)
  expect(page.flash).toContain('Champs passés enregistrés.')
  expect([line(page), passed(page), isOpen(page)]).toEqual([
    '2 champs passés : Sexe, Notes les montrer',
    ['sexe', 'notes'],
    false,
  ])
  expect(page.all('[data-place]').map(({ attrs }) => attrs['data-place'])).toEqual(['sexe', 'notes'])
  for (const desk of [await rene.get(`${path}/nouveau`), await marie.get(`/sources/${other.id}/releves/nouveau`)])
    expect([passed(desk.page), desk.page.one('.saisie-passes').hasAttribute('hidden')]).toEqual([[], true])
  const again = await marie.get(`${path}/passes`)
  expect(again.page.all('input[name=champs][checked]').map(({ attrs }) => attrs.value)).toEqual(['sexe', 'notes'])
  await marie.post(`${path}/passes`, {})
  expect(await stored(t)).toEqual([])
  expect(t.failures).toEqual([])
})

test('a script sends the list and gets no page; what is no field of the source is refused, nothing stored', async () => {
  const t = await testApp()
  const { source, path } = await register(t)
  const marie = await t.as(t.marie)
  const sent = await marie.post(`${path}/passes`, { champs: ['sexe'] }, { 'HX-Request': 'true' })
  expect([sent.status, sent.text]).toEqual([204, ''])
  const kept = [{ user_id: t.marie.id, source_id: source.id, nom: 'sexe' }]
  expect(await stored(t)).toEqual(kept)
  for (const champs of [['nom', 'inconnu'], [''], ["'; drop table champs; --"], ['\u0000'], ['__proto__']]) {
    const refused = await marie.post(`${path}/passes`, { champs })
    expect(refused.status).toBe(422)
    expect(refused.page.one('#champs-erreur').text).toContain('n’est pas de ce type de source')
  }
  expect(await stored(t)).toEqual(kept)
  expect(t.failures).toEqual([])
})

test('a passed field is stored with its default; a value, a state or an error of its own opens the line', async () => {
  const t = await testApp()
  const { path } = await register(t)
  const marie = await t.as(t.marie)
  await marie.post(`${path}/passes`, { champs: ['sexe', 'numero', 'prenom'] })
  const token = async () => ({ _envoi: (await marie.get(`${path}/nouveau`)).page.value('_envoi') })
  const saved = await marie.post(path, { ...ACT, ...(await token()), 'data[numero]': '12' })
  const next = (await marie.follow(saved)).page
  expect([next.value('data[numero]'), isOpen(next)]).toEqual(['', false])
  const again = async (fields: Record<string, string>) =>
    isOpen((await marie.post(path, { ...ACT, ...(await token()), 'data[nom]': '', ...fields })).page)
  const none = { 'data[numero]': '', 'data[sexe]': '', 'data[prenom]': '' }
  expect(await again(none)).toBe(false)
  expect(await again({ ...none, 'data[numero]': 'douze' })).toBe(true)
  expect(await again({ ...none, 'data[sexe]': 'F' })).toBe(true)
  expect(await again({ ...none, 'etats[prenom]': 'illisible' })).toBe(true)
  const [releve] = await releves(t)
  expect(releve?.data).toMatchObject({ sexe: 'F', numero: 12 })
  expect(isOpen((await marie.get(`/releves/${releve?.id}/modifier`)).page)).toBe(true)
})

test('what every record begins with leaves the line closed', async () => {
  const t = await testApp()
  const { path } = await register(t)
  const marie = await t.as(t.marie)
  await t.db.updateTable('champs').set({ politique: 'repris' }).where('nom', '=', 'sexe').execute()
  await marie.post(`${path}/passes`, { champs: ['sexe'] })
  const { page } = await marie.get(`${path}/nouveau`)
  const saved = await marie.post(path, { ...ACT, _envoi: page.value('_envoi') })
  const next = (await marie.follow(saved)).page
  expect([next.value('data[sexe]'), isOpen(next)]).toEqual(['F', false])
})

test('the choice is in the data of the person, and goes with the field and the source', async () => {
  const t = await testApp()
  const { source, path } = await register(t)
  const marie = await t.as(t.marie)
  await marie.post(`${path}/passes`, { champs: ['sexe', 'notes'] })
  const data = JSON.parse((await marie.get('/profil/donnees')).text)
  expect(data.champs_passes).toEqual([{ source: source.titre, champs: ['Sexe', 'Notes'] }])
  await t.db.deleteFrom('champs').where('nom', '=', 'sexe').where('type_source_id', '=', source.type.id).execute()
  expect((await stored(t)).map(({ nom }) => nom)).toEqual(['notes'])
  await t.db.deleteFrom('sources').where('id', '=', source.id).execute()
  expect(await stored(t)).toEqual([])
})
