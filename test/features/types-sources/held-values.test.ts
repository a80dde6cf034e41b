import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { updateReleve } from '../../../src/features/releves/actions/records.ts'
import { reindexTypeHandlers } from '../../../src/features/releves/tasks/reindex-type.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'
import { idsWith } from '../../support/search.ts'
import { designer, storedData } from './designer.ts'

/** The field « Âge » (a number) is gone; two records hold a value of it, and one that it was illegible. */
async function withoutAge(t: TestApp) {
  const made = await designer(t)
  await t.make.releve(made.source, { nom: 'Martin', age: 12.5 })
  await t.make.releve(made.source, { nom: 'Durand', age: 3 })
  await t.make.releve(made.source, { nom: 'Le Goff' }, { age: 'illisible' })
  await made.admin.post(`${made.base}/${(await made.champ('age')).id}/supprimer`)
  return made
}

test('a field that comes back with a kind that would lose what records hold is refused, with how many and which', async () => {
  const t = await testApp()
  const { admin, base, noms, champs } = await withoutAge(t)
  const before = await champs()
  const res = await admin.post(base, { label: 'Âge', type: 'date', aide: 'Gardée', reprendre: '1' })
  expect(res.status).toBe(422)
  expect(res.page.error('type')).toBe(
    '3 relevés ont déjà une valeur sous le nom « age », d’un champ supprimé : 2 valeurs ne peuvent pas devenir « date » (« 12,5 », « 3 »). Choisissez un autre type, ou un autre nom.',
  )
  expect([res.page.value('aide'), await champs()]).toEqual(['Gardée', before])
  const list = await admin.post(base, { label: 'Âge', type: 'select', options_raw: '12\n3', reprendre: '1' })
  expect(list.page.error('options_raw')).toContain('2 valeurs ne peuvent pas devenir « liste de choix »')
  expect((await admin.post(base, { label: 'Âge', nom: 'age_2', type: 'date' })).status).toBe(303)
  expect(await noms()).toContain('age_2')
  expect(t.failures).toEqual([])
})

test('one that can take them says so before, and shows them again as its own', async () => {
  const t = await testApp()
  const { admin, base, noms } = await withoutAge(t)
  expect((await admin.get(base)).page.has('[name=reprendre]')).toBe(false)
  const asked = await admin.post(base, { label: 'Âge', type: 'text' })
  expect(asked.status).toBe(422)
  expect(asked.page.error('reprendre')).toContain('3 relevés ont déjà une valeur sous le nom « age »')
  expect(asked.page.has('input[type=checkbox][name=reprendre]')).toBe(true)
  expect(await noms()).not.toContain('age')
  expect((await admin.post(base, { label: 'Âge', type: 'text', reprendre: '1' })).status).toBe(303)
  expect(await storedData(t)).toEqual([{ nom: 'Martin', age: '12,5' }, { nom: 'Durand', age: '3' }, { nom: 'Le Goff' }])
  expect(t.failures).toEqual([])
})

test('a name that no record of the type holds asks nothing', async () => {
  const t = await testApp()
  const { admin, base } = await withoutAge(t)
  const other = await t.make.typeSource({ nom: 'Autre', champs: [{ nom: 'metier' }] })
  await t.make.releve(await t.make.source({ type: other }), { metier: 'tisserand' })
  expect((await admin.post(base, { label: 'Métier', type: 'date' })).status).toBe(303)
})

test('a change of kind that is refused names what would be lost', async () => {
  const t = await testApp()
  const { champ, source, edit } = await designer(t)
  for (const sexe of ['M', 'F', 'M', 'garçon', 'fille']) await t.make.releve(source, { sexe })
  const res = await edit((await champ('sexe')).id, { label: 'Sexe', nom: 'sexe', type: 'date' })
  expect(res.page.error('type')).toContain('5 relevés ont une valeur qui serait perdue (« M », « F », « garçon »')
})

const counted = async (t: TestApp, terme: string): Promise<number | undefined> =>
  (await t.db.selectFrom('mots').select('n').where('terme', '=', terme).executeTakeFirst())?.n

test('the words of a deleted field leave the search, and come back with it', async () => {
  const t = await testApp()
  const { admin, base, champ, source } = await designer(t)
  const data = {
    nom: 'Kermartin',
    notes: 'tisserand',
    date_evenement: { valeur: '1787', calendrier: 'gregorien', iso: '1787-01-01' },
  }
  // Every sixteenth record is counted.
  await t.db
    .insertInto('releves')
    .values({ id: 15, source_id: source.id, data: '{}', etats: '{}', created_at: '', updated_at: '' })
    .execute()
  const id = await t.make.releve(source, data, { notes: 'douteux' })
  await t.db.deleteFrom('releves').where('id', '=', 15).execute()
  const notes = await champ('notes')
  const before = { mot: await counted(t, 'tisserand'), nom: await counted(t, 'kermartin') }
  await admin.post(`${base}/${notes.id}/supprimer`)
  expect(await runTasks(t.deps, reindexTypeHandlers)).toBe(1)
  expect([await idsWith(t.db, 'tisserand'), await idsWith(t.db, 'kermartin')]).toEqual([[], [id]])
  expect([await counted(t, 'tisserand'), await counted(t, 'kermartin')]).toEqual([1, before.nom])
  await admin.post(base, { label: 'Notes', type: 'textarea', reprendre: '1' })
  await runTasks(t.deps, reindexTypeHandlers)
  expect(await idsWith(t.db, 'tisserand')).toEqual([id])
  expect(await counted(t, 'tisserand')).toBe(before.mot)
  const decades = await t.db.selectFrom('source_decennies').select(['decennie', 'n']).where('n', '<>', 0).execute()
  expect(decades).toEqual([{ decennie: 178, n: 1 }])
  expect(t.failures).toEqual([])
})

test('a second pass over the records, or one that begins again, changes nothing', async () => {
  const t = await testApp()
  const { admin, base, champ, source } = await designer(t)
  const id = await t.make.releve(source, { nom: 'Kermartin', notes: 'tisserand' })
  await admin.post(`${base}/${(await champ('notes')).id}/supprimer`)
  await admin.post(base, { label: 'Notes', type: 'textarea', reprendre: '1' })
  expect(await runTasks(t.deps, reindexTypeHandlers)).toBe(1)
  await t.db.updateTable('taches').set({ etat: 'attente', bail: null }).where('kind', '=', 'recherche_champ').execute()
  expect(await runTasks(t.deps, reindexTypeHandlers)).toBe(1)
  expect([await idsWith(t.db, 'tisserand'), await idsWith(t.db, 'kermartin')]).toEqual([[id], [id]])
  const decades = await t.db.selectFrom('source_decennies').select('n').where('n', '<>', 0).execute()
  expect(decades).toEqual([{ n: 1 }])
})

test('a record that somebody saves while its field changes kind keeps what was typed', async () => {
  const t = await testApp()
  const { champ, source, edit } = await designer(t)
  const id = await t.make.releve(source, { nom: 'Martin', age: 3 })
  await t.make.releve(source, { nom: 'Durand', age: 12.5 })
  const { id: age } = await champ('age')
  const author = { user_id: t.admin.id, now: t.deps.clock().toISOString() }
  let tell = () => {}
  const saved = new Promise<void>((resolve) => {
    tell = resolve
  })
  const saving = t.db.transaction().execute(async (trx) => {
    await updateReleve(trx, { ...author, id, version: 1, data: { nom: 'Corrigé', age: 4 }, etats: {} })
    tell()
    // On PostgreSQL the change of the field reads the record as it was, then waits for this save.
    await sleep(300)
  })
  await saved
  expect((await edit(age, { label: 'Âge', nom: 'age', type: 'text' })).status).toBe(303)
  await saving
  expect(await storedData(t)).toEqual([
    { nom: 'Corrigé', age: '4' },
    { nom: 'Durand', age: '12,5' },
  ])
})

test('editing a record keeps the value and the state of a deleted field', async () => {
  const t = await testApp()
  const { admin, base, champ, source } = await designer(t)
  const id = await t.make.releve(source, { nom: 'Martin', age: 3 }, { age: 'douteux', sexe: 'illisible' })
  await admin.post(`${base}/${(await champ('age')).id}/supprimer`)
  expect((await admin.post(`/releves/${id}`, { 'data[nom]': 'Durand', version: 1 })).status).toBe(303)
  const row = await t.db.selectFrom('releves').select(['data', 'etats']).executeTakeFirstOrThrow()
  expect(row).toEqual({ data: { nom: 'Durand', age: 3 }, etats: { age: 'douteux' } })
})

test('an option that records hold is taken out when it is confirmed, and stays theirs', async () => {
  const t = await testApp()
  const { admin, champ, source, edit } = await designer(t)
  const id = await t.make.releve(source, { nom: 'Martin', sexe: 'F' })
  await t.make.releve(source, { nom: 'Durand', sexe: 'F' })
  const { id: list } = await champ('sexe')
  const fields = { label: 'Sexe', nom: 'sexe', type: 'select', options_raw: 'M' }
  const asked = await edit(list, fields)
  expect(asked.status).toBe(422)
  expect(asked.page.error('retirer')).toContain('« F » : 2 relevés')
  expect([(await champ('sexe')).options, asked.page.value('options_raw')]).toEqual([['M', 'F'], 'M'])
  expect((await edit(list, { ...fields, retirer: '1' })).status).toBe(303)
  expect(await champ('sexe')).toMatchObject({ options: ['M'], anciennes: ['F'] })

  const form = await admin.get(`/releves/${id}/modifier`)
  const kept = form.page.all('select[name="data[sexe]"] option').map((option) => squeeze(option.textContent))
  expect(kept).toEqual(['Non renseigné', 'M', 'F (ancienne valeur)'])
  const fresh = await admin.get(`/sources/${source.id}/releves/nouveau`)
  expect(fresh.page.all('select[name="data[sexe]"] option')).toHaveLength(2)
  const saved = await admin.post(`/releves/${id}`, { 'data[nom]': 'Martine', 'data[sexe]': 'F', version: 1 })
  expect(saved.status).toBe(303)
  const wrong = await admin.post(`/releves/${id}`, { 'data[nom]': 'Martine', 'data[sexe]': 'G', version: 2 })
  expect([wrong.status, wrong.page.error('data[sexe]')]).toEqual([422, 'Choisissez une valeur dans la liste.'])
  expect(t.failures).toEqual([])
})

test('an option that was held once stays readable; one that never was is forgotten, and one put back is an option again', async () => {
  const t = await testApp()
  const { admin, champ, source, edit } = await designer(t)
  const id = await t.make.releve(source, { nom: 'Martin', sexe: 'F' })
  await admin.post(`/releves/${id}`, { 'data[nom]': 'Martin', 'data[sexe]': 'M', version: 1 })
  const { id: list } = await champ('sexe')
  const fields = { label: 'Sexe', nom: 'sexe', type: 'select' }
  await edit(list, { ...fields, options_raw: 'M\nF\nX' })
  // Nobody holds them any more: there is nothing to confirm.
  expect((await edit(list, { ...fields, options_raw: 'M' })).status).toBe(303)
  expect((await champ('sexe')).anciennes).toEqual(['F'])
  await edit(list, { ...fields, options_raw: 'M\nF' })
  expect(await champ('sexe')).toMatchObject({ options: ['M', 'F'], anciennes: [] })
})
