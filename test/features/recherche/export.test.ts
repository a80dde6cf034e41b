import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { lookupOf } from '../../../src/features/lieux/queries/lookup.ts'
import { readSearchForm } from '../../../src/features/recherche/form.ts'
import { searchRows } from '../../../src/features/recherche/queries/export.ts'
import { createReleves } from '../../../src/features/releves/actions/records.ts'
import { champsOf } from '../../../src/features/types-sources/queries.ts'
import { compareText } from '../../../src/lib/text.ts'
import { csv } from '../../../src/web/formats/csv.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { countQueries } from '../../support/count-queries.ts'
import { corpus, jour } from './corpus.ts'

const NOW = '2026-01-01T00:00:00.000Z'

const csvOf = async (t: TestApp, user: { id: number }, query: string) => {
  const answer = await (await t.as(user)).get(`/recherche/export/csv?${query}`)
  // The byte-order mark is eaten by whoever reads the answer as text.
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  return answer.text
}

const rowsOf = (csv: string): string[][] => parse(csv, { bom: true, delimiter: ';', relax_column_count: false })

/** The numbers of the records, in their order. */
const idsOf = (csv: string): number[] =>
  rowsOf(csv)
    .slice(1)
    .map(([id]) => Number(id))

test('all that is found, in the order of the page, written as by the export of a source', async () => {
  const t = await testApp()
  const c = await corpus(t)
  const csv = await csvOf(t, t.admin, `q=martin&type=${c.mariages.id}`)
  expect(csv).toBe(
    [
      `N° de relevé;Type de source;Source;Lieu de la source;Date;Nom de l’époux;Prénoms de l’époux;Épouse;Origine;Notes`,
      '8;Mariages;Mariages de Vannes;Vannes, Morbihan, Bretagne;12/08/1787;Martin;Marie Perrine;CANARI Jeanne;;',
      '6;Mariages;Mariages de Pleurtuit;Pleurtuit, Ille-et-Vilaine, Bretagne;01/01/1788;Martin;Guillaume;Perrine Lhôtelier;;',
      '',
    ].join('\r\n'),
  )
  const found = async (query: string) => idsOf(await csvOf(t, t.admin, query))
  expect(await found('q=martin')).toEqual([3, 2, 1, 8, 6])
  expect(await found('q=martin&tri=date-desc')).toEqual([6, 8, 1, 2, 3])
  expect(await found('annee_debut=1500&tri=nom')).toEqual([7, 10, 9, 6, 2, 1, 8, 5, 4])
  // Whatever page of the results it was asked from.
  expect(await found('q=martin&apres=106000-1')).toEqual([3, 2, 1, 8, 6])
  expect(await csvOf(t, t.admin, 'q=introuvable')).toBe('N° de relevé;Type de source;Source;Lieu de la source\r\n')
  // The place of a record bears the name of today.
  expect(rowsOf(await csvOf(t, t.admin, 'q=kerambrun'))[1]?.[8]).toBe('Pleurtuit, Ille-et-Vilaine, Bretagne')
  expect(t.failures).toEqual([])
})

test('several types: what they share in one column, the rest beside it; states where there are any; no formula', async () => {
  const t = await testApp()
  const c = await corpus(t)
  await t.make.releve(c.vannesM, { nom: '=1+1', prenom: '@x', notes: "'-2" }, { epouse: 'illisible', nom: 'douteux' })
  await t.make.releve(c.pleurtuitB, {
    nom: 'Formule',
    notes: '+33',
    numero: -3.5,
    date_evenement: jour.gregorien('1700'),
  })
  const [header = [], ...rows] = rowsOf(await csvOf(t, t.admin, `lieu=${c.bretagne.id}`))
  expect(header).toEqual([
    ...['N° de relevé', 'Type de source', 'Source', 'Lieu de la source'],
    ...['Date', 'Nom', 'Nom (état)', 'Prénoms'],
    ...['Sexe', 'Ondoyé', 'Numéro d’acte', 'Domicile', 'Notes', 'Épouse', 'Épouse (état)', 'Origine'],
  ])
  const row = (id: number) =>
    Object.fromEntries(header.map((name, at) => [name, rows.find(([n]) => n === String(id))?.[at]]))
  expect(row(11)).toMatchObject({ Nom: "'=1+1", Prénoms: "'@x", Notes: "''-2", 'Épouse (état)': 'illisible', Sexe: '' })
  expect(row(11)['Nom (état)']).toBe('douteux')
  expect(row(12)).toMatchObject({
    Nom: 'Formule',
    Notes: "'+33",
    Date: '1700',
    Épouse: '',
    'Nom (état)': '',
    'Numéro d’acte': '-3,5',
  })
  expect(rows.flat().filter((cell) => /^[=+\-@\t\r](?!3,5$)/.test(cell))).toEqual([])
  // A state beside a field of a record that is not found asks for no column.
  expect(rowsOf(await csvOf(t, t.admin, 'q=martin'))[0]).not.toContain('Nom (état)')
})

test('everybody exports what he or she sees, and it is written down', async () => {
  const t = await testApp()
  const c = await corpus(t)
  await t.make.releve(c.vannesM, { nom: 'Zyxcanari', notes: 'martin' }, { epouse: 'illisible' })
  for (const query of ['q=martin', 'annee_debut=1500', 'q=zyx*', `source=${c.vannesM.id}`, `type=${c.mariages.id}`]) {
    const csv = await csvOf(t, t.marie, query)
    expect([query, /zyxcanari|de Vannes|\(état\)/i.test(csv)]).toEqual([query, false])
  }
  expect(idsOf(await csvOf(t, t.marie, 'q=martin'))).toEqual([3, 2, 1, 6])
  expect(idsOf(await csvOf(t, t.etienne, 'q=martin'))).toEqual([11, 8])
  const lines = await t.db.selectFrom('journal').selectAll().where('action', '=', 'export').orderBy('id').execute()
  expect(lines.at(-1)).toMatchObject({ user_id: t.etienne.id, action: 'export' })
  expect(JSON.stringify(lines.at(-1))).toContain('/recherche/export/csv')
  expect(JSON.stringify(lines)).not.toContain('martin')
})

test('what cannot be searched leads to the page that says why', async () => {
  const t = await testApp()
  const admin = await t.as(t.admin)
  for (const query of ['', '?q=m*', '?annee_debut=1800&annee_fin=1700'])
    expect((await admin.get(`/recherche/export/csv${query}`)).location).toBe(`/recherche${query}`)
})

test('more rows than a batch: each once, in order, made only as they are read', async () => {
  const t = await testApp()
  const c = await corpus(t)
  const days = Array.from({ length: 1101 }, (_, n) => `${1610 + (n % 80)}-02-03`)
  const rows = days.map((day) => ({ data: { nom: 'Lot', date_evenement: jour.gregorien(day) } }))
  const champs = await champsOf(t.db, c.baptemes.id)
  const ids = await t.db
    .transaction()
    .execute((trx) => createReleves(trx, c.pleurtuitB.id, champs, rows, { user_id: null, now: NOW }))
  const byDay = days
    .map((day, n) => ({ day, id: ids[n] ?? 0 }))
    .sort((a, b) => compareText(a.day, b.day) || a.id - b.id)
  expect(idsOf(await csvOf(t, t.admin, 'q=lot'))).toEqual(byDay.map(({ id }) => id))
  const { criteria } = await readSearchForm({ q: 'lot' }, lookupOf(t.db))
  if (!criteria) throw new Error('nothing asked')
  const user = { ...t.admin, must_change_password: false }
  const readOne = async () => {
    const pieces = csv.write(await searchRows(t.deps.db, user, criteria))
    await pieces.next()
    await pieces.next()
    await pieces.return()
  }
  const readAll = async () => {
    for await (const _piece of csv.write(await searchRows(t.deps.db, user, criteria)));
  }
  // Three batches of three queries each.
  expect(await countQueries(t.deps, readOne)).toBe((await countQueries(t.deps, readAll)) - 6)
})
