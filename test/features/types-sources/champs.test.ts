import { expect, test } from 'vitest'
import { champsOf } from '../../../src/features/types-sources/queries.ts'
import { freeNom, proposedNom } from '../../../src/features/types-sources/rules/champ.ts'
import { testApp } from '../../support/app.ts'
import { designer, FIELDS, storedData } from './designer.ts'

test('a name is proposed from the label', () => {
  expect(proposedNom('Prénoms du père')).toBe('prenoms_du_pere')
  expect(proposedNom('N° d’acte')).toBe('n_d_acte')
  expect(proposedNom('2e témoin')).toBe('e_temoin')
  expect(proposedNom('1789 !')).toBe('')
  expect(proposedNom('x'.repeat(60))).toHaveLength(40)
  expect(freeNom('nom', ['nom', 'nom_2'])).toBe('nom_3')
  expect(freeNom('x'.repeat(40), ['x'.repeat(40)])).toBe(`${'x'.repeat(36)}_2`)
})

test('a field is added at the end, with its name from its label', async () => {
  const t = await testApp()
  const { admin, base, champs } = await designer(t)
  const res = await admin.post(base, {
    label: 'Légitimité',
    type: 'select',
    required: '1',
    options_raw: 'légitime\r\n\n  naturel \nlégitime\nposthume',
    aide: 'Comme dans l’acte.',
    politique: 'repris',
    majuscules: '1',
  })
  expect(res.status).toBe(303)
  expect((await champs()).at(-1)).toEqual({
    id: expect.any(Number),
    acte: 'autre',
    groupe: { id: expect.any(Number), libelle: 'Autres', role: null, de: null },
    partie: null,
    nom: 'legitimite',
    label: 'Légitimité',
    type: 'select',
    required: true,
    options: ['légitime', 'naturel', 'posthume'],
    anciennes: [],
    aide: 'Comme dans l’acte.',
    politique: 'repris',
    majuscules: true,
    completion: false,
  })
  expect((await admin.follow(res)).page.text).toContain('legitimite · liste')
  expect(t.failures).toEqual([])
})

test('a name proposed twice gets a number, a double click adds one field', async () => {
  const t = await testApp()
  const { admin, base, champ, noms, edit } = await designer(t)
  await edit((await champ('age')).id, { label: 'Années', nom: 'age', type: 'number' })
  const fields = { label: 'Âge', type: 'text', _envoi: 'un' }
  const answers = await Promise.all([admin.post(base, fields), admin.post(base, fields)])
  expect(answers.map((res) => res.location)).toEqual([answers[0]?.location, answers[0]?.location])
  expect((await noms()).slice(FIELDS.length)).toEqual(['age_2'])
})

const TOO_MANY = Array.from({ length: 501 }, (_, i) => `valeur ${i}`).join('\n')

test.each<[string, Record<string, string>, string, string]>([
  ['no label', { label: ' ' }, 'label', 'Indiquez le libellé du champ.'],
  ['label too long', { label: 'x'.repeat(121) }, 'label', '120 caractères au plus'],
  ['label in use', { label: 'AGE' }, 'label', 'Un champ de ce libellé existe déjà dans ce type.'],
  ['control character', { label: 'a\u0000' }, 'label', 'caractère interdit'],
  ['label without letters', { label: '1789' }, 'nom', 'ce libellé n’en donne pas'],
  ['name with an accent', { nom: 'décès' }, 'nom', 'minuscules sans accent'],
  ['name with a capital', { nom: 'Nom2' }, 'nom', 'minuscules sans accent'],
  ['name starting with a digit', { nom: '2nom' }, 'nom', 'minuscules sans accent'],
  ['name too long', { nom: 'x'.repeat(41) }, 'nom', '40 caractères au plus'],
  ['name in use', { nom: 'sexe' }, 'nom', 'Un champ de ce nom existe déjà dans ce type.'],
  ['unknown type', { type: 'couleur' }, 'type', 'Choisissez le type du champ.'],
  ['no type', { type: '' }, 'type', 'Choisissez le type du champ.'],
  ['prenom is a text', { nom: 'prenom', type: 'number' }, 'type', 'doit être un texte'],
  ['a list without values', { type: 'select', options_raw: ' \n ' }, 'options_raw', 'au moins une valeur'],
  ['too many values', { type: 'select', options_raw: TOO_MANY }, 'options_raw', '500 valeurs au plus'],
  ['a value too long', { type: 'select', options_raw: 'x'.repeat(201) }, 'options_raw', '200 caractères au plus'],
  ['help too long', { aide: 'x'.repeat(301) }, 'aide', '300 caractères au plus'],
  ['unknown policy', { politique: 'hasard' }, 'politique', 'Choisissez une valeur dans la liste.'],
])('a new field is refused: %s', async (_why, fields, name, message) => {
  const t = await testApp()
  const { admin, base, noms } = await designer(t)
  const sent = { label: 'Cause du décès', nom: '', type: 'text', aide: 'Gardée', politique: 'vide', ...fields }
  const res = await admin.post(base, sent)
  expect(res.status).toBe(422)
  expect(res.page.error(name)).toContain(message)
  if (!fields.aide) expect(res.page.value('aide')).toBe('Gardée')
  expect(await noms()).toEqual(FIELDS.map((field) => field.nom))
  expect(t.failures).toEqual([])
})

test('ten thousand values are refused, not swallowed', async () => {
  const t = await testApp()
  const { admin, base } = await designer(t)
  const options_raw = Array.from({ length: 10_000 }, (_, i) => `v${i}`).join('\n')
  const res = await admin.post(base, { label: 'Liste', type: 'select', options_raw })
  expect([res.status, res.page.error('options_raw')]).toEqual([
    422,
    'Cette liste est trop longue : 500 valeurs au plus.',
  ])
})

test('date_evenement must be a date, in a new field and in an edited one', async () => {
  const t = await testApp()
  const { champ, edit } = await designer(t)
  const { id } = await champ('date_evenement')
  const res = await edit(id, { label: 'Date', nom: 'date_evenement', type: 'text' })
  expect(res.status).toBe(422)
  expect(res.page.error('type')).toContain('doit être une date')
})

test('a form that is refused comes back at what is wrong with it, without JavaScript too', async () => {
  const t = await testApp()
  const { admin, base, champ, edit } = await designer(t)
  const { id } = await champ('sexe')
  const edited = await admin.get(`${base}/${id}/modifier`)
  expect(edited.page.one(`#champ-${id} form`).getAttribute('action')).toBe(`${base}/${id}#champ-${id}-erreurs`)
  expect((await edit(id, { label: '', nom: 'sexe', type: 'text' })).page.has(`.erreurs#champ-${id}-erreurs`)).toBe(true)
  const list = await admin.get(base)
  expect(list.page.one('#ajouter form').getAttribute('action')).toBe(`${base}#erreurs`)
  expect((await admin.post(base, { label: '', type: 'text' })).page.has('.erreurs#erreurs')).toBe(true)
})

test('a field is edited where it stands in the list', async () => {
  const t = await testApp()
  const { admin, base, champ, edit } = await designer(t)
  const { id } = await champ('sexe')
  const open = await admin.get(`${base}/${id}/modifier`)
  expect(open.page.one(`#champ-${id} form`).getAttribute('action')).toBe(`${base}/${id}#champ-${id}-erreurs`)
  const link = (await admin.get(base)).page.one(`#champ-${id} a[href*=modifier]`)
  // Alone the link opens the page at the entry; htmx asks for the page and takes the entry from it.
  expect(link.getAttribute('href')).toBe(`${base}/${id}/modifier#champ-${id}`)
  expect(link.getAttribute('hx-get')).toBe(`${base}/${id}/modifier`)
  expect(open.page.value('label')).toBe('Sexe')
  expect(open.page.value('options_raw')).toBe('M\nF')
  const part = await admin.fragment(`${base}/${id}/modifier`)
  expect(part.text).not.toContain('<html')
  expect(part.page.has(`#champ-${id} input[name=_csrf]`)).toBe(true)
  const res = await edit(id, { label: 'Sexe', nom: 'sexe', type: 'select', options_raw: 'M\nF\n?' })
  expect(res.location).toBe(`${base}#champ-${id}`)
  expect((await champ('sexe')).options).toEqual(['M', 'F', '?'])
})

test('the name of a field can change until a record holds a value', async () => {
  const t = await testApp()
  const { champ, source, noms, edit } = await designer(t)
  const { id } = await champ('notes')
  const renamed = await edit(id, { label: 'Remarques', nom: 'remarques', type: 'textarea' })
  expect(renamed.status).toBe(303)
  await t.make.releve(source, { nom: 'Martin', remarques: 'Un mot' })
  const res = await edit(id, { label: 'Divers', nom: 'divers', type: 'textarea' })
  expect(res.status).toBe(422)
  expect(res.page.error('nom')).toContain('1 relevé a une valeur')
  expect(res.page.value('nom')).toBe('divers')
  expect(await noms()).toContain('remarques')
  const relabelled = await edit(id, { label: 'Divers', nom: 'remarques', type: 'textarea' })
  expect(relabelled.status).toBe(303)
})

test('a state alone also settles the name', async () => {
  const t = await testApp()
  const { champ, source, edit } = await designer(t)
  await t.make.releve(source, { nom: 'Martin' }, { age: 'illisible' })
  const res = await edit((await champ('age')).id, { label: 'Âge', nom: 'annees', type: 'number' })
  expect(res.status).toBe(422)
})

test('the type changes freely while no record holds a value', async () => {
  const t = await testApp()
  const { champ, source, edit } = await designer(t)
  await t.make.releve(source, { nom: 'Martin' })
  const { id } = await champ('age')
  expect((await edit(id, { label: 'Âge', nom: 'age', type: 'date' })).status).toBe(303)
  expect((await champ('age')).type).toBe('date')
})

test('numbers become the text they were shown as', async () => {
  const t = await testApp()
  const { champ, source, edit } = await designer(t)
  await t.make.releve(source, { nom: 'Martin', age: 12.5 })
  await t.make.releve(source, { nom: 'Le Goff' })
  const { id } = await champ('age')
  expect((await edit(id, { label: 'Âge', nom: 'age', type: 'text' })).status).toBe(303)
  expect(await storedData(t)).toEqual([{ nom: 'Martin', age: '12,5' }, { nom: 'Le Goff' }])
  expect(t.failures).toEqual([])
})

test.each([
  ['list', 'sexe', 'text', { nom: 'Martin', sexe: 'M' }],
  ['list', 'sexe', 'textarea', { nom: 'Martin', sexe: 'M' }],
  ['short paragraph', 'notes', 'text', { nom: 'Martin', notes: 'Un mot' }],
])('a %s (%s) with values becomes a %s', async (_from, nom, type, data) => {
  const t = await testApp()
  const { champ, source, edit } = await designer(t)
  await t.make.releve(source, data)
  const { id, label } = await champ(nom)
  const res = await edit(id, { label, nom, type })
  expect(res.status).toBe(303)
  expect((await champ(nom)).type).toBe(type)
  expect(await storedData(t)).toEqual([data])
})

test('a text with values becomes a paragraph, but not the one that feeds the lists', async () => {
  const t = await testApp()
  const { admin, base, champ, source, edit } = await designer(t)
  await admin.post(base, { label: 'Métier', type: 'text' })
  await t.make.releve(source, { nom: 'Martin', metier: 'tisserand' })
  const { id } = await champ('metier')
  expect((await edit(id, { label: 'Métier', nom: 'metier', type: 'textarea' })).status).toBe(303)
  const nom = await champ('nom')
  const res = await edit(nom.id, { label: 'Nom', nom: 'nom', type: 'textarea' })
  expect([res.status, (await champ('nom')).type]).toEqual([422, 'text'])
})

test.each([
  ['list to number', 'sexe', 'number', { sexe: 'M' }],
  ['number to boolean', 'age', 'boolean', { age: 0 }],
  ['paragraph to date', 'notes', 'date', { notes: '1787' }],
  ['two lines to one', 'notes', 'text', { notes: 'Une ligne\net une autre' }],
  ['long paragraph to one line', 'notes', 'text', { notes: 'x'.repeat(501) }],
])('a change of type that would lose values is refused: %s', async (_why, nom, type, data) => {
  const t = await testApp()
  const { champ, source, edit } = await designer(t)
  await t.make.releve(source, data)
  await t.make.releve(source, { ...data, nom: 'Bis' })
  const before = await champ(nom)
  const res = await edit(before.id, { label: before.label, nom, type, options_raw: 'M' })
  expect(res.status).toBe(422)
  expect(res.page.error('type')).toContain('2 relevés ont une valeur qui serait perdue')
  expect(res.page.value('type')).toBe(type)
  expect(await champ(nom)).toEqual(before)
})

test('values of other types of source do not count', async () => {
  const t = await testApp()
  const { champ, edit } = await designer(t)
  const other = await t.make.typeSource({ nom: 'Autre', champs: FIELDS })
  await t.make.releve(await t.make.source({ type: other }), { age: 12 })
  const res = await edit((await champ('age')).id, { label: 'Âge', nom: 'annees', type: 'date' })
  expect(res.status).toBe(303)
})

test('a field is deleted after saying how many records hold a value, which stay in the records', async () => {
  const t = await testApp()
  const { admin, base, champ, source, noms } = await designer(t)
  await t.make.releve(source, { nom: 'Martin', age: 3 })
  const { id } = await champ('age')
  const asked = await admin.get(`${base}/${id}/supprimer`)
  expect(asked.page.h1).toBe('Supprimer le champ « Âge »')
  expect(asked.page.text).toContain('1 relevé a une valeur dans ce champ.')
  expect((await admin.post(`${base}/${id}/supprimer`)).status).toBe(303)
  expect(await noms()).not.toContain('age')
  expect(await storedData(t)).toEqual([{ nom: 'Martin', age: 3 }])
  expect((await admin.post(`${base}/${id}/supprimer`)).status).toBe(404)
})

test('buttons move a field up and down, the ends stay the ends', async () => {
  const t = await testApp()
  const { admin, base, champ, noms } = await designer(t)
  const { id } = await champ('nom')
  const page = (await admin.get(base)).page
  expect(page.has('button[aria-label="Monter Nom"]:not([disabled])')).toBe(true)
  expect(page.has('button[aria-label="Monter Date"][disabled]')).toBe(true)
  expect(page.has('button[aria-label="Descendre Notes"][disabled]')).toBe(true)
  expect((await admin.post(`${base}/${id}/monter`)).location).toBe(`${base}#champ-${id}`)
  expect(await noms()).toEqual(['nom', 'date_evenement', 'age', 'sexe', 'notes'])
  await admin.post(`${base}/${id}/monter`)
  expect((await noms())[0]).toBe('nom')
  await admin.post(`${base}/${id}/descendre`)
  await admin.post(`${base}/${id}/descendre`)
  expect(await noms()).toEqual(['date_evenement', 'age', 'nom', 'sexe', 'notes'])
})

test('an order sent at once is kept; one that does not name each field is refused', async () => {
  const t = await testApp()
  const { admin, base, champs, noms } = await designer(t)
  const ids = (await champs()).map((champ) => champ.id)
  const turned = [...ids].reverse()
  expect((await admin.post(`${base}/ordre`, { ordre: turned })).status).toBe(303)
  expect(await noms()).toEqual(['notes', 'sexe', 'age', 'nom', 'date_evenement'])
  expect((await admin.post(`${base}/ordre`, { ordre: ids.join(',') })).status).toBe(303)
  const wrong: (string | (string | number)[])[] = [
    '',
    ids.slice(1),
    [...ids, 99],
    [...ids.slice(1), ids[1] ?? 0],
    'a,b',
  ]
  for (const ordre of wrong) {
    const res = await admin.post(`${base}/ordre`, { ordre })
    expect(res.status, String(ordre)).toBe(409)
  }
  expect(await noms()).toEqual(FIELDS.map((field) => field.nom))
  expect(t.failures).toEqual([])
})

test('the page carries what drag and drop sends: every id once, in order, into one form of its own', async () => {
  const t = await testApp()
  const { admin, base, champs, champ } = await designer(t)
  const open = await admin.get(`${base}/${(await champ('age')).id}/modifier`)
  for (const { page } of [await admin.get(base), open]) {
    const sent = page.all('input[name=ordre]')
    expect(sent.map((input) => Number(input.getAttribute('value')))).toEqual((await champs()).map(({ id }) => id))
    expect(new Set(sent.map((input) => input.getAttribute('form')))).toEqual(new Set(['ordre-champs']))
    expect(page.one('#ordre-champs').getAttribute('action')).toBe(`${base}/ordre`)
    expect(page.has('#ordre-champs input[name=_csrf]')).toBe(true)
    expect(page.has('script[src="/assets/ordre.js"]')).toBe(true)
  }
  expect((await admin.get('/admin/types-sources')).page.has('script[src="/assets/ordre.js"]')).toBe(false)
})

test('an order sent by the script answers with the preview in that order', async () => {
  const t = await testApp()
  const { admin, base, champs } = await designer(t)
  const ordre = (await champs()).map(({ id }) => id).reverse()
  const res = await admin.post(`${base}/ordre`, { ordre }, { 'HX-Request': 'true' })
  const part = await admin.fragment(res.location ?? '')
  const labels = part.page.all('#apercu label').map((label) => label.textContent.replace(' (obligatoire)', ''))
  expect(labels).toEqual(['Notes', 'Sexe', 'Âge', 'Nom', 'Date'])
  expect(part.page.has('#flash')).toBe(false)
})

test('the entry form is previewed with every field, and nothing of it can be typed or sent', async () => {
  const t = await testApp()
  const { admin, base } = await designer(t)
  await admin.post(base, { label: 'Domicile', type: 'place', aide: 'Village ou ferme.', required: '1' })
  const { page } = await admin.get(base)
  expect(page.one('#apercu fieldset').hasAttribute('disabled')).toBe(true)
  expect(page.all('#apercu form')).toHaveLength(0)
  for (const nom of ['nom', 'age', 'sexe', 'notes', 'domicile']) {
    expect(page.has(`#apercu fieldset [name="data[${nom}]"]`), nom).toBe(true)
  }
  expect(page.one('#apercu').textContent).toContain('Village ou ferme.')
  const ids = page.all('[id]').map((node) => node.getAttribute('id'))
  expect(new Set(ids).size).toBe(ids.length)
  const empty = await t.make.typeSource({ champs: [] })
  const blank = await admin.get(`/admin/types-sources/${empty.id}/champs`)
  expect(blank.page.one('#apercu').textContent).toContain('paraîtront ici')
})

test('of two who edit one field, the second is told and keeps what was typed', async () => {
  const t = await testApp()
  const { admin, base, champ, edit } = await designer(t)
  const { id } = await champ('age')
  const form = await admin.get(`${base}/${id}/modifier`)
  expect(form.page.value('version')).toBe('1')
  expect((await edit(id, { label: 'Âge au décès', nom: 'age', type: 'number' })).status).toBe(303)
  const late = await edit(id, { label: 'Années', nom: 'age', type: 'text', version: 1 })
  expect(late.status).toBe(409)
  expect(late.page.text).toContain('Ce champ a été modifié entre-temps')
  expect([late.page.value('label'), late.page.value('version')]).toEqual(['Années', '2'])
  expect(await champ('age')).toMatchObject({ label: 'Âge au décès', type: 'number' })
  const wrong = await edit(id, { label: '', type: 'text', version: 1 })
  expect([wrong.status, wrong.page.value('version')]).toEqual([422, '1'])
  expect((await edit(id, { label: 'Années', nom: 'age', type: 'text', version: 2 })).status).toBe(303)
  const forged = await admin.post(`${base}/${id}`, { label: 'Sans version', type: 'text' })
  expect(forged.status).toBe(409)
  expect((await champ('age')).label).toBe('Années')
  expect(t.failures).toEqual([])
})

test('of two changes at once, one is kept', async () => {
  const t = await testApp()
  const { champ, edit } = await designer(t)
  const { id } = await champ('notes')
  const change = (label: string) => edit(id, { label, nom: 'notes', type: 'textarea', version: 1 })
  const answers = await Promise.all(['Remarques', 'Observations'].map(change))
  expect(answers.map((res) => res.status).sort()).toEqual([303, 409])
})

test('an edited field is refused as a new one is: a name or a label in use, ten thousand values', async () => {
  const t = await testApp()
  const { champ, champs, edit } = await designer(t)
  const before = await champs()
  const { id } = await champ('notes')
  const options_raw = Array.from({ length: 10_000 }, (_, i) => `v${i}`).join('\n')
  const wrong: [Record<string, string>, string, string][] = [
    [{ nom: 'sexe' }, 'nom', 'Un champ de ce nom existe déjà dans ce type.'],
    [{ label: 'SEXE' }, 'label', 'Un champ de ce libellé existe déjà dans ce type.'],
    [{ type: 'select', options_raw }, 'options_raw', 'Cette liste est trop longue : 500 valeurs au plus.'],
  ]
  for (const [fields, name, message] of wrong) {
    const res = await edit(id, { label: 'Notes', nom: 'notes', type: 'textarea', ...fields })
    expect([res.status, res.page.error(name)]).toEqual([422, message])
    expect(res.page.value(name)).toBe(fields[name])
  }
  expect(await champs()).toEqual(before)
  expect(t.failures).toEqual([])
})

test('a field of another type is not found through this one', async () => {
  const t = await testApp()
  const { base, admin } = await designer(t)
  const other = await t.make.typeSource({ nom: 'Autre' })
  const [foreign] = await champsOf(t.db, other.id)
  const id = foreign?.id ?? 0
  for (const path of ['modifier', 'supprimer']) expect((await admin.get(`${base}/${id}/${path}`)).status).toBe(404)
  for (const path of ['', '/monter', '/descendre', '/supprimer']) {
    expect((await admin.post(`${base}/${id}${path}`, { label: 'X', type: 'text' })).status, path).toBe(404)
  }
  expect(await champsOf(t.db, other.id)).toHaveLength(8)
})
