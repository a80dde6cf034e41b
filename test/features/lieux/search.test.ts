import { describe, expect, test } from 'vitest'
import { suggestLieux } from '../../../src/features/lieux/queries/places.ts'
import { testApp } from '../../support/app.ts'
import { countQueries } from '../../support/count-queries.ts'
import { squeeze } from '../../support/html.ts'
import { plant, plantBretagne } from './plant.ts'

async function archive() {
  const t = await testApp()
  const places = await plantBretagne(t.db)
  await plant(t.db, 'St-Briac-sur-Mer', places.departement)
  await plant(t.db, 'Sainte-Marie', places.departement)
  await plant(t.db, 'Étables-sur-Mer', places.bretagne)
  await plant(t.db, 'Saint-Malo-de-Phily', places.departement)
  const names = async (text: string, limit = 12) =>
    (await suggestLieux(t.db, text, limit)).map(({ nom_long }) => nom_long.split(',')[0])
  return { t, names, ...places }
}

describe('suggestions', () => {
  test('words in any order, abbreviated or not, find Saint-Malo, the shorter name first', async () => {
    const { names } = await archive()
    for (const text of [
      'saint malo',
      'Saint-Malo',
      'SAINT MALO',
      'St Malo',
      'malo saint',
      'mal sai',
      'malo ille',
      'malo bretagne st',
    ])
      expect([text, await names(text)]).toEqual([text, ['Saint-Malo', 'Saint-Malo-de-Phily']])
  })

  test('accents and abbreviations on either side', async () => {
    const { names } = await archive()
    expect(await names('etables')).toEqual(['Étables-sur-Mer'])
    expect(await names('ÉTÀBLES')).toEqual(['Étables-sur-Mer'])
    expect(await names('saint briac')).toEqual(['St-Briac-sur-Mer'])
    expect(await names('briac saint')).toEqual(['St-Briac-sur-Mer'])
    expect(await names('ste marie')).toEqual(['Sainte-Marie'])
    expect(await names('sainte mar')).toEqual(['Sainte-Marie'])
  })

  test('names that begin with the text come before places that lie in such a one', async () => {
    const { names } = await archive()
    const found = await names('ille')
    expect(found[0]).toBe('Ille-et-Vilaine')
    expect(found).toContain('Pleurtuit')
    expect(found).not.toContain('Bretagne')
    expect(new Set(found).size).toBe(found.length)
  })

  test('no more than the limit, nothing for nothing, and signs of SQL are signs', async () => {
    const { names } = await archive()
    expect(await names('bretagne', 3)).toHaveLength(3)
    for (const text of ['', '  ', '%', '_', "'", '\\', '\u0000', '"']) expect(await names(text)).toEqual([])
    expect(await names('malo%')).toEqual(await names('malo'))
    expect(await names('x'.repeat(5000))).toEqual([])
  })

  test('the address answers at most twelve options to a box and a page to a reader', async () => {
    const { t, departement, saintMalo } = await archive()
    for (let n = 0; n < 15; n += 1) await plant(t.db, `Hameau ${n}`, departement)
    const marie = await t.as(t.marie)
    const options = await marie.fragment('/lieux/suggestions?q=hameau')
    expect(options.status).toBe(200)
    expect(options.page.all('[role="option"]')).toHaveLength(12)
    expect(options.text).not.toContain('<html')
    const page = await marie.get('/lieux/suggestions?q=st+malo')
    expect([page.page.h1, page.page.title.startsWith('Lieux proposés')]).toEqual(['Lieux proposés', true])
    const first = page.page.one('[role="option"]')
    expect([first.getAttribute('data-id'), first.getAttribute('data-nom-long')]).toEqual([
      String(saintMalo.id),
      saintMalo.nom_long,
    ])
    expect((await marie.get('/lieux/suggestions?q=%00')).status).toBe(200)
    expect((await marie.get('/lieux/suggestions')).page.text).toContain('Aucun nom')
    expect(t.failures).toEqual([])
  })
})

describe('the list', () => {
  const namesOf = (answer: { page: { all(selector: string): { textContent: string }[] } }) =>
    answer.page.all('#lieux tbody th').map((cell) => squeeze(cell.textContent))

  test('is narrowed by text, type and place, each filter a chip to take off', async () => {
    const { t, bretagne, departement } = await archive()
    const marie = await t.as(t.marie)
    const commune = await t.db
      .selectFrom('types_lieux')
      .select('id')
      .where('nom', '=', 'Commune')
      .executeTakeFirstOrThrow()
    expect(namesOf(await marie.get('/lieux?q=malo'))).toEqual(['Saint-Malo', 'Saint-Malo-de-Phily'])
    expect(namesOf(await marie.get(`/lieux?type=${commune.id}`))).toEqual(['Pleurtuit', 'Saint-Malo'])
    expect(namesOf(await marie.get(`/lieux?parent=${bretagne.id}`))).toHaveLength(8)
    const all = await marie.get(`/lieux?q=malo&type=${commune.id}&parent=${departement.id}`)
    expect(namesOf(all)).toEqual(['Saint-Malo'])
    expect(all.page.all('.jeton').map((chip) => chip.getAttribute('href'))).toEqual([
      `/lieux?type=${commune.id}&parent=${departement.id}`,
      `/lieux?q=malo&parent=${departement.id}`,
      `/lieux?type=${commune.id}&q=malo`,
    ])
    expect(all.page.value('texte:parent')).toBe(departement.nom_long)
    expect(t.failures).toEqual([])
  })

  test('sorts by name, long name and type, both ways', async () => {
    const { t } = await archive()
    const marie = await t.as(t.marie)
    const up = namesOf(await marie.get('/lieux'))
    expect(up).toEqual([
      'Bretagne',
      'Étables-sur-Mer',
      'France',
      'Ille-et-Vilaine',
      'Pleurtuit',
      'Saint-Malo',
      'Saint-Malo-de-Phily',
      'Sainte-Marie',
      'St-Briac-sur-Mer',
    ])
    expect(namesOf(await marie.get('/lieux?tri=nom&ordre=desc'))).toEqual([...up].reverse())
    const byType = await marie.get('/lieux?tri=type')
    expect(namesOf(byType).slice(0, 5)).toEqual(['France', 'Bretagne', 'Ille-et-Vilaine', 'Pleurtuit', 'Saint-Malo'])
    expect(byType.page.one('th[aria-sort]').getAttribute('aria-sort')).toBe('ascending')
    // Long names are sorted as they are said: « St » among the « Saint ».
    const long = namesOf(await marie.get('/lieux?tri=nom_long'))
    expect(long.indexOf('St-Briac-sur-Mer')).toBeLessThan(long.indexOf('Saint-Malo'))
  })

  test('a place typed but not chosen is asked for, with the places it may mean', async () => {
    const { t, saintMalo } = await archive()
    const marie = await t.as(t.marie)
    const path = '/lieux?q=&type=&parent=&texte%3Aparent=st+malo&chercher=parent'
    const answer = await marie.get(path)
    expect(answer.status).toBe(200)
    expect(answer.page.error('texte:parent')).toBe('Choisissez le lieu dans la liste.')
    expect(answer.page.value('texte:parent')).toBe('st malo')
    expect(answer.page.all('#lieux ul a').map((link) => link.getAttribute('href'))).toContain(
      `/lieux?parent=${saintMalo.id}`,
    )
    expect(answer.page.has('#lieux table')).toBe(false)
    const unknown = await marie.get('/lieux?parent=99999')
    expect(unknown.page.text).toContain('Ce lieu n’existe pas.')
  })

  test('nonsense in the address is left out', async () => {
    const { t } = await archive()
    const marie = await t.as(t.marie)
    for (const query of [
      'type=abc',
      'tri=drop',
      'ordre=x',
      'page=-3&par_page=7',
      'q=%00',
      'q=a&q=b',
      'type=99999999999',
    ]) {
      expect([query, (await marie.get(`/lieux?${query}`)).status]).toEqual([query, 200])
    }
    expect((await marie.get('/lieux?q=%25')).page.text).toContain('Aucun lieu ne correspond')
    expect(t.failures).toEqual([])
  })

  test('is paged, keeps its filters, and answers its part to htmx', async () => {
    const { t, departement } = await archive()
    for (let n = 0; n < 30; n += 1) await plant(t.db, `Hameau ${String(n).padStart(2, '0')}`, departement)
    const marie = await t.as(t.marie)
    const second = await marie.get('/lieux?q=hameau&par_page=25&page=2')
    expect(namesOf(second)).toEqual(['Hameau 25', 'Hameau 26', 'Hameau 27', 'Hameau 28', 'Hameau 29'])
    expect(second.page.one('a[rel="prev"]').getAttribute('href')).toBe('/lieux?par_page=25&page=1&q=hameau')
    const part = await marie.fragment('/lieux?q=hameau')
    expect([part.page.has('#lieux'), part.text.includes('<html')]).toEqual([true, false])
  })

  test('an empty site says what to do first, to who may do it', async () => {
    const t = await testApp()
    const [rene, marie] = [await t.as(t.rene), await t.as(t.marie)]
    const own = await rene.get('/lieux')
    expect([own.page.text.includes('Créez d’abord'), own.page.has('a[href="/lieux/nouveau"]')]).toEqual([true, true])
    const other = await marie.get('/lieux')
    expect([other.page.text.includes('Créez d’abord'), other.page.has('a[href="/lieux/nouveau"]')]).toEqual([
      false,
      false,
    ])
  })

  test('costs the same number of queries for ten rows and for twenty', async () => {
    const t = await testApp()
    const root = await plant(t.db, 'France')
    const marie = await t.as(t.marie)
    const more = async () => {
      for (let n = 0; n < 10; n += 1) {
        const lieu = await plant(t.db, `Lieu ${n}`, root)
        await t.make.source({ lieu: root, section: t.saintMalo })
        await t.make.source({ lieu, section: t.saintMalo })
      }
    }
    const costs = async () => [
      await countQueries(t.deps, () => marie.get('/lieux')),
      await countQueries(t.deps, () => marie.get(`/lieux/${root.id}`)),
      await countQueries(t.deps, () => marie.get('/lieux/suggestions?q=france')),
    ]
    await more()
    const ten = await costs()
    await more()
    expect(await costs()).toEqual(ten)
    expect(ten.every((n) => n > 0 && n < 12)).toBe(true)
  })
})
