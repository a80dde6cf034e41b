// An entry of the results: whom it names on its first line, and what its second line tells.
import { expect, test } from 'vitest'
import type { Person } from '../../../src/champs/persons.ts'
import type { ActKind } from '../../../src/db/schema-persons.ts'
import { namedPersons, whoOf } from '../../../src/features/recherche/rules/who.ts'
import { createTypeFromModel, modelByKey } from '../../../src/features/types-sources/actions/models.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'
import { jour } from './corpus.ts'

const person = (id: number, role: Person['role'], parts: Person['parts'], more: Partial<Person> = {}): Person => ({
  ...{ id, role, libelle: '', de: null, parts, unreadable: new Set() },
  ...more,
})

const jean = person(1, 'principal', { nom: 'MARTIN', prenom: 'Jean' })
const marie = person(2, 'principal', { nom: 'LE GOFF', prenom: 'Marie' })
const anne = person(3, 'principal', { nom_complet: 'Anne dite la Grande' })
const hidden = person(4, 'principal', { prenom: 'Yves' }, { unreadable: new Set(['nom']) })
const wife = person(5, 'conjoint', { nom: 'RIOU', prenom: 'Anne' }, { de: 1 })
const father = person(6, 'pere', { nom: 'MARTIN', prenom: 'Paul' }, { de: 1 })

const EXAMPLES: [what: string, ActKind, Person[], names: string[], isCouple: boolean][] = [
  ['the child of a baptism', 'bapteme', [jean, father], ['MARTIN Jean'], false],
  ['both of a wedding', 'mariage', [jean, father, marie], ['MARTIN Jean', 'LE GOFF Marie'], true],
  ['both of a contract, one by the role of a spouse', 'contrat', [jean, wife], ['MARTIN Jean', 'RIOU Anne'], true],
  ['the dead alone, whoever the spouse', 'sepulture', [jean, wife], ['MARTIN Jean'], false],
  ['two of a household', 'recensement', [jean, marie, anne], ['MARTIN Jean', 'LE GOFF Marie'], false],
  ['a name in one field', 'autre', [anne], ['Anne dite la Grande'], false],
  ['a name that nobody can read', 'bapteme', [hidden], ['[illisible] Yves'], false],
  ['the columns of the record, where its type has no persons', 'autre', [], ['Durand Paul'], false],
]

test.each(EXAMPLES)('%s', (_what, acte, persons, names, isCouple) => {
  const who = whoOf(namedPersons(persons, acte), acte, { champs: [], etats: {}, nom: 'Durand', prenom: 'Paul' })
  expect(who.names.map(({ nom, prenom }) => `${nom} ${prenom}`.trim())).toEqual(names)
  expect(who.isCouple).toBe(isCouple)
})

async function wedding(t: TestApp) {
  const model = modelByKey('mariages_paroissiaux')
  if (!model) throw new Error('no model')
  const id = await createTypeFromModel(t.db, model)
  const lieu = await t.make.lieu({ nom: 'Pleurtuit' })
  const source = await t.make.source({ titre: 'Mariages de Pleurtuit', type: { id, nom: model.nom }, lieu })
  await t.make.releve(
    source,
    {
      ...{ nom: 'MARTIN', prenom: 'Jean', nom_epouse: 'LE GOFF', prenom_epouse: 'Marie', nom_pere_epouse: 'LE GOFF' },
      prenom_pere_epouse: 'Yves',
      date_evenement: jour.gregorien('1787-08-12'),
    },
    { nom: 'douteux' },
  )
  return t.as(t.admin)
}

test('a wedding names bride and groom, and its second line does not tell them again', async () => {
  const admin = await wedding(await testApp())
  const { page } = await admin.get('/recherche?nom=le+goff')
  expect(page.all('.trouves thead th').map((cell) => cell.textContent)).toEqual([
    'Nom et prénoms',
    'Date',
    'Source, acte et lieu',
  ])
  const row = page.one('.trouves tbody tr')
  expect(row.querySelectorAll('th,td').map((cell) => squeeze(cell.textContent))).toEqual([
    'MARTIN Jean douteux × LE GOFF Marie',
    '12/08/1787',
    'Mariages de Pleurtuit · Pleurtuit · Père de l’épouse : LE GOFF Yves',
  ])
  expect(row.querySelectorAll('th mark').map((mark) => mark.textContent)).toEqual(['LE', 'GOFF'])
  expect(row.querySelector('th [aria-label="et"]')?.textContent).toBe('×')
})

test('a record without any name is told by its number', async () => {
  const t = await testApp()
  const source = await t.make.source({})
  const id = await t.make.releve(source, { notes: 'acte biffé' })
  const { page } = await (await t.as(t.admin)).get('/recherche?q=biffe')
  expect(squeeze(page.one('tbody th a').textContent)).toBe(`Relevé n° ${id}`)
})

test('the form shows the second names once a couple is looked for, and leaves them out for one person', async () => {
  const admin = await wedding(await testApp())
  const asked = async (query: string) => {
    const { page } = await admin.get(`/recherche?${query}`)
    const pour = page.all('[name=pour]').find((radio) => radio.hasAttribute('checked'))
    return [pour?.getAttribute('value'), page.all('.jeton').map((chip) => squeeze(chip.textContent))]
  }
  expect(await asked('nom=martin')).toEqual(['personne', ['Nom « martin »']])
  expect(await asked('nom=martin&pour=couple&nom2=&prenom2=')).toEqual(['couple', ['Nom « martin »']])
  expect(await asked('nom=martin&nom2=le+goff')).toEqual(['couple', ['Nom « martin »', 'Nom du conjoint « le goff »']])
  expect(await asked('nom=martin&nom2=le+goff&pour=personne')).toEqual(['personne', ['Nom « martin »']])
})

test('htmx is told the address that links give, and what is wrong is told without taking the focus', async () => {
  const admin = await wedding(await testApp())
  const part = (query: string) => admin.get(`/recherche?${query}`, { 'HX-Request': 'true' })
  const found = await part('nom=martin&prenom=&mode=exact&annee_debut=&q=')
  expect(found.headers.get('HX-Push-Url')).toBe('/recherche?nom=martin')
  expect(squeeze(found.page.one('#recherche-annonce').textContent)).toBe('1 relevé')
  const wrong = await part('nom=martin&annee_debut=1800&annee_fin=1700')
  expect([wrong.status, wrong.headers.get('HX-Push-Url')]).toEqual([422, null])
  const summary = wrong.page.one('#recherche-suite .erreurs')
  expect(summary.hasAttribute('data-focus')).toBe(false)
  expect(summary.querySelector('a')?.getAttribute('data-erreur')).toBe('La dernière année est avant la première.')
  const whole = await admin.get('/recherche?nom=martin')
  expect(whole.headers.get('HX-Push-Url')).toBeNull()
  expect(whole.page.one('#recherche-annonce').textContent).toBe('')
})

test('one quiet line tells the couple that is looked for, and joins the neighbours by sound that are found', async () => {
  const t = await testApp()
  const admin = await wedding(t)
  const told = async (query: string) => {
    const { page } = await admin.get(`/recherche?${query}`)
    return page.all('.recherche-dit').map((line) => squeeze(line.textContent))
  }
  expect(await told('nom=martin')).toEqual([])
  expect(await told('nom=martin&prenom=Jean&nom2=le+goff')).toEqual(['MARTIN Jean × LE GOFF'])
  expect(await told('nom2=le+goff')).toEqual(['… × LE GOFF'])
  expect(await told(`q=${encodeURIComponent('couple:"martin + le goff"')}`)).toEqual(['MARTIN × LE GOFF'])
  expect(await told('nom=le+gof&mode=sonore')).toEqual(['LE GOF'])
  const part = await admin.get('/recherche/graphies?nom=le+gof&mode=sonore', { 'HX-Request': 'true' })
  expect(squeeze(part.page.one('#recherche-sons').textContent)).toBe(', sons voisins : GOFF (1), LEGOFF (1)')
})
