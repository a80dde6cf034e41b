// Registers that nobody transcribes, against a plain filter over the same tables, reader by reader; then its page as somebody reads it.
import { expect, test } from 'vitest'
import { type HoleFilter, holes } from '../../../src/features/couverture/trous/queries.ts'
import { holesOf } from '../../../src/features/couverture/trous/rules.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { day } from '../../support/factories.ts'
import { squeeze } from '../../support/html.ts'
import { county, expected, NOW, readersOf } from './county.ts'

const ALL: HoleFilter = {
  ...{ lieu: null, section: null, acte: null, nature: null },
  ...{ annee_debut: null, annee_fin: null, tri: 'facile' },
}

/** « bapteme 1760 » of each year of a begun source in which it has no record and nothing further is told. */
async function unfilled(t: TestApp, sees: (section: number | null) => boolean, lieu: number, lines: readonly string[]) {
  const sources = await t.db
    .selectFrom('sources')
    .innerJoin('types_sources', 'types_sources.id', 'sources.type_source_id')
    .selectAll('sources')
    .select('acte')
    .where('lieu_id', '=', lieu)
    .where('status', 'in', ['en_cours', 'rejetee'])
    .execute()
  const records = await t.db.selectFrom('releves').select(['source_id', 'date_evenement']).execute()
  return sources
    .filter(({ section_id }) => sees(section_id))
    .flatMap((s) =>
      (s.annees ?? [[s.annee_debut ?? 0, s.annee_fin ?? 0]]).flatMap(([from, to]) =>
        Array.from({ length: to - from + 1 }, (_, n) => from + n)
          .filter((year) => !(s.lacunes ?? []).some(({ debut, fin }) => year >= debut && year <= fin))
          .filter((year) => !records.some((r) => r.source_id === s.id && r.date_evenement?.startsWith(String(year))))
          .map((year) => `${s.acte} ${year}`)
          .filter((said) => lines.some((line) => line.startsWith(`${said} en_cours `))),
      ),
    )
}

test.each([3, 11])('each reader is told the years that a plain filter finds open (%i)', async (seed) => {
  const { t, commune, parish, elsewhere } = await county(seed)
  for (const [reader, sees] of readersOf(t)) {
    const user = await t.db.selectFrom('users').selectAll().where('id', '=', reader.id).executeTakeFirstOrThrow()
    const found = await holes(t.db, user, ALL)
    for (const { id } of [commune, parish, elsewhere]) {
      const told = (isBegun: boolean) =>
        found
          .filter((hole) => hole.lieu_id === id && (hole.nature === 'annees') === isBegun)
          .flatMap(({ acte, years }) =>
            years.flatMap(({ debut, fin }) =>
              Array.from({ length: fin - debut + 1 }, (_, n) => `${acte} ${debut + n}`),
            ),
          )
          .toSorted()
      const lines = await expected(t, sees, [id])
      const open = lines.flatMap((line) => /^(.*) a_faire /.exec(line)?.[1] ?? [])
      expect([...new Set(told(false))]).toEqual(open.toSorted())
      expect(told(true)).toEqual((await unfilled(t, sees, id, lines)).toSorted())
    }
  }
})

test('pictures weigh most, then years and places beside, then how few years there are', () => {
  const told = [
    { debut: 1750, fin: 1759, etat: 'validee' },
    { debut: 1760, fin: 1764, etat: 'a_faire' },
    { debut: 1800, fin: 1860, etat: 'a_faire' },
  ] as const
  const fillable = [told[1], told[2]].map((run, id) => ({
    ...({ nature: 'registre', id, told: [run], hasImages: id === 1 } as const),
  }))
  const found = holesOf({ acte: 'bapteme', told, fillable, isNeighbour: true })
  expect(found.map(({ n, score, reasons }) => [n, score, reasons])).toEqual([
    [5, 5, ['années voisines relevées', 'lieu voisin relevé', '5\u00a0années seulement']],
    [61, 4, ['images en ligne', 'lieu voisin relevé']],
  ])
})

test('years that end before they begin are no hole', () => {
  const told = [{ debut: 1770, fin: 1760, etat: 'a_faire' }] as const
  const fillable = [{ nature: 'registre', id: 1, told, hasImages: false }] as const
  expect(holesOf({ acte: 'bapteme', told, fillable, isNeighbour: false })).toEqual([])
})

/** Baptisms of Dinard: a register of 1770-1779 without source, with pictures; a source of 1750-1760 that has one record, of 1750. */
async function holed() {
  const t = await testApp()
  const ille = await t.make.lieu({ nom: 'Ille-et-Vilaine' })
  const dinard = await t.make.lieu({ nom: 'Dinard', parent: ille })
  const type = await t.make.typeSource({ nom: 'B' })
  await t.db.updateTable('types_sources').set({ acte: 'bapteme' }).where('id', '=', type.id).execute()
  const at = { lieu: dinard, type, section: t.saintMalo }
  const begun = await t.make.source({ ...at, status: 'en_cours', annee_debut: 1750, annee_fin: 1760 })
  await t.make.source({ ...at, section: t.vannes, status: 'a_relever', annee_debut: 1800, annee_fin: 1801 })
  await t.make.releve(begun, { nom: 'LE GALL', date_evenement: day('1750-03-01') })
  const free = { lieu_id: dinard.id, acte: 'bapteme', annee_debut: 1770, annee_fin: 1779, etat: 'conserve' } as const
  const { id: register } = await t.db
    .insertInto('registres')
    .values({ ...free, cote: '10 NUM 5', url: 'https://archives.example/5', created_at: NOW, updated_at: NOW })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...t, dinard, begun, register, marie: await t.as(t.marie), rene: await t.as(t.rene) }
}

const linesOf = ({ page }: Awaited<ReturnType<Awaited<ReturnType<TestApp['as']>>['get']>>) =>
  page.all('.tableau tbody tr').map((row) =>
    squeeze(
      row
        .querySelectorAll('th, td')
        .map((cell) => cell.textContent)
        .join(' | '),
    ),
  )

test('the page names what it takes to fill each hole, narrows, and leads to it', async () => {
  const t = await holed()
  const seen = await t.marie.get('/couverture/trous')
  expect(linesOf(seen)).toEqual([
    'Dinard, Ille-et-Vilaine | Baptême | 1770-1779 | 10 | Registre sans source, 10 NUM 5, images | Facile : images en ligne, 10 années seulement | Demander',
    expect.stringMatching(/^Dinard.* \| 1751-1760 \| 10 \| Années sans relevé : Source \d+ \| Possible : 10 années/),
  ])
  expect(seen.page.has(`.tableau a[href="/sources/${t.begun.id}"]`)).toBe(true)
  const create = `a[href="/inventaire/lot?geste=creer&ids=${t.register}"]`
  expect([seen.page.has(create), (await t.rene.get('/couverture/trous')).page.has(create)]).toEqual([false, true])
  for (const [query, n] of [
    ['nature=annees', 1],
    ['nature=source', 0],
    ['acte=mariage', 0],
    [`section=${t.saintMalo.id}`, 2],
    [`section=${t.vannes.id}`, 0],
    [`lieu=${t.dinard.id}&annee_debut=1775&tri=lieu`, 1],
    ['page=2', 0],
  ] as const)
    expect([query, linesOf(await t.marie.get(`/couverture/trous?${query}`)).length]).toEqual([query, n])
  for (const query of ['nature=x', 'acte=x', 'annee_debut=1800&annee_fin=1700', 'section=-1'])
    expect([query, (await t.marie.get(`/couverture/trous?${query}`)).status]).toEqual([query, 422])
  const { text } = await t.marie.get('/couverture/trous/export/csv')
  expect(text).toContain('lieu;acte;annees;nombre;nature;nom;depot;facilite;raisons;url')
  expect(text).toContain(';1770-1779;10;Registre sans source;10 NUM 5;;Facile;')
  expect(text).not.toContain('1800')
  const place = (await t.marie.get(`/couverture/lieux/${t.dinard.id}`)).page
  const asked = `/couverture/trous?lieu=${t.dinard.id}&acte=bapteme&annee_debut=1770&annee_fin=1779`
  expect(place.one(`a[href="${asked}"]`).textContent).toBe('À faire')
  expect(t.failures).toEqual([])
})

test('a register that no source takes may be asked for from its line, once, by whoever cannot make its source', async () => {
  const t = await holed()
  const etienne = await t.as(t.etienne)
  const ask = `/registres/demander?registre=${t.register}`
  const offered = async (reader: typeof etienne) => {
    const { page } = await reader.get('/couverture/trous?nature=registre')
    const cell = page
      .all('.tableau tbody tr')
      .map((row) => squeeze(row.querySelectorAll('td').at(-1)?.textContent ?? ''))
    return [cell, page.has(`.tableau a[href="${ask}"]`), page.has('.tableau a[href="/registres/demandes"]')]
  }
  expect(await offered(t.marie)).toEqual([['Demander'], true, false])
  expect(await offered(t.rene)).toEqual([['Créer la source'], false, false])
  expect((await t.marie.get(ask)).status).toBe(200)
  await t.marie.post('/registres/demandes', { registre: String(t.register), source: '', message: '' })
  expect(await offered(t.marie)).toEqual([['Demandé'], false, true])
  expect(await offered(etienne)).toEqual([['Déjà demandé'], false, false])
  await t.db.updateTable('demandes_registres').set({ etat: 'refusee' }).execute()
  expect(await offered(etienne)).toEqual([['Demander'], true, false])
  // Its source tells other years: these are still to be done, and yet it is taken.
  const source = await t.make.source({ section: t.vannes, status: 'a_relever' })
  await t.db.insertInto('registre_sources').values({ registre_id: t.register, source_id: source.id }).execute()
  const taken = [await offered(etienne), (await etienne.get(ask)).status]
  expect(taken).toEqual([[[''], false, false], 409])
  expect(t.failures).toEqual([])
})
