// Columns in which no record of a source holds anything are left out; what holds something is counted by every write.
import { expect, test } from 'vitest'
import { countFieldsHandlers } from '../../../src/features/releves/tasks/count-fields.ts'
import { enqueue } from '../../../src/features/taches/actions.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import type { Page } from '../../support/html.ts'
import { fieldsOf, register } from './support.ts'

const heads = (page: Page) => page.all('#releves thead th:not(.colonne-actions)').map((th) => th.text)
const line = (page: Page) => page.one('.colonnes-ligne').text.replace(/\u00a0/g, ' ')
const DATE = { valeur: '12/08/1787', calendrier: 'gregorien', iso: '1787-08-12', precision: 'jour' }

async function countingTask(t: TestApp): Promise<void> {
  await enqueue(t.db, { kind: 'champs_remplis', payload: {} }, new Date('2026-01-01T00:00:00Z'))
  await runTasks(t.deps, countFieldsHandlers)
}

test('empty columns give their places to what the register holds, and one link shows them', async () => {
  const t = await testApp()
  const { source, path } = await register(t)
  await t.make.releve(source, { nom: 'Martin', prenom: 'Jean', date_evenement: DATE, numero: 12 })
  const marie = await t.as(t.marie)
  const { page } = await marie.get(`${path}?tri=saisie`)
  expect(heads(page)).toEqual(['Nom', 'Prénoms', 'Date de baptême', 'Numéro d’acte', 'Saisi le'])
  expect(line(page)).toContain('2 colonnes vides masquées — les montrer')
  const all = await marie.get(page.one('.colonnes-ligne span a').attrs.href ?? '')
  expect(heads(all.page)).toEqual(['Nom', 'Prénoms', 'Date de baptême', 'Sexe', 'Ondoyé', 'Numéro d’acte', 'Saisi le'])
  expect(line(all.page)).toContain('2 colonnes vides — les masquer')
  expect(all.page.one('.colonnes-ligne span a').attrs.href).toBe(`${path}?tri=saisie`)
  const again = await t.db.selectFrom('releves').select('id').executeTakeFirstOrThrow()
  // A state is something, though there is no value beside it.
  await marie.post(`/releves/${again.id}/champs/sexe`, { version: 1, 'etats[sexe]': 'illisible' })
  expect(line((await marie.get(path)).page)).toContain('1 colonne vide masquée — la montrer')
  expect(t.failures).toEqual([])
})

test('a chosen column that is empty in one source stands in another', async () => {
  const t = await testApp()
  const { source, path } = await register(t)
  const marie = await t.as(t.marie)
  const other = await t.make.source({ type: source.type, section: t.saintMalo })
  await t.make.releve(source, { nom: 'Martin' })
  await t.make.releve(other, { nom: 'Hamon', notes: 'Jumeau' })
  const rows = await t.db.selectFrom('champs').select(['id', 'nom']).where('nom', 'in', ['nom', 'notes']).execute()
  await marie.post(`${path}/colonnes`, { champs: rows.map(({ id }) => id), ordre: [] })
  expect(heads((await marie.get(path)).page)).toEqual(['Nom', 'Saisi le'])
  expect(heads((await marie.get(`/sources/${other.id}/releves`)).page)).toEqual(['Nom', 'Notes', 'Saisi le'])
})

test('the review leaves out the same columns', async () => {
  const t = await testApp()
  const { source } = await register(t, { status: 'a_valider' })
  await t.make.releve(source, { nom: 'Martin', prenom: 'Jean' })
  const { page } = await (await t.as(t.rene)).get(`/revue/${source.id}`)
  expect(heads(page)).toEqual(['Nom', 'Prénoms'])
  const all = await (await t.as(t.rene)).get(page.one('.colonnes-ligne a').attrs.href ?? '')
  expect(heads(all.page)).toContain('Domicile')
  expect(t.failures).toEqual([])
})

test('counts follow what is entered, changed, deleted and brought back', async () => {
  const t = await testApp()
  const { source, path } = await register(t)
  const [marie, rene] = [await t.as(t.marie), await t.as(t.rene)]
  const id = await t.make.releve(source, { nom: 'Martin', numero: 12 })
  await t.make.releve(source, { nom: 'Hamon', sexe: 'M' })
  const right = async () => {
    const { counted, actual } = await fieldsOf(t.db)
    expect(counted).toEqual(actual)
    return heads((await marie.get(path)).page).length
  }
  expect(await right()).toBe(4)
  await marie.post(`/releves/${id}/champs/numero`, { version: 1, 'data[numero]': '' })
  expect(await right()).toBe(3)
  await marie.post(`/releves/${id}/supprimer`, { version: 2 })
  expect(await right()).toBe(3)
  await rene.post(`/releves/${id}/versions/1/retablir`, { version: 3 })
  await rene.post(`/releves/${id}/restauration`)
  await right()
  expect(t.failures).toEqual([])
})

test('records of before are counted by a task, which hides nothing until it has been over the source', async () => {
  const t = await testApp()
  const { source, path } = await register(t)
  for (let n = 0; n < 3; n += 1) await t.make.releve(source, { nom: 'Martin' })
  await t.db.deleteFrom('source_champs').execute()
  await t.db.updateTable('sources').set({ champs_jusque: 0 }).execute()
  const marie = await t.as(t.marie)
  const before = await marie.get(path)
  expect(heads(before.page)).toHaveLength(7)
  // Entered and changed while nothing is counted: the task counts it once.
  await t.make.releve(source, { nom: 'Hamon', sexe: 'F' })
  await countingTask(t)
  await countingTask(t)
  const { counted, actual } = await fieldsOf(t.db)
  expect(counted).toEqual(actual)
  expect(heads((await marie.get(path)).page)).toEqual(['Nom', 'Sexe', 'Saisi le'])
})

test('a write in a source that is half counted counts what the task has passed, and no more', async () => {
  const t = await testApp()
  const { source } = await register(t)
  const first = await t.make.releve(source, { nom: 'Martin' })
  const second = await t.make.releve(source, { nom: 'Hamon' })
  await t.db.updateTable('source_champs').set({ n: 1 }).execute()
  await t.db.updateTable('sources').set({ champs_jusque: first }).execute()
  const marie = await t.as(t.marie)
  for (const id of [first, second])
    await marie.post(`/releves/${id}/champs/sexe`, { version: 1, 'data[sexe]': 'M', 'data[nom]': 'Martin' })
  await t.make.releve(source, { nom: 'Guillou' })
  await countingTask(t)
  const { counted, actual } = await fieldsOf(t.db)
  expect(actual).toEqual({ [`${source.id} nom`]: 3, [`${source.id} sexe`]: 2 })
  expect(counted).toEqual(actual)
})
