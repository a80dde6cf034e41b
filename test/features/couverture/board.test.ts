// The board of all places against a plain filter over the same tables, reader by reader; then its page as somebody reads it.
import { expect, test } from 'vitest'
import { type BoardFilter, boardPieces } from '../../../src/features/couverture/board/queries.ts'
import { boardLines, drawnLine } from '../../../src/features/couverture/board/rules.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { day } from '../../support/factories.ts'
import { squeeze } from '../../support/html.ts'
import { ACTES, county, expected, NOW, readersOf } from './county.ts'

const ALL: BoardFilter = {
  ...{ par: 'lieu', lieu: null, section: null, acte: null },
  ...{ annee_debut: null, annee_fin: null, tri: 'lieu', ordre: 'asc' },
}

/** Records of the sources of a place that somebody sees, by their kind of act and the year of their day. */
const recordsAt = (t: TestApp, lieu: number) =>
  t.db
    .selectFrom('releves')
    .innerJoin('sources', 'sources.id', 'releves.source_id')
    .innerJoin('types_sources', 'types_sources.id', 'sources.type_source_id')
    .select(['acte', 'section_id', 'date_evenement'])
    .where('lieu_id', '=', lieu)
    .execute()

test.each([3, 11])(
  'each reader gets the lines that a plain filter makes, in all years or in some (%i)',
  async (seed) => {
    const { t, commune, parish, elsewhere } = await county(seed)
    for (const [reader, sees] of readersOf(t))
      for (const [de, a] of [
        [null, null],
        [1765, 1778],
      ]) {
        const user = await t.db.selectFrom('users').selectAll().where('id', '=', reader.id).executeTakeFirstOrThrow()
        const { pieces } = await boardPieces(t.db, user, { ...ALL, annee_debut: de ?? null, annee_fin: a ?? null })
        const years = { de: de ?? null, a: a ?? null }
        const lines = boardLines(pieces, years).map((line) => drawnLine(line, years))
        const isIn = (year: number) => year >= (de ?? 0) && year <= (a ?? 9999)
        for (const { id } of [commune, parish, elsewhere]) {
          const own = lines.filter(({ group }) => group === id)
          const told = own.flatMap(({ acte, runs }) =>
            runs.flatMap(({ debut, fin, etat }) =>
              Array.from({ length: fin - debut + 1 }, (_, n) => `${acte} ${debut + n} ${etat}`),
            ),
          )
          const plain = (await expected(t, sees, [id]))
            .filter((line) => isIn(Number(line.split(' ')[1])))
            .map((line) => line.replace(/ \d+$/, ''))
          expect([reader.id, told.toSorted()]).toEqual([reader.id, plain.toSorted()])
          expect(own.reduce((sum, { connues }) => sum + connues, 0)).toBe(plain.length)
          const records = (await recordsAt(t, id)).filter(
            (one) => sees(one.section_id) && isIn(Number(one.date_evenement?.slice(0, 4))),
          )
          for (const acte of ACTES)
            expect(own.find((line) => line.acte === acte)?.actes ?? 0).toBe(
              records.filter((one) => one.acte === acte).length,
            )
        }
      }
  },
)

/** Two communes of one département: baptisms of Dinard 1750-1769 validated, 1770-1779 to do; marriages of Évran that only Vannes sees. */
async function department() {
  const t = await testApp()
  const names = ['Département', 'Commune'].map((nom, ordre) => ({ nom, nom_key: nom.toLowerCase(), ordre }))
  for (const row of names) {
    const there = await t.db.selectFrom('types_lieux').select('id').where('nom', '=', row.nom).executeTakeFirst()
    if (!there)
      await t.db
        .insertInto('types_lieux')
        .values({ ...row, nom_key: row.nom_key.normalize('NFD').replace(/\p{M}/gu, ''), dans_nom_long: true })
        .execute()
  }
  const ille = await t.make.lieu({ nom: 'Ille-et-Vilaine', type: 'Département' })
  const dinard = await t.make.lieu({ nom: 'Dinard', parent: ille, type: 'Commune' })
  const parish = await t.make.lieu({ nom: 'Saint-Énogat', parent: dinard })
  const evran = await t.make.lieu({ nom: 'Évran', parent: ille, type: 'Commune' })
  const [baptisms, marriages] = [await t.make.typeSource({ nom: 'B' }), await t.make.typeSource({ nom: 'M' })]
  for (const [type, acte] of [
    [baptisms, 'bapteme'],
    [marriages, 'mariage'],
  ] as const)
    await t.db.updateTable('types_sources').set({ acte }).where('id', '=', type.id).execute()
  const done = await t.make.source({
    ...{ lieu: parish, type: baptisms, section: t.saintMalo, status: 'validee' },
    ...{ annee_debut: 1750, annee_fin: 1769 },
  })
  await t.make.source({
    ...{ lieu: evran, type: marriages, section: t.vannes, status: 'en_cours' },
    ...{ annee_debut: 1750, annee_fin: 1760 },
  })
  await t.make.releve(done, { nom: 'LE GALL', date_evenement: day('1765-03-01') })
  const free = { lieu_id: dinard.id, acte: 'bapteme', annee_debut: 1770, annee_fin: 1779, etat: 'conserve' } as const
  await t.db
    .insertInto('registres')
    .values({ ...free, created_at: NOW, updated_at: NOW })
    .execute()
  return { ...t, ille, dinard, parish, evran, marie: await t.as(t.marie), boss: await t.as(t.admin) }
}

type Department = Awaited<ReturnType<typeof department>>

const linesOf = ({ page }: Awaited<ReturnType<Department['marie']['get']>>, table = 1) =>
  (page.all('.tableau')[table]?.querySelectorAll('tbody tr') ?? []).map((row) =>
    squeeze(
      row
        .querySelectorAll('th, td')
        .map((cell) => cell.textContent)
        .join(' '),
    ).trim(),
  )

test('a line is a commune with all its parishes, a département, a place or a section', async () => {
  const t = await department()
  const here = await t.marie.get('/couverture')
  expect(linesOf(here)).toEqual([expect.stringMatching(/^Dinard\b.* Baptême V 20 · F 10 10 66 % 1$/)])
  expect(linesOf(here, 0)).toEqual(['Baptême V 20 · F 10 10 66 % 1'])
  expect(here.page.one('.tableau svg').getAttribute('aria-label')).toBe(
    'Baptême\u00a0: 1750-1769 validé, 1770-1779 à faire',
  )
  const level = await t.db
    .selectFrom('types_lieux')
    .select('id')
    .where('nom', '=', 'Département')
    .executeTakeFirstOrThrow()
  expect(linesOf(await t.boss.get(`/couverture?par=${level.id}`))).toEqual([
    expect.stringMatching(/^Ille-et-Vilaine Baptême V 20/),
    expect.stringMatching(/^Ille-et-Vilaine Mariage C 11 0 % *$/),
  ])
  expect(linesOf(await t.boss.get('/couverture?par=lieu')).map((line) => line.split(/[, ]/)[0])).toEqual([
    'Dinard',
    'Évran',
    'Saint-Énogat',
  ])
  expect(linesOf(await t.boss.get('/couverture?par=section'))).toEqual([
    expect.stringContaining(`${t.saintMalo.nom} Baptême V 20 100 % 1`),
    expect.stringContaining(`${t.vannes.nom} Mariage C 11`),
    expect.stringContaining('Sans section Baptême F 10 10 0 %'),
  ])
  expect(t.failures).toEqual([])
})

test('years lead to the search in exactly their acts, from the board and from the page of the place', async () => {
  const t = await department()
  const asked = '/recherche?acte=bapteme&annee_debut=1750&annee_fin=1769&lieu='
  const found = async (href: string) =>
    /\d+.relevés?\b/.exec((await t.marie.get(href)).page.text)?.[0].replace(/\s/, ' ')
  const board = (await t.marie.get('/couverture')).page
  expect(board.all('.tableau svg a').map((link) => link.getAttribute('href'))).toEqual([`${asked}${t.dinard.id}`])
  const all = board.one(`.tableau a[href="/recherche?acte=bapteme&lieu=${t.dinard.id}"]`)
  expect([all.textContent, all.getAttribute('aria-label')]).toEqual([
    '1',
    expect.stringMatching(/^1.relevé.: Baptême, Dinard/),
  ])
  const bySection = (await t.marie.get(`/couverture?par=section&lieu=${t.dinard.id}`)).page
  expect(bySection.one('.tableau td > a[href^="/recherche"]').getAttribute('href')).toBe(
    `/recherche?acte=bapteme&lieu=${t.dinard.id}&section=${t.saintMalo.id}`,
  )
  expect(bySection.has('a[href="/couverture/trous"]')).toBe(true)
  const place = (await t.marie.get(`/couverture/lieux/${t.dinard.id}`)).page
  expect(place.all('.tableau a[href^="/recherche"]').map((link) => link.getAttribute('href'))).toEqual([
    `${asked}${t.dinard.id}`,
  ])
  const marriages = await t.marie.get(`/couverture/lieux/${t.dinard.id}?acte=mariage`)
  expect([marriages.page.has('.tableau'), marriages.page.text]).toEqual([false, expect.stringContaining('mariage.')])
  expect(await found(`${asked}${t.dinard.id}`)).toBe('1 relevé')
  expect(await found(asked.replace('1769', '1764') + t.dinard.id)).toBeUndefined()
  expect(await found(asked.replace('bapteme', 'mariage') + t.dinard.id)).toBeUndefined()
  expect(t.failures).toEqual([])
})

test('it narrows to a place, a kind, years and a section, sorts, and tells what it cannot read', async () => {
  const t = await department()
  const years = await t.marie.get('/couverture?annee_debut=1760&annee_fin=1774')
  expect(linesOf(years)).toEqual([expect.stringMatching(/Baptême V 10 · F 5 5 66 % 1$/)])
  expect(years.page.has(`a[href="/couverture/lieux/${t.dinard.id}?de=1760&a=1774"]`)).toBe(true)
  expect(linesOf(await t.marie.get(`/couverture?lieu=${t.evran.id}`))).toEqual([])
  expect(linesOf(await t.boss.get(`/couverture?lieu=${t.evran.id}`))).toHaveLength(1)
  expect(linesOf(await t.boss.get('/couverture?acte=mariage'))).toHaveLength(1)
  expect(linesOf(await t.boss.get(`/couverture?section=${t.vannes.id}`))).toHaveLength(1)
  expect(linesOf(await t.marie.get(`/couverture?section=${t.vannes.id}`))).toEqual([])
  const byDone = await t.boss.get('/couverture?tri=fait')
  expect(linesOf(byDone).map((line) => line.includes('Évran'))).toEqual([true, false])
  for (const query of ['par=x', 'acte=x', 'section=-1', 'annee_debut=1800&annee_fin=1700', 'par=1e400']) {
    const refused = await t.boss.get(`/couverture?${query}`)
    expect([query, refused.status, refused.page.has('.erreur')]).toEqual([query, 422, true])
  }
  expect(linesOf(await t.boss.get('/couverture?page=9'))).toEqual([])
  expect(t.failures).toEqual([])
})

test('the export says all years of each line, as far as its reader sees them', async () => {
  const t = await department()
  const { text } = await t.marie.get('/couverture/export/csv')
  expect(text).toContain('lieu;acte;annees_connues;validee;a_valider;en_cours;pris;a_faire;manque;releves;detail')
  expect(text).toMatch(/Dinard[^;]*;Baptême;30;20;0;0;0;10;0;1;.*1750-1769 validé, 1770-1779 à faire/)
  expect(text).not.toContain('Mariage')
  expect((await t.boss.get('/couverture/export/csv?acte=mariage')).text).toContain('1750-1760 en cours')
  expect(t.failures).toEqual([])
})
