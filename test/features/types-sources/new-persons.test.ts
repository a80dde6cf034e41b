// A new person of a type comes with its fields, named after it; its label says who it is.
import { expect, test } from 'vitest'
import { champsOf, typeGroups } from '../../../src/features/types-sources/queries.ts'
import { kinOfLabel, ofPerson, roleOfLabel } from '../../../src/features/types-sources/rules/person-words.ts'
import { type TestApp, testApp } from '../../support/app.ts'

async function designer(t: TestApp) {
  const type = await t.make.typeSource({ champs: [] })
  const admin = await t.as(t.admin)
  const base = `/admin/types-sources/${type.id}`
  const add = (libelle: string, more: Record<string, string | string[]> = {}) =>
    admin.post(`${base}/groupes`, { libelle, role: 'auto', de: 'auto', parties: ['nom', 'prenom'], ...more })
  return { type, admin, base, add, champs: () => champsOf(t.db, type.id), groups: () => typeGroups(t.db, type.id) }
}

test.each([
  ['Époux', 'principal', 'de l’époux'],
  ['Père de l’époux', 'pere', 'du père de l’époux'],
  ['MÈRE', 'mere', 'de la mÈRE'],
  ['Témoin 2', 'temoin', 'du témoin 2'],
  ['Épouse', 'principal', 'de l’épouse'],
  ['Tutrice', 'autre', 'de la tutrice'],
  ['Repères', null, '(repères)'],
  ['Constructor', undefined, '(constructor)'],
  ['Fermier général', undefined, '(fermier général)'],
  ['1er acte', undefined, '(1er acte)'],
])('« %s » says %s', (libelle, role, de) => {
  expect(roleOfLabel(libelle)).toBe(role)
  expect(ofPerson(libelle)).toBe(de)
})

test('kin are found by their label, articles aside; a principal is nobody’s', () => {
  const groups = [
    { id: 1, libelle: 'Époux', role: 'principal' as const },
    { id: 2, libelle: 'La mariée', role: 'principal' as const },
    { id: 3, libelle: 'Registre', role: null },
  ]
  expect(kinOfLabel('Père de l’époux', 'pere', groups)).toBe(1)
  expect(kinOfLabel('Mère de la mariée', 'mere', groups)).toBe(2)
  expect(kinOfLabel('Père du registre', 'pere', groups)).toBeNull()
  expect(kinOfLabel('Père', 'pere', groups)).toBeNull()
  expect(kinOfLabel('Époux', 'principal', groups)).toBeNull()
})

test('a type begins with the date of the act, and its persons come with their fields', async () => {
  const t = await testApp()
  const { admin, base, add, champs, groups } = await designer(t)
  const empty = await admin.get(`${base}/champs`)
  const begin = empty.page.all('form').find((form) => form.textContent.includes('Commencer par la date de l’acte'))
  expect(begin?.getAttribute('action')).toBe(`${base}/groupes`)
  await admin.post(`${base}/groupes`, { libelle: 'Repères', date: '1' })
  await add('Époux', { parties: ['nom', 'prenom', 'decede'] })
  const { page } = await admin.get(`${base}/champs`)
  const ticked = page.all('#ajouter-groupe input[name=parties][checked]').map((box) => box.getAttribute('value'))
  expect(ticked).toEqual(['nom', 'prenom', 'decede'])
  await add('Père de l’époux')
  await add('Épouse', { parties: ['sexe', 'nom', 'nom', 'domicile'] })
  expect((await champs()).map(({ nom, label, type, partie }) => [nom, label, type, partie])).toEqual([
    ['date_evenement', 'Date de l’acte', 'date', null],
    ['nom', 'Nom de l’époux', 'text', 'nom'],
    ['prenom', 'Prénoms de l’époux', 'text', 'prenom'],
    ['decede_epoux', 'Époux décédé', 'boolean', 'decede'],
    ['nom_pere_epoux', 'Nom du père de l’époux', 'text', 'nom'],
    ['prenom_pere_epoux', 'Prénoms du père de l’époux', 'text', 'prenom'],
    ['sexe_epouse', 'Sexe de l’épouse', 'select', 'sexe'],
    ['nom_epouse', 'Nom de l’épouse', 'text', 'nom'],
    ['domicile_epouse', 'Domicile de l’épouse', 'place', 'domicile'],
  ])
  const [, epoux] = await groups()
  expect((await groups()).map(({ role, de }) => [role, de])).toEqual([
    [null, null],
    ['principal', null],
    ['pere', epoux?.id],
    ['principal', null],
  ])
  expect(t.failures).toEqual([])
})

test('a label that says nothing is asked about, headings come without fields, hostile parts are refused', async () => {
  const t = await testApp()
  const { add, champs, groups } = await designer(t)
  const untold = await add('Fermier général', { parties: ['nom', 'age'] })
  expect(untold.status).toBe(422)
  expect(untold.page.one('#groupe-role-erreur').text).toContain('Ce libellé ne dit pas qui est cette personne')
  expect(untold.page.all('#ajouter-groupe input[name=parties][checked]')).toHaveLength(2)
  for (const parties of [['nom', 'poids'], ['__proto__'], ['']]) {
    const refused = await add('Témoin', { parties })
    expect([refused.status, refused.page.one('#groupe-parties-erreur').text]).toEqual([
      422,
      'Cochez des champs de la liste.',
    ])
  }
  expect(await groups()).toEqual([])
  await add('Notes')
  await add('Fermier général', { role: 'autre' })
  expect((await champs()).map(({ nom, label }) => [nom, label])).toEqual([
    ['nom_fermier_general', 'Nom (fermier général)'],
    ['prenom_fermier_general', 'Prénoms (fermier général)'],
  ])
})

test('new fields take neither names in use nor those under which records still hold values', async () => {
  const t = await testApp()
  const { type, admin, base, add, champs } = await designer(t)
  const source = await t.make.source({ type })
  await t.make.releve(source, { nom: 'Martin' })
  await admin.post(`${base}/champs`, { label: 'Prénoms du témoin', nom: 'prenom_temoin', type: 'text' })
  await add('Époux')
  await add('Témoin')
  expect((await champs()).slice(1).map(({ nom, label }) => [nom, label])).toEqual([
    ['nom_2', 'Nom de l’époux'],
    ['prenom', 'Prénoms de l’époux'],
    ['nom_temoin', 'Nom du témoin'],
    ['prenom_temoin_2', 'Prénoms du témoin 2'],
  ])
  expect(t.failures).toEqual([])
})
