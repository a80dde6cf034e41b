import { expect, test } from 'vitest'
import type { ReleveData } from '../../../../src/db/schema.ts'
import { type TestApp, testApp } from '../../../support/app.ts'
import { day } from '../../../support/factories.ts'
import { squeeze } from '../../../support/html.ts'
import { makeLine } from '../../orthographes/support.ts'
import { typeIds } from './site.ts'

const FAMILY = '/recherche/famille'
const NAMES = 'nom=MARTIN&prenom=Jean&nom2=LE+GOFF&prenom2=Marie'
const PARENTS = { nom: 'MARTIN', nom_pere: 'MARTIN', prenom_pere: 'Jean', nom_mere: 'LE GOFF', prenom_mere: 'Marie' }
const WEDDING = {
  ...{ nom: 'MARTIN', prenom: 'Jean', nom_epouse: 'LE GOFF', prenom_epouse: 'Marie', numero_acte: 14 },
  ...{ nom_pere_epoux: 'MARTIN', prenom_pere_epoux: 'Paul', nom_mere_epoux: 'RIOU', prenom_mere_epoux: 'Anne' },
}
/** The example of the paper: Saint-Malo, with the registers that it has, and one baptism in a place nearby. */
async function saintMalo(t: TestApp) {
  const types = await typeIds(t)
  const lieu = await t.make.lieu({ nom: 'Saint-Malo', latitude: 48.65, longitude: -2.01 })
  const near = await t.make.lieu({ nom: 'Pleurtuit', latitude: 48.58, longitude: -2.06 })
  const far = await t.make.lieu({ nom: 'Vannes', latitude: 47.66, longitude: -2.76 })
  const source = (
    type: 'baptemes' | 'mariages_paroissiaux' | 'sepultures',
    at: { id: number },
    from: number,
    to: number,
  ) =>
    t.make.source({
      type: types.get(type) ?? { id: 0, nom: '' },
      lieu: at,
      section: t.saintMalo,
      annee_debut: from,
      annee_fin: to,
    })
  const sources = {
    m: await source('mariages_paroissiaux', lieu, 1750, 1795),
    b: await source('baptemes', lieu, 1750, 1769),
    b2: await source('baptemes', lieu, 1774, 1790),
    s: await source('sepultures', lieu, 1750, 1795),
    near: await source('baptemes', near, 1760, 1790),
    far: await source('baptemes', far, 1760, 1790),
  }
  const add = (of: keyof typeof sources, date: string, data: ReleveData) =>
    t.make.releve(sources[of], { date_evenement: day(date), ...data })
  const wedding = await add('m', '1761-02-10', WEDDING)
  const marieAnne = await add('b', '1762-03-03', { ...PARENTS, prenom: 'Marie-Anne' })
  await add('s', '1764-03-05', { ...PARENTS, prenom: 'Marie-Anne', age: '2 ans' })
  const guillaume = await add('b', '1762-10-12', { ...PARENTS, prenom: 'Guillaume' })
  await add('b', '1768-01-15', { ...PARENTS, prenom: 'Yves', nom_mere: 'LE GOF' })
  await add('near', '1773-01-15', { ...PARENTS, prenom: 'Anne' })
  await add('far', '1772-01-15', { ...PARENTS, prenom: 'Loin' })
  await add('b2', '1776-01-15', { ...PARENTS, prenom: 'Pierre', prenom_mere: 'Jeanne' })
  return { lieu, wedding, marieAnne, guillaume }
}

test('the acts of a couple stand in order with their links, the gaps between them, and what is set aside', async () => {
  const t = await testApp()
  const { lieu, wedding, marieAnne, guillaume } = await saintMalo(t)
  const { page } = await (await t.as(t.marie)).get(`${FAMILY}?${NAMES}&lieu=${lieu.id}&annee=1761`)
  expect(page.h1).toBe('Jean MARTIN × Marie LE GOFF · Saint-Malo, 1761–1773 · famille possible')
  expect(page.all('.famille-actes > li').map((line) => squeeze(line.textContent))).toEqual([
    '1761mariage n° 14parents de Jean : Paul MARTIN, Anne RIOU',
    '1762baptême Marie-Anne · 1764 sépulture (2 ans)',
    '1768baptême (LE GOF) Yves',
    '1770–1773registre manquant : aucune source de baptêmes pour ces années',
    '1773baptême Anne à Pleurtuit',
  ])
  const links = page.all('.famille-actes a').map((link) => link.getAttribute('href'))
  expect(links.slice(0, 2)).toEqual([`/releves/${wedding}`, `/releves/${marieAnne}`])
  expect(page.all('.famille-ecartes li').map((line) => squeeze(line.textContent))).toEqual([
    '1762 baptême Guillaume : 7 mois après le baptême de Marie-Anne du 3 mars 1762 : autre couple',
  ])
  const others = page.all('.famille-autres a').map((link) => squeeze(link.textContent))
  expect(others).toEqual(['Jean MARTIN × Marie LE GOFF, 1762', 'Jean MARTIN × Jeanne LE GOFF (1 acte)'])
  const other = await (await t.as(t.marie)).get(page.one('.famille-autres a').getAttribute('href') ?? '')
  expect(other.page.one('.famille-actes a').getAttribute('href')).toBe(`/releves/${guillaume}`)
  expect(page.all('.famille-pourquoi li').map((line) => squeeze(line.textContent))[0]).toBe(
    'contre Les dates font au moins 2 couples de ces noms : voir les actes écartés.',
  )
})

test('a reader of another section sees nothing of it, in no part of the page', async () => {
  const t = await testApp()
  const { lieu } = await saintMalo(t)
  for (const address of [`${FAMILY}?${NAMES}&lieu=${lieu.id}&annee=1761`, `${FAMILY}?${NAMES}`]) {
    const { page, status } = await (await t.as(t.etienne)).get(address)
    expect(status).toBe(200)
    expect(squeeze(page.text)).toContain('Aucun acte de ce couple.')
    for (const told of ['Paul', 'Guillaume', 'Jeanne', '1761–', 'registre manquant', '/releves/'])
      expect(page.root.toString()).not.toContain(told)
  }
})

const REFUSED: [what: string, query: string, errors: Record<string, string>][] = [
  ['no second name', 'nom=MARTIN', { nom2: 'Écrivez ce nom : une famille se cherche par les deux.' }],
  [
    'names of signs',
    'nom=***&nom2=%25&prenom=%2B',
    { nom: 'Écrivez ce nom : une famille se cherche par les deux.', prenom: 'Écrivez au moins une lettre.' },
  ],
  ['a year in words', `${NAMES}&annee=abc`, { annee: 'Indiquez une année en chiffres, par exemple 1787.' }],
  ['a year before all registers', `${NAMES}&annee=1200`, { annee: 'La recherche par années commence en 1500.' }],
  ['a place that is not there', `${NAMES}&lieu=999999`, { 'texte:lieu': 'Ce lieu n’existe pas.' }],
  ['U+0000', 'nom=a%00b&nom2=c', { nom: 'Ce texte contient un caractère interdit (caractère de contrôle).' }],
  ['a long name', `nom=${'a'.repeat(300)}&nom2=b`, { nom: 'Ce texte est trop long : 200 caractères au plus.' }],
]
test.each(REFUSED)('%s: told beside its field, what was typed is there', async (_what, query, errors) => {
  const t = await testApp()
  const { page, status } = await (await t.as(t.marie)).get(`${FAMILY}?${query}`)
  expect(status).toBe(422)
  for (const [name, message] of Object.entries(errors)) expect(page.error(name).replaceAll('\u00a0', ' ')).toBe(message)
  expect(page.value('nom2')).toBe(new URLSearchParams(query).get('nom2') ?? '')
})

test.each([
  'nom=§q&nom2=§s1',
  'nom=mart*&nom2=*goff',
  'nom=NEAR(a&nom2=" OR 1=1 --&lieu=',
  `nom=${'a%20'.repeat(50)}&nom2=😀b&annee=2999`,
  'nom=a&nom2=b&nom=c&releve=99999999',
])('%s finds nothing and breaks nothing', async (query) => {
  const t = await testApp()
  await saintMalo(t)
  const { status } = await (await t.as(t.admin)).get(`${FAMILY}?${query}`)
  expect(status).toBeLessThan(500)
  expect(t.failures).toEqual([])
})

test('an address without anything is a form to fill in; « Chercher » lists places and refuses nothing', async () => {
  const t = await testApp()
  await saintMalo(t)
  const visitor = await t.as(t.marie)
  const empty = await visitor.get(FAMILY)
  expect([empty.status, empty.page.h1]).toEqual([200, 'Famille'])
  const typed = await visitor.get(`${FAMILY}?nom=MARTIN&lieu=&texte:lieu=saint&montre:lieu=&chercher=lieu`)
  expect(typed.status).toBe(200)
  expect(squeeze(typed.page.text)).toContain('Saint-Malo')
  expect(typed.page.value('nom')).toBe('MARTIN')
})

test('a record leads from each of its couples to their acts and their family', async () => {
  const t = await testApp()
  const { lieu, wedding } = await saintMalo(t)
  const visitor = await t.as(t.marie)
  const { page } = await visitor.get(`/releves/${wedding}`)
  expect(page.all('.acte-couples li').map((line) => squeeze(line.textContent))).toEqual([
    'Jean MARTIN × Marie LE GOFF actes de ce couple famille',
    'Paul MARTIN × Anne RIOU actes de ce couple famille',
  ])
  expect(page.all('.acte-couples a').map((link) => link.getAttribute('href'))[1]).toBe(
    `${FAMILY}?${NAMES}&lieu=${lieu.id}&annee=1761&releve=${wedding}`,
  )
  expect(page.all('.acte-couples a')[0]?.getAttribute('href')).toBe(`/recherche?${NAMES}&mode=sonore`)
})

test('the results of a search for a couple lead to its family', async () => {
  const t = await testApp()
  const { lieu } = await saintMalo(t)
  const visitor = await t.as(t.marie)
  const { page } = await visitor.get(`/recherche?${NAMES}&mode=sonore&lieu=${lieu.id}`)
  const link = page.all('.recherche-tete a').find((one) => one.textContent === 'Voir comme une famille')
  expect(link?.getAttribute('href')).toBe(`${FAMILY}?${NAMES}&lieu=${lieu.id}`)
  const alone = await visitor.get('/recherche?nom=MARTIN&prenom=Jean')
  expect(alone.page.text).not.toContain('Voir comme une famille')
})

test('what the community says of a surname goes before what it sounds like', async () => {
  const t = await testApp()
  const { lieu } = await saintMalo(t)
  const visitor = await t.as(t.marie)
  const lines = async () => {
    const { page } = await visitor.get(`${FAMILY}?${NAMES.replace('GOFF', 'GUFFENNEC')}&lieu=${lieu.id}&annee=1761`)
    return page.all('.famille-actes > li:not(.famille-lacune)').length
  }
  expect(await lines()).toBe(0)
  await makeLine(t, 'LE GUFFENNEC = LE GOFF')
  expect(await lines()).toBe(3)
  await makeLine(t, 'LE GUFFENNEC = LE GOF')
  expect(await lines()).toBe(4)
})
