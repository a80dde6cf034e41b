// Surnames, first names, months and years against plain counts over all records, reader by reader; then what is not told, and when.
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import type { ReleveData } from '../../../src/db/schema.ts'
import { moveReleve } from '../../../src/features/releves/actions/apply-change.ts'
import { deleteReleve, updateReleve } from '../../../src/features/releves/actions/records.ts'
import { enqueueStatistics, statisticsHandlers } from '../../../src/features/statistiques/task.ts'
import { suppressionHandlers } from '../../../src/features/suppressions/task.ts'
import { enqueue } from '../../../src/features/taches/actions.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { redesigned } from '../../../src/features/types-sources/reindex-queue.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { day } from '../../support/factories.ts'
import { squeeze } from '../../support/html.ts'
import { importOf, sendFile, work } from '../imports/support.ts'
import { register } from '../releves/support.ts'

const SURNAMES = ['LE GOFF', 'Legoff', 'MARTIN', 'Hamon', 'RIOU', 'Tanguy', 'ÉVEN']
/** Acts without a date are as old. */
const OLD = { annee_debut: 1760, annee_fin: 1780 }
const FIRST = ['Jean', 'Pierre-Marie', 'Anne Louise', 'Yves']

/** Counts what is stale, as a night does. */
async function night(t: TestApp): Promise<void> {
  const now = t.deps.clock()
  await t.db.transaction().execute((trx) => enqueue(trx, { kind: 'statistiques', payload: {} }, now))
  expect(await runTasks(t.deps, statisticsHandlers)).toBe(1)
}

/** Baptisms of Saint-Malo and of Vannes, marriages of Saint-Malo, names drawn from a few. */
async function archive() {
  const t = await testApp()
  const [dinard, vannes] = [await t.make.lieu({ nom: 'Dinard' }), await t.make.lieu({ nom: 'Vannes' })]
  const [baptisms, marriages] = [await t.make.readyType('baptemes'), await t.make.readyType('mariages_paroissiaux')]
  const births = await t.make.source({ type: baptisms, lieu: dinard, section: t.saintMalo, ...OLD })
  const weddings = await t.make.source({ type: marriages, lieu: dinard, section: t.saintMalo })
  const others = await t.make.source({ type: baptisms, lieu: vannes, section: t.vannes, ...OLD })
  let state = 7
  const draw = <T>(list: readonly T[]): T => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return list[Math.floor((state / 2_147_483_648) * list.length)] as T
  }
  const date = () => day(`17${draw([60, 65, 71, 79])}-0${draw([1, 2, 9])}-1${draw([0, 3])}`)
  for (const source of [births, others])
    for (let n = 0; n < 7; n += 1)
      await t.make.releve(source, {
        ...{ nom: draw(SURNAMES), prenom: draw(FIRST), nom_pere: draw(SURNAMES), nom_mere: draw(SURNAMES) },
        ...{ nom_parrain: 'PARRAIN', ...(n === 3 ? {} : { date_evenement: date() }) },
      })
  for (let n = 0; n < 7; n += 1)
    await t.make.releve(weddings, {
      ...{ nom: draw(SURNAMES), prenom: draw(FIRST), nom_epouse: draw(SURNAMES), prenom_epouse: draw(FIRST) },
      ...{ date_evenement: date(), nom_temoin_1: 'TEMOIN' },
    })
  return { ...t, dinard, vannesPlace: vannes, births, weddings, others }
}

interface Plain {
  data: ReleveData
  source_id: number
  jour: string | null
  acte: string
}

const plainRecords = (t: TestApp): Promise<Plain[]> =>
  t.db
    .selectFrom('releves')
    .innerJoin('sources', 'sources.id', 'releves.source_id')
    .innerJoin('types_sources', 'types_sources.id', 'sources.type_source_id')
    .select(['data', 'source_id', 'date_evenement as jour', 'acte'])
    .execute()

/** How many records give each of these. */
function tally(records: readonly Plain[], of: (record: Plain) => string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const record of records) for (const one of new Set(of(record))) counts[one] = (counts[one] ?? 0) + 1
  return counts
}

const textsOf = ({ data }: Plain, names: string[]) =>
  names.flatMap((name) => (typeof data[name] === 'string' ? [data[name].toUpperCase()] : []))
const decadeOf = ({ jour }: Plain) => (jour === null ? '' : `${jour.slice(0, 3)}0`)

type Reader = { get(path: string): Promise<{ text: string }> }

async function rowsAt(reader: Reader, path: string): Promise<string[][]> {
  const { text } = await reader.get(path)
  return (parse(text, { bom: true, delimiter: ';' }) as string[][]).slice(1)
}

const asCounts = (rows: string[][], key: (row: string[]) => string, n: number) =>
  Object.fromEntries(rows.map((row) => [key(row), Number(row[n])]))

test('each reader gets the names, months and years that a plain count of the records gives', async () => {
  const t = await archive()
  await night(t)
  const all = await plainRecords(t)
  for (const [user, sees] of [
    [t.marie, [t.births.id, t.weddings.id]],
    [t.etienne, [t.others.id]],
    [t.admin, [t.births.id, t.weddings.id, t.others.id]],
  ] as const) {
    const reader = await t.as(user)
    const own = all.filter(({ source_id }) => (sees as readonly number[]).includes(source_id))
    const noms = await rowsAt(reader, '/statistiques/noms/export/csv')
    expect(asCounts(noms, (row) => row[2] ?? '', 3)).toEqual(
      tally(own, (record) => textsOf(record, ['nom', 'nom_pere', 'nom_mere', 'nom_epouse'])),
    )
    const prenoms = await rowsAt(reader, '/statistiques/prenoms/export/csv')
    expect(asCounts(prenoms, (row) => `${row[0]} ${row[1]}`, 2)).toEqual(
      tally(own, (record) =>
        textsOf(record, ['prenom', 'prenom_epouse']).map((name) => `${decadeOf(record)} ${name.split(' ')[0]}`),
      ),
    )
    const years = await rowsAt(reader, '/statistiques/export/csv')
    expect(asCounts(years, (row) => `${row[0]} ${row[1]}`, 2)).toEqual(
      tally(own, ({ jour, acte }) =>
        jour === null ? [] : [`${jour.slice(0, 4)} ${acte === 'mariage' ? 'Mariage' : 'Baptême'}`],
      ),
    )
    const months = await rowsAt(reader, '/statistiques/saisons/export/csv')
    expect(months.map((row) => Number(row[1]))).toEqual(
      Array.from(
        { length: 12 },
        (_, n) => own.filter(({ acte, jour }) => acte === 'mariage' && Number(jour?.slice(5, 7)) === n + 1).length,
      ),
    )
  }
  expect(t.failures).toEqual([])
}, 30_000)

test('years narrow the names to their decades', async () => {
  const t = await archive()
  await night(t)
  const all = await plainRecords(t)
  const marie = await t.as(t.marie)
  const page = await marie.get('/statistiques/noms?annee_debut=1760&annee_fin=1769')
  const sixties = all.filter((record) => record.source_id !== t.others.id && decadeOf(record) === '1760')
  const some = await rowsAt(marie, '/statistiques/noms/export/csv?annee_debut=1760&annee_fin=1769')
  expect(asCounts(some, (row) => row[2] ?? '', 3)).toEqual(
    tally(sixties, (record) => textsOf(record, ['nom', 'nom_pere', 'nom_mere', 'nom_epouse'])),
  )
  expect(squeeze(page.page.text)).toContain(some[0]?.[0])
  expect(t.failures).toEqual([])
})

test('a name that one or two acts of the last 120 years bear is not told, an old one is', async () => {
  const t = await testApp()
  const type = await t.make.readyType('baptemes')
  const lieu = await t.make.lieu({ nom: 'Dinard' })
  const source = await t.make.source({ type, lieu, section: t.saintMalo })
  const old = await t.make.source({ type, section: t.saintMalo, annee_debut: 1780, annee_fin: 1800 })
  const act = (nom: string, iso: string) =>
    t.make.releve(source, { nom, prenom: nom.slice(0, 5), date_evenement: day(iso) })
  for (const iso of ['1950-01-01', '1951-01-01']) await act('KERVELLA', iso)
  for (const iso of ['1950-01-01', '1961-01-01', '1912-02-02']) await act('QUEMENER', iso)
  for (const iso of ['1790-01-01', '1950-01-01']) await act('BOZEC', iso)
  await t.make.releve(source, { nom: 'SANSDATE' })
  await t.make.releve(old, { nom: 'VIEUX' })
  await night(t)
  const marie = await t.as(t.marie)
  const names = await rowsAt(marie, '/statistiques/noms/export/csv')
  expect(names.map(([nom, n]) => `${nom} ${n}`).sort()).toEqual(['BOZEC 1', 'QUEMENER 3', 'VIEUX 1'])
  const first = await rowsAt(marie, '/statistiques/prenoms/export/csv')
  expect(first.map((row) => row[1])).not.toContain('KERVE')
  const page = await marie.get('/statistiques/noms')
  expect(page.text).not.toContain('KERVELLA')
  expect(squeeze(page.page.text)).toContain('Depuis 1900, ce qui n’est porté que par un ou deux actes')
  const here = await marie.get(`/statistiques/noms?lieu=${lieu.id}&seuls=1`)
  expect(here.page.all('tbody th').map((cell) => squeeze(cell.textContent))).toEqual(['QUEMENER', 'BOZEC'])
  await t.make.releve(old, { nom: 'BAUZEC', date_evenement: day('1790-01-01') })
  await night(t)
  const later = await marie.get(`/statistiques/noms?lieu=${lieu.id}&seuls=1`)
  expect(later.page.all('tbody th').map((cell) => squeeze(cell.textContent))).toEqual(['QUEMENER'])
  expect(t.failures).toEqual([])
})

test('lines of the community tie spellings, and keep them apart', async () => {
  const t = await testApp()
  const type = await t.make.readyType('baptemes')
  const source = await t.make.source({ type, section: t.saintMalo })
  for (const nom of ['MARTIN', 'MARTIN', 'MARTEIN', 'LE GOFF', 'LE GOFF', 'GOAVEC'])
    await t.make.releve(source, { nom, date_evenement: day('1765-03-01') })
  await night(t)
  const marie = await t.as(t.marie)
  const told = async () =>
    (await rowsAt(marie, '/statistiques/noms/export/csv')).map(([nom, n, graphie]) => `${nom} ${n} ${graphie}`)
  expect(await told()).toEqual(['MARTIN 3 MARTIN', 'MARTIN 3 MARTEIN', 'LE GOFF 2 LE GOFF', 'GOAVEC 1 GOAVEC'])
  const line = (signe: 'egal' | 'different', a: string, b: string) => ({
    ...{ genre: 'nom' as const, signe, nom_a: a, nom_b: b, cle_a: a.toLowerCase().replace(' ', ''), lieu_id: null },
    ...{ cle_b: b.toLowerCase().replace(' ', ''), source: null, etat: 'acceptee' as const, auteur_id: null },
    ...{ decideur_id: null, decidee_at: null, motif: null, created_at: '2026-01-01', updated_at: '2026-01-01' },
  })
  await t.db
    .insertInto('orthographes')
    .values([line('different', 'MARTEIN', 'MARTIN'), line('egal', 'GOAVEC', 'LE GOFF')])
    .execute()
  expect(await told()).toEqual(['LE GOFF 3 LE GOFF', 'LE GOFF 3 GOAVEC', 'MARTIN 2 MARTIN', 'MARTEIN 1 MARTEIN'])
  expect(t.failures).toEqual([])
})

/** Sources whose numbers are not those of their acts. */
const stale = async (t: TestApp) =>
  (
    await t.db
      .selectFrom('statistiques_lues')
      .select('source_id')
      .where('etat', '<>', 'juste')
      .orderBy('source_id')
      .execute()
  ).map(({ source_id }) => source_id)

/** A night later the counts of all sources are those of their records. */
async function countedAnew(t: TestApp, admin: Reader): Promise<void> {
  await night(t)
  expect(await stale(t)).toEqual([])
  const noms = await rowsAt(admin, '/statistiques/noms/export/csv')
  expect(asCounts(noms, (row) => row[2] ?? '', 3)).toEqual(
    tally(await plainRecords(t), (record) => textsOf(record, ['nom', 'nom_pere', 'nom_mere', 'nom_epouse'])),
  )
}

test('whatever changes an act outdates its source alone, and the next night counts it anew', async () => {
  const t = await archive()
  await night(t)
  const by = { user_id: t.admin.id, now: t.deps.clock().toISOString() }
  const admin = await t.as(t.admin)
  expect(await stale(t)).toEqual([])
  const id = await t.make.releve(t.births, { nom: 'NOUVEAU', date_evenement: day('1770-01-01') })
  expect(await stale(t)).toEqual([t.births.id])
  expect(squeeze((await admin.get('/statistiques/noms')).page.text)).toContain(
    '1 source a changé depuis, ou est nouvelle',
  )
  await countedAnew(t, admin)
  await updateReleve(t.db, { id, version: 1, data: { nom: 'AUTREMENT' }, etats: {}, ...by })
  expect(await stale(t)).toEqual([t.births.id])
  await countedAnew(t, admin)
  const act = await t.db.selectFrom('releves').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await t.db.transaction().execute((trx) => moveReleve(trx, act as never, t.others.id, by as never))
  expect(await stale(t)).toEqual([t.births.id, t.others.id])
  await countedAnew(t, admin)
  await deleteReleve(t.db, { id, ...by })
  expect(await stale(t)).toEqual([t.others.id])
  await countedAnew(t, admin)
  const field = await t.db.selectFrom('champs').selectAll().where('nom', '=', 'nom_epouse').executeTakeFirstOrThrow()
  await t.db
    .transaction()
    .execute((trx) => redesigned(trx, field.type_source_id, t.deps.clock(), async () => undefined))
  expect(await stale(t)).toEqual([t.weddings.id])
  await countedAnew(t, admin)
  expect(t.failures).toEqual([])
}, 30_000)

test('an import, its undo, a deleted source and one that came back leave the numbers right', async () => {
  const t = await testApp()
  const { source } = await register(t)
  await t.db.updateTable('sources').set({ lieu_id: null, annee_debut: 1760, annee_fin: 1790 }).execute()
  const [marie, admin] = [await t.as(t.marie), await t.as(t.admin)]
  await sendFile(
    marie,
    `/sources/${source.id}/import`,
    'Date de baptême;Nom\r\n12/08/1787;Lemoine\r\n13/08/1787;Riou\r\n',
  )
  await work(t)
  const { id } = await importOf(t)
  await marie.post(`/imports/${id}/confirmer`)
  await work(t)
  await countedAnew(t, admin)
  const counted = () =>
    t.db.selectFrom('source_noms').select(['valeur', 'n']).where('genre', '=', 'nom').orderBy('valeur').execute()
  expect(await counted()).toEqual([
    { valeur: 'LEMOINE', n: 1 },
    { valeur: 'RIOU', n: 1 },
  ])
  await marie.post(`/imports/${id}/annuler`)
  await work(t)
  expect(await stale(t)).toEqual([source.id])
  await countedAnew(t, admin)
  expect(await counted()).toEqual([])
  await t.make.releve(source, { nom: 'HAMON', date_evenement: day('1770-01-01') })
  await countedAnew(t, admin)
  await admin.post(`/sources/${source.id}/supprimer`, { confirmation: source.titre })
  await runTasks(t.deps, suppressionHandlers)
  expect(await counted()).toEqual([])
  const kept = await t.db.selectFrom('sources_supprimees').select('id').executeTakeFirstOrThrow()
  await admin.post(`/sources/supprimees/${kept.id}/retablir`)
  await runTasks(t.deps, suppressionHandlers)
  await countedAnew(t, admin)
  expect(await counted()).toEqual([{ valeur: 'HAMON', n: 1 }])
  expect(t.failures).toEqual([])
}, 30_000)

/** One source of Saint-Malo, with an act that has a date and one that has none. */
async function few() {
  const t = await testApp()
  const births = await t.make.source({ type: await t.make.readyType('baptemes'), section: t.saintMalo })
  await t.make.releve(births, { nom: 'MARTIN', date_evenement: day('1765-03-01') })
  await t.make.releve(births, { nom: 'RIOU' })
  return { ...t, births }
}

test('it is begun each night, and sooner for a source that was never counted', async () => {
  const t = await few()
  const at = (iso: string) => new Date(iso)
  const waiting = async () =>
    (
      await t.db
        .selectFrom('taches')
        .select('id')
        .where('kind', '=', 'statistiques')
        .where('etat', '=', 'attente')
        .execute()
    ).length
  await enqueueStatistics(t.db, at('2026-11-20T22:00:00.000Z'))
  expect(await waiting()).toBe(0)
  await enqueueStatistics(t.db, at('2026-11-20T22:11:00.000Z'))
  expect(await waiting()).toBe(1)
  await runTasks({ ...t.deps, clock: () => at('2026-11-20T22:12:00.000Z') }, statisticsHandlers)
  await t.make.releve(t.births, { nom: 'NOUVEAU' })
  await enqueueStatistics(t.db, at('2026-11-20T22:30:00.000Z'))
  expect(await waiting()).toBe(0)
  await enqueueStatistics(t.db, at('2026-11-21T03:00:00.000Z'))
  expect(await waiting()).toBe(1)
})

test('wrong answers are told beside their fields, and nothing is shown of what was not asked', async () => {
  const t = await few()
  const marie = await t.as(t.marie)
  for (const path of ['', '/noms', '/prenoms', '/saisons'])
    for (const query of ['annee_debut=abc', 'annee_debut=1800&annee_fin=1700', 'section=x', 'texte:lieu=Nullepart']) {
      const answer = await marie.get(`/statistiques${path}?${query}`)
      expect([path, query, answer.status, answer.page.has('.erreur')]).toEqual([path, query, 422, true])
    }
  const empty = await marie.get('/statistiques/noms')
  expect(squeeze(empty.page.text)).toContain('Rien n’est encore compté.')
  const years = await marie.get('/statistiques')
  expect(years.page.one('svg[role=img]').getAttribute('aria-label')).toContain('Baptême')
  expect(squeeze(years.page.text)).toContain('1 acte sans date n’est compté dans aucune année')
  await t.db.updateTable('sources').set({ nb_releves: 600_000 }).execute()
  for (const path of ['noms', 'prenoms']) {
    expect(squeeze((await marie.get(`/statistiques/${path}`)).page.text)).toContain('Plus de 500 000 actes')
    expect((await marie.get(`/statistiques/${path}/export/csv`)).location).toBe(`/statistiques/${path}`)
    expect((await marie.get(`/statistiques/${path}?annee_debut=1760`)).page.text).not.toContain('Plus de')
  }
  const foreign = await marie.get(`/statistiques?section=${t.vannes.id}`)
  expect(foreign.page.has('.vide')).toBe(true)
  expect(t.failures).toEqual([])
})
