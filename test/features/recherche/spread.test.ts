import { expect, test } from 'vitest'
import { createReleves } from '../../../src/features/releves/actions/records.ts'
import { champsOf } from '../../../src/features/types-sources/queries.ts'
import { type Answer, type TestApp, testApp } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'
import { corpus, jour } from './corpus.ts'

const NOW = '2026-01-01T00:00:00.000Z'

/** Facet → its values with their numbers. */
const facetsIn = (answer: Answer): Record<string, string[]> =>
  Object.fromEntries(
    answer.page
      .all('.facette')
      .map((facet) => [
        squeeze(facet.querySelector('h2')?.textContent ?? ''),
        facet.querySelectorAll('li').map((value) => squeeze(value.textContent)),
      ]),
  )

const linkOf = (answer: Answer, label: string): string => {
  const link = answer.page.all('.facette a').find((one) => squeeze(one.textContent) === label)
  return link?.getAttribute('href') ?? `no link « ${label} »`
}

const idsOf = (answer: Answer): number[] =>
  answer.page.all('tbody th a').map((link) => Number(link.getAttribute('href')?.split('/').at(-1)))

const countIn = (answer: Answer): string => squeeze(answer.page.one('#recherche-compte').textContent)

/** Many records of one source, one of them each year in turn. */
async function addMany(t: TestApp, source: { id: number; type: { id: number } }, nom: string, n: number) {
  const champs = await champsOf(t.db, source.type.id)
  const rows = Array.from({ length: n }, (_, i) => ({
    data: { nom, prenom: 'Jean', date_evenement: jour.gregorien(`${1700 + (i % 40)}-02-03`) },
  }))
  await t.db.transaction().execute((trx) => createReleves(trx, source.id, champs, rows, { user_id: null, now: NOW }))
}

test('what is found, by type, place, decade and source; each value narrows the search to as many as it says', async () => {
  const t = await testApp()
  const c = await corpus(t)
  const admin = await t.as(t.admin)
  const answer = await admin.get('/recherche?q=martin')
  expect(countIn(answer)).toBe('5 relevés')
  expect(facetsIn(answer)).toEqual({
    'Type de source': ['Baptêmes 3', 'Mariages 2'],
    Lieu: ['Ille-et-Vilaine 4', 'Morbihan 1'],
    Décennie: ['sans date 1', '1750–1759 1', '1780–1789 3'],
    Source: ['Baptêmes de Pleurtuit 3', 'Mariages de Pleurtuit 1', 'Mariages de Vannes 1'],
  })
  const narrowed = async (label: string) => idsOf(await admin.get(linkOf(answer, label)))
  expect(await narrowed('Mariages')).toEqual([8, 6])
  expect(await narrowed('Ille-et-Vilaine')).toEqual([3, 2, 1, 6])
  expect(await narrowed('1780–1789')).toEqual([1, 8, 6])
  expect(await narrowed('Mariages de Vannes')).toEqual([8])
  expect(linkOf(answer, 'sans date')).toContain('no link')
  // A facet that has one value only narrows nothing.
  const one = await admin.get(`/recherche?q=martin&type=${c.mariages.id}&annee_debut=1780&annee_fin=1785`)
  expect(facetsIn(one)).toEqual({})
  expect(facetsIn(await admin.get(`/recherche?source=${c.vannesM.id}`))).toEqual({
    Décennie: ['1780–1789 1', '1900–1909 1', '2000–2009 1'],
  })
  // Whatever the order, and from any page.
  for (const tri of ['date-desc', 'nom', 'lieu'])
    expect(facetsIn(await admin.get(`/recherche?q=martin&tri=${tri}`))).toEqual(facetsIn(answer))
  expect(facetsIn(await admin.get('/recherche?q=martin&apres=999999-1'))).toEqual(facetsIn(answer))
  expect(t.failures).toEqual([])
})

test('places part on the level below the one asked; what says no place of that level stands without a link', async () => {
  const t = await testApp()
  const c = await corpus(t)
  const dinard = await t.make.lieu({ nom: 'Dinard', parent: c.ille })
  const enogat = await t.make.lieu({ nom: 'Saint-Énogat', parent: dinard })
  for (const lieu of [dinard, enogat, c.ille, c.bretagne, undefined])
    await t.make.releve(await t.make.source({ type: c.baptemes, ...(lieu && { lieu }) }), { nom: 'Lieu' })
  const admin = await t.as(t.admin)
  const places = async (query: string) => facetsIn(await admin.get(`/recherche?${query}`)).Lieu
  expect(await places('q=lieu')).toEqual(['Bretagne 4', 'sans lieu 1'])
  expect(await places(`q=lieu&lieu=${c.bretagne.id}`)).toEqual(['Ille-et-Vilaine 3', 'Bretagne, sans précision 1'])
  expect(await places(`q=lieu&lieu=${c.ille.id}`)).toEqual(['Dinard 2', 'Ille-et-Vilaine, sans précision 1'])
  expect(await places(`q=lieu&lieu=${dinard.id}`)).toEqual(['Dinard, sans précision 1', 'Saint-Énogat 1'])
  expect(await places(`lieu=${c.ille.id}`)).toEqual(['Pleurtuit 7', 'Dinard 2', 'Ille-et-Vilaine, sans précision 1'])
})

test('sources and whole decades are counted exactly, however many; years and words up to a measure', async () => {
  const t = await testApp()
  const c = await corpus(t)
  await addMany(t, c.pleurtuitB, 'Foule', 1200)
  const [admin, etienne] = [await t.as(t.admin), await t.as(t.etienne)]
  const decades = await admin.get('/recherche?annee_debut=1700&annee_fin=1789')
  expect(countIn(decades)).toBe('1 205 relevés')
  expect(facetsIn(decades).Décennie?.slice(0, 2)).toEqual(['1700–1709 300', '1710–1719 300'])
  expect(countIn(await admin.get(`/recherche?lieu=${c.bretagne.id}`))).toBe('1 210 relevés')
  expect(countIn(await admin.get('/recherche?annee_fin=1749'))).toBe('1 201 relevés')
  // Counted in the index where a decade is cut, or where words are asked.
  expect(countIn(await admin.get('/recherche?q=foule'))).toBe('1 200 relevés')
  expect(facetsIn(await admin.get('/recherche?q=foule'))).toEqual({})
  expect(countIn(await admin.get('/recherche?q=foule+jean'))).toBe('plus de 1 000 relevés')
  expect((await admin.get('/recherche?q=foule+jean')).page.one('#recherche-bilan').textContent).toContain('Au-delà de')
  // Where sources do not stand beside the results, each row narrows the search to its own.
  expect((await admin.get('/recherche?q=foule+jean')).page.all('.recherche-dedans')[0]?.getAttribute('href')).toBe(
    `/recherche?q=foule+jean&source=${c.pleurtuitB.id}`,
  )
  expect(decades.page.text).not.toContain('chercher dans cette source')
  // The page answers first; what follows is asked by htmx, or by a link.
  const cut = await admin.get('/recherche?annee_debut=1701&annee_fin=1789')
  expect(idsOf(cut).length).toBe(50)
  const link = cut.page.one('#recherche-compte a').getAttribute('href') ?? ''
  expect(link).toBe('/recherche/repartition?annee_debut=1701&annee_fin=1789')
  expect(cut.page.one('#recherche-bilan').getAttribute('hx-get')).toBe(link)
  const part = await admin.fragment(link)
  expect(part.text).toMatch(/^<aside id="recherche-bilan"/)
  expect(part.page.one('#recherche-compte').getAttribute('hx-swap-oob')).toBe('true')
  expect(countIn(part)).toBe('plus de 1 000 relevés')
  const page = await admin.get('/recherche/repartition?annee_debut=1701&annee_fin=1703')
  expect(page.page.h1).toBe('Répartition des relevés trouvés')
  expect(page.page.text).toContain('90 relevés')
  // Nothing of it for who sees none of these.
  const hidden = await etienne.get('/recherche/repartition?annee_debut=1700&annee_fin=1789')
  expect(hidden.page.text).toContain('1 relevé')
  expect(hidden.text).not.toContain('Pleurtuit')
  for (const query of ['', '?q=m*'])
    expect((await admin.get(`/recherche/repartition${query}`)).location).toBe(`/recherche${query}`)
  expect(t.failures).toEqual([])
})

test('the numbers beside a value follow what is changed, moved and deleted', async () => {
  const t = await testApp()
  const c = await corpus(t)
  const admin = await t.as(t.admin)
  const ids = []
  for (const year of [1701, 1711, 1721])
    ids.push(await t.make.releve(c.pleurtuitB, { nom: 'Mouvant', date_evenement: jour.gregorien(`${year}-01-01`) }))
  const decades = async (query: string) => facetsIn(await admin.get(`/recherche?${query}`)).Décennie
  expect(await decades('q=mouvant')).toEqual(['1700–1709 1', '1710–1719 1', '1720–1729 1'])
  await admin.post(`/releves/${ids[0]}/supprimer`, { version: 1 })
  for (const query of ['q=mouvant', 'annee_debut=1700&annee_fin=1729'])
    expect([query, await decades(query)]).toEqual([query, ['1710–1719 1', '1720–1729 1']])
})
