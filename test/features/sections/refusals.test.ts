import { expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'
import { chosen, LIST, sectionNamed, stored } from './support.ts'

const LONG = 'a'.repeat(121)
test.each([
  ['an empty name', { nom: '  ' }, 'nom', 'Indiquez le nom de la section.'],
  ['a name too long', { nom: LONG }, 'nom', 'Ce texte est trop long : 120 caractères au plus.'],
  ['U+0000', { nom: 'a\u0000b' }, 'nom', 'Ce texte contient un caractère interdit (caractère de contrôle).'],
  ['a name of signs', { nom: '***' }, 'nom', 'Ce nom doit contenir au moins une lettre ou un chiffre.'],
  ['a name taken, but for case and accents', { nom: 'section de VANNÉS' }, 'nom', 'Une section de ce nom existe déjà.'],
  [
    'a description too long',
    { nom: 'Dinan', description: 'b'.repeat(2001) },
    'description',
    'Ce texte est trop long : 2000 caractères au plus.',
  ],
])('%s is refused beside its field, what was typed kept, nothing stored', async (_case, fields, name, message) => {
  const t = await testApp()
  const visitor = await t.as(t.admin)
  const before = await stored(t)
  const typed = { description: 'Pays de Dinan', ...fields, membres: [`${t.marie.id}:lecture`] }
  for (const [path, title] of [
    [LIST, 'Nouvelle section'],
    [`${LIST}/${t.saintMalo.id}`, 'Modifier la section'],
  ] as const) {
    const answer = await visitor.post(path, { ...typed, version: 1 })
    expect(answer.status).toBe(422)
    expect(answer.page.h1).toBe(title)
    expect(answer.page.error(name)).toBe(message)
    expect(answer.page.value('description')).toBe(typed.description)
    expect(chosen(answer.page)).toEqual([`${t.marie.id}:lecture`])
  }
  expect(await stored(t)).toEqual(before)
  expect(t.failures).toEqual([])
})

test('a stranger, a closed account and a membership of no kind are refused', async () => {
  const t = await testApp()
  const visitor = await t.as(t.admin)
  const gone = 'Une personne choisie n’existe plus, ou son compte est désactivé.'
  const cases = [
    { membres: [999_999], message: gone },
    { membres: [`${t.inactif.id}:lecture`], message: gone },
    ...[`${t.marie.id}:admin`, 'x', '-1', '0', '9999999999', `${t.marie.id}:`].map((value) => ({
      membres: [value],
      message: 'Choisissez des valeurs dans la liste.',
    })),
  ]
  for (const { message, ...people } of cases) {
    const answer = await visitor.post(LIST, { nom: 'Section de Dinan', ...people })
    expect(answer.status).toBe(422)
    expect(answer.page.one('#membres-erreur').text.replace(/\u00a0/g, ' ')).toBe(message)
    expect(answer.page.value('nom')).toBe('Section de Dinan')
  }
  expect(await stored(t)).toHaveLength(2)
})

test('a section with sources stays, and says how many', async () => {
  const t = await testApp()
  const visitor = await t.as(t.admin)
  await t.make.source({ section: t.vannes })
  await t.make.source({ section: t.vannes })
  const asked = await visitor.get(`${LIST}/${t.vannes.id}/supprimer`)
  expect(asked.page.text).toContain('Cette section a 2 sources')
  expect(asked.page.has('main form')).toBe(false)
  const answer = await visitor.post(`${LIST}/${t.vannes.id}/supprimer`, { version: 1 })
  expect(answer.status).toBe(409)
  expect(answer.page.text).toContain('Cette section a 2 sources')
  expect(await stored(t)).toHaveLength(2)
})

test('a section changed since the question was asked is not deleted', async () => {
  const t = await testApp()
  const visitor = await t.as(t.admin)
  await visitor.post(`${LIST}/${t.vannes.id}`, { version: 1, nom: 'Autre nom' })
  expect((await visitor.post(`${LIST}/${t.vannes.id}/supprimer`, { version: 1 })).status).toBe(409)
  expect(await stored(t)).toHaveLength(2)
})

test('foreign keys of a form reach no column', async () => {
  const t = await testApp()
  const visitor = await t.as(t.admin)
  await visitor.post(LIST, { nom: 'Dinan', id: 4242, nom_key: 'x', sources: 3, version: 9 })
  expect(await sectionNamed(t, 'Dinan')).toMatchObject({ nom_key: 'dinan', version: 1 })
  expect((await sectionNamed(t, 'Dinan')).id).not.toBe(4242)
})

test('what is no id of a section is a page that does not exist', async () => {
  const t = await testApp()
  const visitor = await t.as(t.admin)
  for (const id of ['0', '-1', 'abc', '1.5', '99999999999', '2147483648', '424242']) {
    expect((await visitor.get(`${LIST}/${id}/modifier`)).status).toBe(404)
    expect((await visitor.get(`${LIST}/${id}/supprimer`)).status).toBe(404)
    expect((await visitor.post(`${LIST}/${id}`, { nom: 'Dinan', version: 1 })).status).toBe(404)
    expect((await visitor.post(`${LIST}/${id}/supprimer`)).status).toBe(404)
  }
  expect(t.failures).toEqual([])
})

test('nobody but an administrator sees or changes sections', async () => {
  const t = await testApp()
  const paths = ['', '/nouvelle', `/${t.vannes.id}/modifier`, `/${t.vannes.id}/supprimer`].map((end) => LIST + end)
  const posts = ['', `/${t.vannes.id}`, `/${t.vannes.id}/supprimer`].map((end) => LIST + end)
  for (const person of [t.rene, t.marie]) {
    const visitor = await t.as(person)
    for (const path of paths) expect((await visitor.get(path)).status).toBe(403)
    for (const path of posts) expect((await visitor.post(path, { nom: 'Dinan', version: 1 })).status).toBe(403)
  }
  const stranger = t.anonymous()
  for (const path of paths) expect((await stranger.get(path)).location).toContain('/login')
  for (const path of posts) expect((await stranger.post(path, { nom: 'Dinan', version: 1 })).location).toBe('/login')
  expect((await stored(t)).map((row) => row.nom)).toEqual(['Section de Saint-Malo', 'Section de Vannes'])
})
