// Where a search finds nothing, the page names what is written nearly so, and the places around, as far as the reader sees them.
import { expect, test } from 'vitest'
import { mistakes, nearest } from '../../../src/features/recherche/rules/nearest.ts'
import { testApp } from '../../support/app.ts'
import { day } from '../../support/factories.ts'
import { type Page, squeeze } from '../../support/html.ts'

test('letters that are wrong, missing or in the wrong order are counted, and what sounds alike comes first', () => {
  expect(mistakes('martin', 'matrin', 2)).toBe(1)
  expect(mistakes('legoff', 'legof', 2)).toBe(1)
  expect(mistakes('guy', 'lepaguy', 2)).toBe(3)
  const found = [
    { terme: 'lefebvre', n: 2, isAlike: true },
    { terme: 'lefevre', n: 9, isAlike: true },
    { terme: 'lefeuvre', n: 90, isAlike: false },
    { terme: 'martin', n: 900, isAlike: false },
  ]
  const names = (most: number) => nearest('lefevre', found, most).map(({ terme }) => terme)
  expect(names(8)).toEqual(['lefebvre', 'lefeuvre'])
  expect(names(1)).toEqual(['lefebvre'])
})

/** Dinard, and around it Saint-Lunaire; Vannes far away. Pleurtuit, near too, has what only Vannes sees. */
async function coast() {
  const t = await testApp()
  const at = async (nom: string, latitude: number, longitude: number) => {
    const lieu = await t.make.lieu({ nom })
    await t.db.updateTable('lieux').set({ latitude, longitude }).where('id', '=', lieu.id).execute()
    return lieu
  }
  const dinard = await at('Dinard', 48.63, -2.06)
  const lunaire = await at('Saint-Lunaire', 48.63, -2.11)
  const pleurtuit = await at('Pleurtuit', 48.58, -2.06)
  const vannes = await at('Vannes', 47.66, -2.76)
  const type = await t.make.typeSource({ nom: 'Baptêmes' })
  const source = (lieu: typeof dinard, section = t.saintMalo) => t.make.source({ lieu, type, section })
  const here = await source(dinard)
  const hidden = await source(pleurtuit, t.vannes)
  const parish = await source(await t.make.lieu({ nom: 'Saint-Briac', parent: lunaire }))
  for (const nom of ['LE GOFF', 'LE GOFFE']) await t.make.releve(here, { nom, date_evenement: day('1765-03-01') })
  for (const one of [hidden, await source(lunaire), parish, await source(vannes)])
    await t.make.releve(one, { nom: 'Martin', date_evenement: day('1765-03-01') })
  await t.make.releve(hidden, { nom: 'LE GOFFT', date_evenement: day('1765-03-01') })
  return { ...t, dinard, lunaire, pleurtuit, marie: await t.as(t.marie), boss: await t.as(t.admin) }
}

/** The page tells to look for these instead, by these links. */
function toldIn(page: Page) {
  const links = page.all('.vide .recherche-conseils li').filter((item) => /relevé/.test(item.textContent ?? ''))
  return links.map((item) => ({
    text: squeeze(item.textContent ?? ''),
    href: item.querySelector('a')?.getAttribute('href') ?? '',
  }))
}

test('zero results name spellings and neighbours with their counts, and nothing of hidden sources', async () => {
  const t = await coast()
  const told = async (who: typeof t.marie, query: string) => toldIn((await who.get(`/recherche?${query}`)).page)
  const spellings = await told(t.marie, 'nom=le+goft')
  expect(spellings.map(({ text }) => text)).toEqual(['« legoff » : 1 relevé', '« legoffe » : 1 relevé'])
  expect((await told(t.boss, 'nom=le+goft')).map(({ text }) => text)).toContain('« legofft » : 1 relevé')
  expect((await t.marie.get(spellings[0]?.href ?? '')).page.text).toMatch(/1.relevé/)
  expect((await told(t.marie, 'q=legoft')).map(({ text }) => text)).toEqual(spellings.map(({ text }) => text))
  const around = await told(t.marie, `nom=martin&lieu=${t.dinard.id}`)
  expect(around.map(({ text }) => text)).toEqual(['Saint-Lunaire, à 4 km : 2 relevés'])
  expect((await t.marie.get(around[0]?.href ?? '')).page.text).toMatch(/2.relevés/)
  expect((await told(t.boss, `nom=martin&lieu=${t.dinard.id}`)).map(({ text }) => text)).toEqual([
    'Saint-Lunaire, à 4 km : 2 relevés',
    'Pleurtuit, à 6 km : 1 relevé',
  ])
  expect(await told(t.marie, `nom=martin&lieu=${t.dinard.id}&annee_debut=1800`)).toEqual([])
  expect(t.failures).toEqual([])
})

/** The address of near names and places around, where the page of this search does not tell them itself. */
async function waiting(who: Awaited<ReturnType<typeof coast>>['marie'], query: string): Promise<string> {
  const { page } = await who.get(`/recherche?${query}`)
  expect(page.text).toContain('Aucun relevé ne répond')
  expect(toldIn(page)).toEqual([])
  const href = page.all('.vide[hx-get] a')[0]?.getAttribute('href') ?? ''
  expect(page.all('.vide[hx-get]')[0]?.getAttribute('hx-get')).toBe(href)
  return href
}

test('names near those of a couple follow the page, however rare they are', async () => {
  const t = await coast()
  const later = await waiting(t.marie, 'nom=le+goft&nom2=martin')
  expect(later).toContain('nom2=martin')
  expect((await t.marie.get(later)).page.text).toContain('Aucun nom proche, aucun lieu voisin')
})

test('where the names near are common the page does not wait for them: they follow it, or stand on a page of their own', async () => {
  const t = await coast()
  await t.db.updateTable('mots').set({ n: 50_000 }).execute()
  const later = await waiting(t.marie, 'nom=le+goft')
  const whole = await t.marie.get(later)
  expect(whole.page.all('h1')[0]?.textContent).toBe('Noms proches et lieux voisins')
  expect(toldIn(whole.page).map(({ text }) => text)).toEqual(['« legoff » : 1 relevé', '« legoffe » : 1 relevé'])
  expect(whole.text).not.toContain('legofft')
  const part = await t.marie.get(later, { 'HX-Request': 'true' })
  expect(part.page.all('h1').length).toBe(0)
  expect(toldIn(part.page)).toEqual(toldIn(whole.page))
  const around = await waiting(t.marie, `nom=martin&lieu=${t.dinard.id}`)
  expect(toldIn((await t.marie.get(around)).page).map(({ text }) => text)).toEqual([
    'Saint-Lunaire, à 4 km : 2 relevés',
  ])
  const never = await waiting(t.marie, `nom=martin&lieu=${t.dinard.id}&annee_debut=1800`)
  expect((await t.marie.get(never)).page.text).toContain('Aucun nom proche, aucun lieu voisin')
  expect((await t.marie.get('/recherche/proches?nom=')).location).toBe('/recherche?nom=')
  expect(t.failures).toEqual([])
})
