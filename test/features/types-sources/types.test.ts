import { expect, test } from 'vitest'
import { READY_TYPES } from '../../../src/features/types-sources/actions/models.ts'
import { champsOfModel } from '../../../src/features/types-sources/rules/models/pieces.ts'
import { testApp } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'

const BASE = '/admin/types-sources'

const typeNames = async (t: Awaited<ReturnType<typeof testApp>>) =>
  (await t.db.selectFrom('types_sources').select('nom').orderBy('id').execute()).map((row) => row.nom)

test('an administrator lists types with their fields and sources', async () => {
  const t = await testApp()
  const type = await t.make.typeSource({ nom: 'Baptêmes' })
  await t.make.source({ type })
  await t.make.source({ type })
  const res = await (await t.as(t.admin)).get(BASE)
  expect(res.status).toBe(200)
  expect(res.page.h1).toBe('Types de sources')
  expect(res.page.title).toContain('Types de sources')
  const cells = res.page.all('tbody tr').map((row) => squeeze(row.textContent))
  expect(cells).toHaveLength(1)
  expect(cells[0]).toMatch(/^Baptêmes ?8 ?2/)
  expect(t.failures).toEqual([])
})

test('the list has pages', async () => {
  const t = await testApp()
  for (let i = 0; i < 27; i += 1) await t.make.typeSource({ nom: `Type ${i}`, champs: [] })
  const admin = await t.as(t.admin)
  expect((await admin.get(`${BASE}?par_page=25`)).page.all('tbody tr')).toHaveLength(25)
  expect((await admin.get(`${BASE}?par_page=25&page=2`)).page.all('tbody tr')).toHaveLength(2)
})

test('a type made from a model has its name and its fields in order', async () => {
  const t = await testApp()
  const admin = await t.as(t.admin)
  const form = await admin.get(`${BASE}/nouveau`)
  expect(form.page.all('select[name=modele] option')).toHaveLength(11)
  const res = await admin.post(BASE, { nom: '', description: '', modele: 'baptemes' })
  expect(res.status).toBe(303)
  const designer = await admin.follow(res)
  expect(designer.page.h1).toBe('Champs de « Baptêmes »')
  const labels = designer.page.all('.champs strong').map((node) => node.textContent)
  expect(labels).toEqual(
    READY_TYPES.slice(0, 1)
      .flatMap(champsOfModel)
      .map((champ) => champ.label),
  )
  expect(t.failures).toEqual([])
})

test('each ready model can be created and keeps its rules', async () => {
  const t = await testApp()
  const admin = await t.as(t.admin)
  for (const model of READY_TYPES) {
    expect((await admin.post(BASE, { nom: '', modele: model.cle })).status, model.nom).toBe(303)
  }
  expect(await typeNames(t)).toEqual(READY_TYPES.map((model) => model.nom))
  const fixed = await t.db
    .selectFrom('champs')
    .select(['nom', 'type'])
    .distinct()
    .where('nom', 'in', ['nom', 'prenom', 'date_evenement'])
    .orderBy('nom')
    .execute()
  expect(fixed).toEqual([
    { nom: 'date_evenement', type: 'date' },
    { nom: 'nom', type: 'text' },
    { nom: 'prenom', type: 'text' },
  ])
})

test('a double click creates one type', async () => {
  const t = await testApp()
  const admin = await t.as(t.admin)
  const fields = { nom: 'Confirmations', _envoi: 'jeton-1' }
  const answers = await Promise.all([admin.post(BASE, fields), admin.post(BASE, fields)])
  expect(answers.map((res) => res.location)).toEqual([answers[0]?.location, answers[0]?.location])
  expect(await typeNames(t)).toEqual(['Confirmations'])
})

test.each([
  ['empty', { nom: ' ' }, 'nom', 'Indiquez le nom du type de source.'],
  ['too long', { nom: 'x'.repeat(121) }, 'nom', 'Ce texte est trop long : 120 caractères au plus.'],
  ['control character', { nom: 'a\u0000b' }, 'nom', 'caractère interdit'],
  ['unknown model', { nom: 'Rôles', modele: 'constructor' }, 'modele', 'Choisissez un modèle de la liste.'],
  ['name in use', { nom: 'BAPTEMES' }, 'nom', 'existe déjà'],
])('a new type is refused: %s', async (_why, fields, name, message) => {
  const t = await testApp()
  await t.make.typeSource({ nom: 'Baptêmes' })
  const res = await (await t.as(t.admin)).post(BASE, { description: 'Gardée', ...fields })
  expect(res.status).toBe(422)
  expect(res.page.error(name)).toContain(message)
  expect(res.page.value('description')).toBe('Gardée')
  expect(await typeNames(t)).toEqual(['Baptêmes'])
  expect(t.failures).toEqual([])
})

test('a type is renamed; a name in use is refused; what was typed stays', async () => {
  const t = await testApp()
  const type = await t.make.typeSource({ nom: 'Baptemes' })
  await t.make.typeSource({ nom: 'Décès' })
  const admin = await t.as(t.admin)
  const form = await admin.get(`${BASE}/${type.id}/modifier`)
  expect(form.page.value('nom')).toBe('Baptemes')
  const refused = await admin.post(`${BASE}/${type.id}`, { nom: 'Deces', version: form.page.value('version') })
  expect(refused.status).toBe(422)
  expect(refused.page.error('nom')).toContain('existe déjà')
  expect(refused.page.value('nom')).toBe('Deces')
  const saved = await admin.post(`${BASE}/${type.id}`, { nom: 'Baptêmes', version: refused.page.value('version') })
  expect(saved.status).toBe(303)
  expect(await typeNames(t)).toEqual(['Baptêmes', 'Décès'])
})

test('of two people who edit a type, the second is told', async () => {
  const t = await testApp()
  const type = await t.make.typeSource({ nom: 'Baptêmes' })
  const admin = await t.as(t.admin)
  await admin.post(`${BASE}/${type.id}`, { nom: 'Premier', version: 1 })
  const second = await admin.post(`${BASE}/${type.id}`, { nom: 'Second', version: 1 })
  expect(second.status).toBe(409)
  expect(second.page.text).toContain('a été modifié entre-temps')
  expect(second.page.value('nom')).toBe('Second')
  expect(await typeNames(t)).toEqual(['Premier'])
  const again = await admin.post(`${BASE}/${type.id}`, { nom: 'Second', version: second.page.value('version') })
  expect(again.status).toBe(303)
})

test('a copy has the same fields under another name', async () => {
  const t = await testApp()
  const type = await t.make.typeSource({ nom: 'Baptêmes' })
  const admin = await t.as(t.admin)
  const form = await admin.get(`${BASE}/${type.id}/copier`)
  expect(form.page.value('nom')).toBe('Baptêmes (copie)')
  const taken = await admin.post(`${BASE}/${type.id}/copier`, { nom: 'Baptêmes' })
  expect([taken.status, taken.page.error('nom')]).toEqual([422, 'Un type de source de ce nom existe déjà.'])
  const res = await admin.post(`${BASE}/${type.id}/copier`, { nom: 'Baptêmes (copie)' })
  const id = Number(res.location?.split('/')[3])
  const fieldsOf = (typeId: number) =>
    t.db
      .selectFrom('champs')
      .select(['nom', 'label', 'type', 'required', 'options', 'ordre'])
      .where('type_source_id', '=', typeId)
      .orderBy('ordre')
      .execute()
  expect(await fieldsOf(id)).toEqual(await fieldsOf(type.id))
})

test('a type in use is not deleted, and says by how many sources', async () => {
  const t = await testApp()
  const type = await t.make.typeSource({ nom: 'Baptêmes' })
  await t.make.source({ type })
  const admin = await t.as(t.admin)
  const asked = await admin.get(`${BASE}/${type.id}/supprimer`)
  expect(asked.page.text).toContain('sert à 1 source')
  expect(asked.page.has('main form')).toBe(false)
  const res = await admin.post(`${BASE}/${type.id}/supprimer`)
  expect(res.status).toBe(409)
  expect(res.page.text).toContain('sert à 1 source')
  expect(await typeNames(t)).toEqual(['Baptêmes'])
})

test('an unused type is deleted with its fields after a confirmation', async () => {
  const t = await testApp()
  const type = await t.make.typeSource({ nom: 'Baptêmes' })
  const admin = await t.as(t.admin)
  const asked = await admin.get(`${BASE}/${type.id}/supprimer`)
  expect(asked.page.text).toContain('8 champs')
  expect((await admin.post(`${BASE}/${type.id}/supprimer`)).status).toBe(303)
  expect(await typeNames(t)).toEqual([])
  expect(await t.db.selectFrom('champs').select('id').execute()).toEqual([])
  expect((await admin.get(`${BASE}/${type.id}/champs`)).status).toBe(404)
})

const PATHS: ['get' | 'post', string][] = [
  ['get', ''],
  ['get', '/nouveau'],
  ['post', ''],
  ['get', '/1/modifier'],
  ['post', '/1'],
  ['get', '/1/copier'],
  ['post', '/1/copier'],
  ['get', '/1/supprimer'],
  ['post', '/1/supprimer'],
  ['get', '/1/champs'],
  ['post', '/1/champs'],
  ['post', '/1/champs/ordre'],
  ['get', '/1/champs/1/modifier'],
  ['post', '/1/champs/1'],
  ['post', '/1/champs/1/monter'],
  ['post', '/1/champs/1/descendre'],
  ['get', '/1/champs/1/supprimer'],
  ['post', '/1/champs/1/supprimer'],
]

test('the whole area is for administrators', async () => {
  const t = await testApp()
  await t.make.typeSource({ nom: 'Baptêmes' })
  const before = await t.db.selectFrom('champs').selectAll().orderBy('id').execute()
  for (const who of [t.rene, t.marie]) {
    const visitor = await t.as(who)
    for (const [verb, path] of PATHS) {
      expect((await visitor[verb](`${BASE}${path}`)).status, `${who.name} ${verb} ${path}`).toBe(403)
    }
  }
  const anonymous = t.anonymous()
  for (const [verb, path] of PATHS) {
    const res = await anonymous[verb](`${BASE}${path}`)
    expect([res.status, res.location?.split('?')[0]], `${verb} ${path}`).toEqual([303, '/login'])
  }
  expect(await t.db.selectFrom('champs').selectAll().orderBy('id').execute()).toEqual(before)
  expect(await typeNames(t)).toEqual(['Baptêmes'])
})

test('ids that cannot be are pages that do not exist', async () => {
  const t = await testApp()
  const admin = await t.as(t.admin)
  for (const id of ['0', '-1', 'abc', '1e3', '2147483648', '99999999999999999999', '77']) {
    expect((await admin.get(`${BASE}/${id}/modifier`)).status, id).toBe(404)
    expect((await admin.post(`${BASE}/${id}/supprimer`)).status, id).toBe(404)
    expect((await admin.post(`${BASE}/${id}/champs`, { label: 'X', type: 'text' })).status, id).toBe(404)
  }
  expect(t.failures).toEqual([])
})
