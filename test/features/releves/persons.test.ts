// A record's page by its persons: the sentence, the citation, who stands in which group, and what the register does not say.
import { expect, test } from 'vitest'
import { createTypeFromModel, modelByKey } from '../../../src/features/types-sources/actions/models.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'
import { register } from './support.ts'

/** A wedding of Pleurtuit as the desk takes it. */
const WEDDING = {
  'data[date_evenement][valeur]': '14 thermidor an II',
  'data[date_evenement][calendrier]': 'republicain',
  'data[vue]': '12',
  'data[nom]': 'MARTIN',
  'data[prenom]': 'Jean',
  'data[age_epoux]': '27',
  'data[nom_veuvage_epoux]': 'KERVELLA',
  'data[prenom_veuvage_epoux]': 'Louise',
  'data[nom_pere_epoux]': 'MARTIN',
  'data[prenom_pere_epoux]': 'Paul',
  'data[decede_pere_epoux]': 'oui',
  'data[nom_epouse]': 'HAMON',
  'data[prenom_epouse]': 'Marie',
  'etats[prenom_mere_epouse]': 'illisible',
  'data[nom_temoin_1]': 'TANGUY',
}

async function wedding(t: TestApp) {
  const model = modelByKey('mariages_paroissiaux')
  if (!model) throw new Error('no model')
  const id = await createTypeFromModel(t.db, model)
  const depot = await t.make.depot({ nom: 'Archives d’Ille-et-Vilaine' })
  const { path, source } = await register(t, { type: { id, nom: model.nom }, depot })
  await t.db.updateTable('sources').set({ cote: '10 NUM 35228' }).where('id', '=', source.id).execute()
  const marie = await t.as(t.marie)
  expect((await marie.post(path, WEDDING)).status).toBe(303)
  const releve = await t.db.selectFrom('releves').select('id').executeTakeFirstOrThrow()
  return { path, marie, page: (await marie.get(`/releves/${releve.id}`)).page, id: releve.id }
}

test('a wedding opens with its sentence, then its persons, and folds what the register does not say', async () => {
  const t = await testApp()
  const { page } = await wedding(t)
  expect(squeeze(page.one('.acte-phrase').textContent)).toBe(
    'Mariage de Jean MARTIN, 27 ans, fils de feu Paul MARTIN, veuf de Louise KERVELLA, avec Marie HAMON, fille de [illisible], le 14 thermidor an II (1er août 1794) à Pleurtuit ; témoin : TANGUY.',
  )
  expect(page.all('.acte-groupes h2').map((title) => title.textContent)).toEqual([
    'Repères',
    'Époux',
    'Conjoint précédent de l’époux',
    'Père de l’époux',
    'Épouse',
    'Mère de l’épouse',
    'Témoin 1',
  ])
  expect(squeeze(page.one('.acte-vides summary').textContent)).toBe('41 champs vides')
  expect(page.all('.acte-vides dt').map((term) => term.textContent)).toContain('Profession de l’épouse')
})

test('its citation names the act, repository, call number, view and address', async () => {
  const t = await testApp()
  const { page, id } = await wedding(t)
  const cited = page.one('[data-citation]').textContent
  expect(squeeze(cited)).toMatch(
    /^Mariage de Jean MARTIN.*témoin : TANGUY\. Archives d’Ille-et-Vilaine, 10 NUM 35228, vue 12\. /,
  )
  expect(cited.endsWith(`/releves/${id}.`)).toBe(true)
})

test('the desk has a heading for each person; only the witnesses after the first are folded', async () => {
  const t = await testApp()
  const { path, marie } = await wedding(t)
  const { page } = await marie.get(`${path}/nouveau`)
  expect(page.all('.saisie-groupe > legend').map((legend) => legend.textContent)).toEqual([
    ...['Repères', 'Époux', 'Conjoint précédent de l’époux', 'Père de l’époux', 'Mère de l’époux'],
    ...['Épouse', 'Conjoint précédent de l’épouse', 'Père de l’épouse', 'Mère de l’épouse', 'Témoin 1', 'Notes'],
  ])
  const folded = page.all('details[data-suite-de]')
  expect(folded.map((one) => [one.querySelector('summary')?.textContent, one.hasAttribute('open')])).toEqual([
    ['Témoin 2', false],
    ['Témoin 3', false],
    ['Témoin 4', false],
  ])
})

test('a record being changed shows its witness and the one after', async () => {
  const t = await testApp()
  const { marie, id } = await wedding(t)
  const { page } = await marie.get(`/releves/${id}/modifier`)
  expect(page.all('details[data-suite-de]').map((one) => one.hasAttribute('open'))).toEqual([true, false, false])
})

test('the list of a source says the calendar of the Republic by its months alone', async () => {
  const t = await testApp()
  const { path, marie } = await wedding(t)
  const { page } = await marie.get(path)
  expect(page.text).toContain('14 thermidor an II')
  expect(page.text).not.toContain('calendrier républicain')
})

test('the desk tells everybody in the acts entered last, and cuts a long one at a word', async () => {
  const t = await testApp()
  const { path, marie, id } = await wedding(t)
  await marie.post(path, { ...WEDDING, 'data[numero_acte]': '7', 'data[nom_temoin_1]': 'TANGUY '.repeat(60).trim() })
  const { page } = await marie.get(`${path}/nouveau`)
  const [long, first] = page.all('#saisie-recents tbody tr').map((row) => squeeze(row.textContent))
  expect(first).toContain(
    'Jean MARTIN, 27 ans, fils de feu Paul MARTIN, veuf de Louise KERVELLA, avec Marie HAMON, fille de [illisible] ; témoin : TANGUY',
  )
  expect(first).toContain('14 thermidor an II')
  expect(page.has(`#saisie-recents a[href="/releves/${id}"]`)).toBe(true)
  expect(long).toContain('n° 7 · 14 thermidor an II')
  expect(long).toMatch(/TANGUY…/)
})
