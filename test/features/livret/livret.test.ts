// The printable book of a source and of a place: what stands in it, for whom, and what is too long for it.
import { expect, test } from 'vitest'
import { MAX_LINES, MAX_PAGES, pagesOf, partsByYears } from '../../../src/features/livret/rules.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { day } from '../../support/factories.ts'
import { squeeze } from '../../support/html.ts'

/** Baptisms and marriages of Dinard that Marie sees, a register of Vannes there too, which she does not. */
async function parish() {
  const t = await testApp()
  const lieu = await t.make.lieu({ nom: 'Dinard' })
  const [baptisms, marriages] = [await t.make.readyType('baptemes'), await t.make.readyType('mariages_paroissiaux')]
  const depot = await t.make.depot({ nom: 'AD 35' })
  const own = { lieu, section: t.saintMalo, depot }
  const births = await t.make.source({
    ...own,
    type: baptisms,
    titre: 'Baptêmes <Dinard>',
    annee_debut: 1760,
    annee_fin: 1790,
  })
  const lacunes = JSON.stringify([{ debut: 1770, fin: 1773, motif: 'registre brûlé' }])
  await t.db.updateTable('sources').set({ lacunes, cote: '10 NUM 35093' }).where('id', '=', births.id).execute()
  const weddings = await t.make.source({ ...own, type: marriages, titre: 'Mariages de Dinard' })
  const hidden = await t.make.source({ lieu, section: t.vannes, type: baptisms, titre: 'Registre de Vannes' })
  await t.make.releve(births, {
    ...{
      nom: 'MARTIN',
      prenom: 'Jean',
      nom_pere: 'MARTIN',
      prenom_pere: 'Paul',
      nom_mere: 'LE GOFF',
      prenom_mere: 'Anne',
    },
    ...{ date_evenement: day('1765-03-01'), numero_acte: 12, mention_marginale: 'marié à Rennes' },
  })
  await t.make.releve(births, { nom: 'Écho <script>', prenom: 'Éloi' })
  await t.make.releve(weddings, {
    ...{
      nom: 'MARTIN',
      prenom: 'Paul',
      nom_epouse: 'LE GOFF',
      prenom_epouse: 'Anne',
      date_evenement: day('1760-01-08'),
    },
  })
  await t.make.releve(hidden, { nom: 'CACHÉ', prenom: 'Yves', date_evenement: day('1765-01-01') })
  return { ...t, lieu, births, weddings, hidden }
}

type Parish = Awaited<ReturnType<typeof parish>>
type Answer = Awaited<ReturnType<Awaited<ReturnType<TestApp['as']>>['get']>>

/** The rows of the tables that come after the title page. */
const rowsOf = ({ page }: Answer): string[] =>
  page
    .all('.livret-corps .livret-table')
    .flatMap((table) => table.querySelectorAll('tbody tr'))
    .map((row) =>
      squeeze(
        row
          .querySelectorAll('td, th')
          .map((cell) => cell.textContent)
          .join(' | '),
      ),
    )

test('a source makes a book: who, when, which act, then each couple under both of its names', async () => {
  const t = await parish()
  const marie = await t.as(t.marie)
  const book = await marie.get(`/sources/${t.births.id}/livret`)
  expect(book.status).toBe(200)
  expect(book.page.one('h1').textContent).toBe('Livret\u00a0: Baptêmes <Dinard>')
  expect(rowsOf(book)).toEqual([
    'E',
    'Écho <script> | Éloi | | Baptême |',
    'M',
    'MARTIN | Jean | 01/03/1765 | Baptême | 12',
    'L',
    'LE GOFF | Anne | MARTIN Paul | 01/03/1765 | Baptême de Jean | 12',
    'M',
    'MARTIN | Paul | LE GOFF Anne | 01/03/1765 | Baptême de Jean | 12',
  ])
  const title = squeeze(book.page.one('.livret-titre').textContent)
  for (const said of [
    'Relevés d’essai',
    '1760',
    'AD 35',
    '10 NUM 35093',
    '1770-1773 registre brûlé',
    '2 actes',
    '21 novembre 2026',
  ])
    expect(title).toContain(said)
  for (const left of ['marié à Rennes', '<script>']) expect(book.text).not.toContain(left)
  expect(book.page.has(`a[href="/sources/${t.births.id}"]`)).toBe(true)
  expect((await marie.get(`/sources/${t.births.id}`)).page.has(`a[href="/sources/${t.births.id}/livret"]`)).toBe(true)
  const line = await t.db
    .selectFrom('journal')
    .select('detail')
    .where('action', '=', 'export')
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(line.detail)).toContain('/livret')
  expect(t.failures).toEqual([])
})

test('the book of a place has the sources that its reader sees, each by its number', async () => {
  const t = await parish()
  const of = async (user: Parish['marie'], query = '') =>
    rowsOf(await (await t.as(user)).get(`/lieux/${t.lieu.id}/livret${query}`))
  const all = await of(t.marie)
  expect(all).toContain('MARTIN | Jean | 01/03/1765 | Baptême | 12 | 1')
  expect(all).toContain('LE GOFF | Anne | 08/01/1760 | Mariage | | 2')
  expect(all.join()).not.toContain('CACHÉ')
  expect((await of(t.etienne)).join()).toContain('CACHÉ')
  expect((await of(t.admin)).filter((row) => row.includes('|'))).toHaveLength(
    all.filter((row) => row.includes('|')).length + 1,
  )
  expect(await of(t.marie, '?acte=mariage&table=couples')).toEqual([
    'L',
    'LE GOFF | Anne | MARTIN Paul | 08/01/1760 | Mariage |',
    'M',
    'MARTIN | Paul | LE GOFF Anne | 08/01/1760 | Mariage |',
  ])
  const years = await (await t.as(t.marie)).get(`/lieux/${t.lieu.id}/livret?annee_debut=1761&annee_fin=1765`)
  expect(rowsOf(years).filter((row) => row.includes('MARTIN'))).toHaveLength(3)
  expect(squeeze(years.page.text)).toContain('1 acte sans date n’est dans aucun livret par années')
  const nothing = await (await t.as(t.marie)).get(`/lieux/${t.lieu.id}/livret?annee_debut=1900`)
  expect([nothing.status, nothing.page.has('.vide')]).toEqual([200, true])
  const wrong = await (await t.as(t.marie)).get(`/lieux/${t.lieu.id}/livret?annee_debut=1790&annee_fin=abc&acte=x`)
  expect([wrong.status, wrong.page.all('.erreur').length >= 2]).toEqual([422, true])
  expect((await (await t.as(t.etienne)).get(`/sources/${t.births.id}/livret`)).status).toBe(404)
  expect(t.failures).toEqual([])
})

test('what is too long for a book is refused before it is made, and parts that fit are proposed', async () => {
  const t = await parish()
  const marie = await t.as(t.marie)
  await t.db.updateTable('sources').set({ nb_releves: 40_000 }).where('id', '=', t.births.id).execute()
  const years = Array.from({ length: 20 }, (_, n) => ({ source_id: t.births.id, annee: 1800 + n, n: 1900 }))
  await t.db.insertInto('source_annees').values(years).execute()
  const answer = await marie.get(`/lieux/${t.lieu.id}/livret`)
  expect([answer.status, answer.page.has('.livret-titre')]).toEqual([200, false])
  const said = squeeze(answer.page.text)
  expect(said).toMatch(/Ce livret aurait environ [\d ]+ pages, pour 40 001 actes. Un livret en a 300 au plus/)
  expect(said).toContain('1 999 actes sans date ne sont dans aucune partie par années')
  for (const query of ['acte=mariage', 'table=couples']) {
    expect(answer.page.has(`a[href="/lieux/${t.lieu.id}/livret?${query}"]`)).toBe(true)
    expect((await marie.get(`/lieux/${t.lieu.id}/livret?${query}`)).status).toBe(200)
  }
  const parts = answer.page
    .all('a')
    .flatMap((one) => /annee_debut=(\d+)&annee_fin=(\d+)/.exec(one.getAttribute('href') ?? '') ?? [])
  expect(parts[1]).toBe('1760')
  expect(t.failures).toEqual([])
  const cut = partsByYears(
    years.map(({ annee, n }) => [annee, n]),
    3,
  )
  expect([cut[0]?.de, cut.at(-1)?.a, cut.reduce((sum, { actes }) => sum + actes, 0)]).toEqual([1800, 1819, 38_000])
  for (const { actes } of cut) expect(pagesOf(actes * 3)).toBeLessThanOrEqual(MAX_PAGES)
  expect(partsByYears([[1700, MAX_LINES]], 4)).toEqual([{ de: 1700, a: 1700, actes: MAX_LINES }])
})

test('a book is made as fast as it is read, and no further', async () => {
  const t = await parish()
  const made = '2026-01-01T00:00:00.000Z'
  const rows = Array.from({ length: 450 }, (_, n) => ({
    ...{ source_id: t.births.id, etats: '{}', created_at: made, updated_at: made },
    data: JSON.stringify({ nom: `NOM${String(n).padStart(4, '0')}`, prenom: 'Jean' }),
  }))
  for (let at = 0; at < rows.length; at += 150)
    await t.db
      .insertInto('releves')
      .values(rows.slice(at, at + 150) as never)
      .execute()
  const visitor = await t.as(t.marie)
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const ask = () => t.app.request(`http://localhost/sources/${t.births.id}/livret`, { headers: { cookie } })
  const res = await ask()
  expect(res.headers.get('content-disposition')).toMatch(/^inline; filename="Livret/)
  const pieces: string[] = []
  for await (const piece of res.body ?? []) pieces.push(new TextDecoder().decode(piece))
  expect(pieces.length).toBeGreaterThan(5)
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(40_000)
  expect(pieces.join('').match(/>NOM\d{4}</g)).toHaveLength(450)
  expect(pieces.at(-1)).toContain('</html>')
  const left = (await ask()).body?.getReader()
  await left?.read()
  await left?.cancel()
  expect(t.failures).toEqual([])
})
