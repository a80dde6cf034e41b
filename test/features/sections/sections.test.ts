import { expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'
import { chosen, countQueries, LIST, members, sectionNamed, stored } from './support.ts'

test('the list counts members, readers, managers and sources, by name', async () => {
  const t = await testApp()
  await t.make.source({ section: t.vannes })
  await t.make.membre(t.vannes, t.marie, 'lecture')
  const { page } = await (await t.as(t.admin)).get(LIST)
  expect(page.h1).toBe('Sections')
  expect(
    page.all('tbody tr').map((row) =>
      row
        .querySelectorAll('th,td')
        .slice(0, 5)
        .map((cell) => cell.text.trim()),
    ),
  ).toEqual([
    ['Section de Saint-Malo', '3', '0', '1', '0'],
    ['Section de Vannes', '1', '1', 'sans gestionnaire', '1'],
  ])
})

test('the list has fifty rows a page', async () => {
  const t = await testApp()
  for (let n = 1; n <= 50; n += 1) await t.make.section({ nom: `Équipe ${n}` })
  const visitor = await t.as(t.admin)
  expect((await visitor.get(LIST)).page.all('tbody tr')).toHaveLength(50)
  expect((await visitor.get(`${LIST}?page=2`)).page.all('tbody tr')).toHaveLength(2)
})

test('a section is created with its members, readers and managers', async () => {
  const t = await testApp()
  const visitor = await t.as(t.admin)
  const form = await visitor.get(`${LIST}/nouvelle`)
  expect(form.page.h1).toBe('Nouvelle section')
  const answer = await visitor.post(LIST, {
    _envoi: form.page.value('_envoi'),
    nom: ' Section de Dinan ',
    description: 'Pays de Dinan',
    membres: ['', `${t.rene.id}:gestion`, `${t.marie.id}:saisie`, `${t.etienne.id}:lecture`],
    ouverte: '1',
  })
  expect(answer).toMatchObject({ status: 303, location: LIST })
  expect((await visitor.follow(answer)).page.flash).toBe('Section créée.')
  const section = await sectionNamed(t, 'Section de Dinan')
  expect(section).toMatchObject({ description: 'Pays de Dinan', ouverte: true, version: 1 })
  expect(await members(t, section)).toEqual(['etienne lecture', 'marie saisie', 'rene gestion'])
})

test('the same form sent twice creates one section', async () => {
  const t = await testApp()
  const visitor = await t.as(t.admin)
  const _envoi = (await visitor.get(`${LIST}/nouvelle`)).page.value('_envoi')
  const answers = await Promise.all([1, 2, 3].map(() => visitor.post(LIST, { _envoi, nom: 'Section de Dinan' })))
  expect(answers.map((answer) => answer.status)).toEqual([303, 303, 303])
  expect((await stored(t)).filter((row) => row.nom === 'Section de Dinan')).toHaveLength(1)
  expect(t.failures).toEqual([])
})

test('only active accounts are offered, and closed ones that belong already', async () => {
  const t = await testApp()
  const visitor = await t.as(t.admin)
  const fresh = await visitor.get(`${LIST}/nouvelle`)
  expect(fresh.page.text).not.toContain('inactif')
  const edited = await visitor.get(`${LIST}/${t.saintMalo.id}/modifier`)
  expect(edited.page.text).toContain('inactif inactif')
  expect(chosen(edited.page).sort()).toEqual(
    [`${t.rene.id}:gestion`, `${t.marie.id}:saisie`, `${t.inactif.id}:saisie`].sort(),
  )
  expect((await visitor.get(`${LIST}/${t.vannes.id}/modifier`)).page.text).not.toContain('inactif')
})

test('saving the form as it was shown changes nothing but what was typed', async () => {
  const t = await testApp()
  const visitor = await t.as(t.admin)
  await t.make.membre(t.saintMalo, t.etienne, 'lecture')
  const { page } = await visitor.get(`${LIST}/${t.saintMalo.id}/modifier`)
  const before = await members(t, t.saintMalo)
  const answer = await visitor.post(`${LIST}/${t.saintMalo.id}`, {
    version: page.value('version'),
    nom: 'Section du Clos-Poulet',
    membres: chosen(page),
  })
  expect(answer).toMatchObject({ status: 303, location: LIST })
  expect(await members(t, t.saintMalo)).toEqual(before)
  expect(await sectionNamed(t, 'Section du Clos-Poulet')).toMatchObject({ id: t.saintMalo.id, version: 2 })
})

test('members leave, join and change rights; an unticked closed account leaves too', async () => {
  const t = await testApp()
  const visitor = await t.as(t.admin)
  await visitor.post(`${LIST}/${t.saintMalo.id}`, {
    version: 1,
    nom: t.saintMalo.nom,
    membres: [`${t.marie.id}:gestion`, t.etienne.id],
  })
  expect(await members(t, t.saintMalo)).toEqual(['etienne saisie', 'marie gestion'])
  expect(await members(t, t.vannes)).toEqual(['etienne saisie'])
})

test('of two people who edit a section, the second is told and keeps what was typed', async () => {
  const t = await testApp()
  const visitor = await t.as(t.admin)
  const fields = { version: 1, membres: [t.marie.id] }
  await visitor.post(`${LIST}/${t.vannes.id}`, { ...fields, nom: 'Premier' })
  const late = await visitor.post(`${LIST}/${t.vannes.id}`, { ...fields, nom: 'Second' })
  expect(late.status).toBe(409)
  expect(late.page.text).toContain('modifiée entre-temps')
  expect(late.page.value('nom')).toBe('Second')
  expect(late.page.value('version')).toBe('2')
  expect((await stored(t)).map((row) => row.nom)).toContain('Premier')
  const again = await visitor.post(`${LIST}/${t.vannes.id}`, { ...fields, nom: 'Second', version: 2 })
  expect(again.status).toBe(303)
})

test('a form of an account opened before its sections changed is told so', async () => {
  const t = await testApp()
  const visitor = await t.as(t.admin)
  const path = `/admin/utilisateurs/${t.etienne.id}`
  const account = (await visitor.get(`${path}/modifier`)).page
  await visitor.post(`${LIST}/${t.vannes.id}`, { version: 1, nom: t.vannes.nom, membres: [t.marie.id] })
  const late = await visitor.post(path, {
    version: account.value('version'),
    name: 'etienne',
    email: 'etienne@exemple.fr',
    role: 'membre',
    sections: [t.vannes.id],
  })
  expect(late.status).toBe(409)
  expect(await members(t, t.vannes)).toEqual(['marie saisie'])
})

test('an empty section is deleted after a question, its members stay', async () => {
  const t = await testApp()
  const visitor = await t.as(t.admin)
  const asked = await visitor.get(`${LIST}/${t.vannes.id}/supprimer`)
  expect(asked.page.h1).toBe('Supprimer la section')
  expect(asked.page.text).toContain('Section de Vannes')
  const answer = await visitor.post(`${LIST}/${t.vannes.id}/supprimer`, { version: asked.page.value('version') })
  expect(answer).toMatchObject({ status: 303, location: LIST })
  expect((await stored(t)).map((row) => row.nom)).toEqual(['Section de Saint-Malo'])
  const people = await t.db.selectFrom('users').select('id').where('id', '=', t.etienne.id).execute()
  expect(people).toHaveLength(1)
  expect((await visitor.post(`${LIST}/${t.vannes.id}/supprimer`)).status).toBe(404)
})

test('a longer list and a longer form ask the database no more often', async () => {
  const t = await testApp()
  const visitor = await t.as(t.admin)
  const queries = async (path: string) => {
    const spied = countQueries(t)
    await visitor.get(path)
    return spied()
  }
  const before = [await queries(LIST), await queries(`${LIST}/${t.vannes.id}/modifier`)]
  expect(Math.min(...before)).toBeGreaterThan(1)
  for (let n = 0; n < 10; n += 1) await t.make.membre(await t.make.section(), await t.make.user())
  expect([await queries(LIST), await queries(`${LIST}/${t.vannes.id}/modifier`)]).toEqual(before)
})
