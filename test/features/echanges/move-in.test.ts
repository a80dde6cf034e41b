// Files of other programs, moved in by pages only: found, decided, verified, written, taken back, given twice.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importHandlers } from '../../../src/features/imports/task.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { IMPORT_KINDS } from '../../../src/import-kinds.ts'
import { ORIGIN, type TestApp } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'
import { importOf, messagesOf, work } from '../imports/support.ts'
import { choicesOf, dryRun, moveIn, sendFiles, site } from './site.ts'
import { bytesOf, v3, WORKED } from './support.ts'

const exemple = (nom: string) => ({ nom, bytes: readFileSync(join(import.meta.dirname, 'exemples', nom)) })
const file = (nom: string, lines: readonly string[], encodage = 'win1252') => ({
  nom,
  bytes: bytesOf(lines, { encodage }),
})

const sourcesOf = (t: TestApp) =>
  t.db
    .selectFrom('sources')
    .innerJoin('types_sources', 'types_sources.id', 'sources.type_source_id')
    .leftJoin('lieux', 'lieux.id', 'sources.lieu_id')
    .select([
      'sources.id',
      'sources.titre',
      'sources.status',
      'nb_releves',
      'types_sources.nom as type',
      'lieux.nom_long',
    ])
    .orderBy('sources.id')
    .execute()

const counted = async (t: TestApp) => (await t.db.selectFrom('releves').select('id').execute()).length

test('ExpoActes’ own four files make a source a commune and type, whose counts agree', async () => {
  const { t, admin } = await site()
  const files = ['N', 'M', 'D', 'V'].map((letter) => exemple(`Saint_Malo_${letter}.TXT`))
  const before = await sourcesOf(t)
  const { plan, planned, done, location } = await moveIn(t, admin, files)
  expect(squeeze(plan.page.text)).toContain('80 actes de 1 commune, dans 4 fichiers')
  expect([planned.a_creer, planned.inchangees, planned.refusees]).toEqual([80, 0, 0])
  expect([done.etat, done.creees, done.refusees]).toEqual(['termine', 80, 0])
  const made = (await sourcesOf(t)).slice(before.length)
  expect(made.map(({ type, nb_releves }) => [type, nb_releves])).toEqual([
    ...[
      ['Baptêmes', 9],
      ['Naissances', 11],
    ],
    ...made.slice(2).map(({ type, nb_releves }) => [type, nb_releves]),
  ])
  expect(made.reduce((sum, { nb_releves }) => sum + nb_releves, 0)).toBe(80)
  const { page } = await admin.get(location)
  expect(squeeze(page.text)).toContain('Ancien site et ici')
  expect(page.all(`a[href="/sources/${made[0]?.id}"]`)).not.toEqual([])
  expect(t.failures).toEqual([])
})

test('the same files again find their sources, and every act there already', async () => {
  const { t, admin } = await site()
  const files = ['N', 'D'].map((letter) => exemple(`Saint_Malo_${letter}.TXT`))
  await moveIn(t, admin, files)
  const [sources, releves] = [await sourcesOf(t), await counted(t)]
  const { imported } = await dryRun(t, admin, files)
  expect([imported.a_creer, imported.inchangees]).toEqual([0, 40])
  expect(await sourcesOf(t)).toEqual(sources)
  expect(await counted(t)).toBe(releves)
})

const ASSOCIATION = [
  file('dinard.txt', [
    v3('N', { 2: '35093', 3: 'Dinard', 7: '01/02/1780', 11: 'LE BŒUF', 12: 'Anne', 13: 'F', 30: '1' }),
    v3('N', { 2: '35093', 3: 'Dinard', 7: '00/00/1794', 11: 'ROUX', 12: 'Luc', 13: 'M', 30: '2' }),
    v3('M', { 2: '35093', 3: 'Dinard', 7: '17??', 11: 'ROUX', 13: 'Saint-Malo', 29: 'PETIT', 60: '3' }),
  ]),
  file('cancale.txt', [v3('D', { 2: '35049', 3: 'Cancale', 7: '29/02/1700', 11: 'GUY', 38: '4' }), ...WORKED], 'utf8'),
]

test('an association of several communes, types and encodings; what is wrong is named with its file and line', async () => {
  const { t, admin } = await site()
  const dinard = await t.make.lieu({ nom: 'Dinard' })
  await t.db.updateTable('lieux').set({ code: '35093' }).where('id', '=', dinard.id).execute()
  const { plan, planned, location, done } = await moveIn(t, admin, ASSOCIATION)
  expect(squeeze(plan.page.text)).toContain('8 actes de 3 communes, dans 2 fichiers')
  expect(squeeze(plan.page.text)).toContain('1 ligne n’est pas un acte')
  expect([planned.a_creer, planned.refusees, done.creees]).toEqual([7, 1, 7])
  const [message] = (await messagesOf(t)).filter(({ message }) => message.includes('29/02/1700'))
  expect(squeeze(message?.message ?? '')).toContain('cancale.txt, ligne 1 : La date « 29/02/1700 » n’est pas comprise')
  const sources = await sourcesOf(t)
  expect(
    sources.filter(({ nom_long }) => nom_long === 'Dinard').map(({ type, nb_releves }) => [type, nb_releves]),
  ).toEqual([
    ['Baptêmes', 1],
    ['Naissances', 1],
    ['Mariages (paroissiaux)', 1],
  ])
  const ids = await t.db.selectFrom('origines_actes').select(['origine', 'ident']).orderBy('ident').execute()
  expect(ids.map(({ ident }) => ident)).toEqual(['1', '1204', '15', '2', '3', '3', '88'])
  expect(squeeze((await admin.get(location)).page.text)).toContain('Lieux créés par cet import')
})

test('the undo takes records, sources and places back; what somebody uses stays', async () => {
  const { t, admin } = await site()
  const before = { sources: await sourcesOf(t), lieux: await t.db.selectFrom('lieux').select('id').execute() }
  const { location } = await moveIn(t, admin, ASSOCIATION)
  const made = (await sourcesOf(t)).slice(before.sources.length)
  const [kept] = made
  await t.db
    .insertInto('source_membres')
    .values({ source_id: kept?.id ?? 0, user_id: t.marie.id })
    .execute()
  await admin.post(`${location}/annuler`)
  await work(t)
  const undone = await importOf(t)
  expect([undone.etat, undone.retirees]).toEqual(['annule', 7])
  expect(await counted(t)).toBe(0)
  expect((await sourcesOf(t)).map(({ id }) => id)).toEqual([...before.sources.map(({ id }) => id), kept?.id])
  const messages = (await messagesOf(t)).map(({ message }) => message).join(' ')
  expect(messages).toContain('quelqu’un y a été affecté')
  // The place of the source that stays, and the others are gone.
  expect(await t.db.selectFrom('lieux').select('id').execute()).toHaveLength(before.lieux.length + 1)
})

test('an administrator may have them validated at once, and still take them back', async () => {
  const { t, admin } = await site()
  const { location, done } = await moveIn(t, admin, [exemple('Saint_Malo_D.TXT')], { status: 'validee' })
  expect(done.creees).toBe(20)
  expect(new Set((await sourcesOf(t)).filter(({ nb_releves }) => nb_releves > 0).map(({ status }) => status))).toEqual(
    new Set(['validee']),
  )
  await admin.post(`${location}/annuler`)
  await work(t)
  expect(await counted(t)).toBe(0)
})

test('files that are none are refused in words, beside those that are', async () => {
  const { admin } = await site()
  const broken = [
    file('tableur.csv', ['Date;Nom', '1787;DUPONT']),
    file('vide.txt', []),
    file('presque.txt', ['NIMEGUE-V3;35288;Saint-Malo']),
    file('seule.txt', ['NIMEGUEV3']),
  ]
  const refused = await sendFiles(admin, broken)
  expect(refused.status).toBe(422)
  for (const name of ['tableur.csv', 'vide.txt', 'presque.txt', 'seule.txt']) expect(refused.page.text).toContain(name)
  const twice = [exemple('Saint_Malo_N.TXT'), ...broken, exemple('Saint_Malo_N.TXT')]
  const { location } = await sendFiles(admin, twice)
  const { page } = await admin.get(location ?? '')
  expect(squeeze(page.text)).toContain('5 fichiers n’ont pas été pris')
  expect(squeeze(page.text)).toContain('20 actes de 1 commune, dans 1 fichier')
})

test('columns that have slipped are no three thousand communes, each to be decided on', async () => {
  const { admin } = await site()
  const lines = Array.from({ length: 3100 }, (_, n) => v3('N', { 3: `Hameau ${n}`, 7: '12/03/1787', 11: 'DUPONT' }))
  const refused = await sendFiles(admin, [file('decale.txt', lines)])
  expect(refused.status).toBe(422)
  expect(squeeze(refused.page.text)).toContain('plus de 3 000 communes')
})

test('managers move in to a section of theirs, and nobody else', async () => {
  const { t } = await site()
  const rene = await t.as(t.rene)
  const { location } = await sendFiles(rene, [exemple('Saint_Malo_N.TXT')])
  const plan = await rene.get(location ?? '')
  const wrong = await rene.post(location ?? '', { ...choicesOf(plan), section_id: '', status: 'validee' })
  expect(wrong.status).toBe(422)
  expect(squeeze(wrong.page.text)).toContain('Choisissez une des sections que vous gérez')
  const { done } = await moveIn(t, rene, [exemple('Saint_Malo_N.TXT')])
  expect(done.creees).toBe(20)
  const marie = await t.as(t.marie)
  expect((await marie.get('/imports/nouveau')).status).toBe(403)
  expect((await marie.get(location ?? '')).status).toBe(403)
})

test('a place that cannot be is refused in the form, and a run of blanks does not hold the dry run up', async () => {
  const { t, admin } = await site()
  const act = v3('M', { 7: '01/01/1795', 11: 'MARTIN', 12: 'Guy', 31: `a${' '.repeat(150_000)}:b`, 32: 'Anne' })
  const sent = await sendFiles(admin, [file('a.txt', [act])])
  const path = sent.location ?? ''
  const chosen = choicesOf(await admin.get(path))
  for (const lieu of ['2147483648', '9999999999', '-1', '1e3', '__proto__'])
    expect([lieu, (await admin.post(path, { ...chosen, lieu_0: lieu })).status]).toEqual([lieu, 422])
  expect((await admin.post(path, chosen)).status).toBe(303)
  const begun = performance.now()
  await work(t)
  expect([(await importOf(t)).etat, performance.now() - begun < 5000]).toEqual(['pret', true])
  expect(t.failures).toEqual([])
})

test('stopped after each batch, and after the sources were made, it goes on: every act exactly once', async () => {
  const { t, admin } = await site()
  const many = Array.from({ length: 1300 }, (_, n) =>
    v3('N', { 3: n % 2 === 0 ? 'Dinard' : 'Cancale', 7: `${1700 + (n % 80)}`, 11: `NOM${n}`, 30: String(n + 1) }),
  )
  const { location } = await dryRun(t, admin, [file('grand.txt', many)])
  await admin.post(`${location}/confirmer`)
  for (let stops = 0; (await importOf(t)).etat !== 'termine'; stops += 1) {
    expect(stops).toBeLessThan(1300 / 20)
    let looks = 0
    // Asked before the first task, then after each batch: stops there each time.
    await runTasks(t.deps, importHandlers(IMPORT_KINDS), () => {
      looks += 1
      return looks > 1
    })
    if (stops === 0) expect(await importOf(t)).toMatchObject({ etat: 'en_cours' })
  }
  const names = await t.db.selectFrom('releves').select('nom').execute()
  expect([names.length, new Set(names.map(({ nom }) => nom)).size]).toEqual([1300, 1300])
  expect((await importOf(t)).creees).toBe(1300)
  const filled = (await sourcesOf(t)).filter(({ nb_releves }) => nb_releves > 0)
  expect(filled.map(({ nb_releves }) => nb_releves)).toEqual([650, 650])
})

test('one act that waits for a check takes the reference from no other', async () => {
  const { t, admin } = await site()
  const births = ['4 E 112', '4 E 112 A VERIFIER', '4 E 112'].map((cote, n) =>
    v3('N', { 7: `0${n + 1}/02/1780`, 9: cote, 11: `NOM${n}`, 30: String(n + 1) }),
  )
  await moveIn(t, admin, [file('cotes.txt', births)])
  const source = await t.db.selectFrom('sources').select('cote').where('nb_releves', '=', 3).executeTakeFirstOrThrow()
  const notes = await t.db.selectFrom('releves').select('data').orderBy('id').execute()
  expect([source.cote, notes.map(({ data }) => data.notes)]).toEqual([
    '4 E 112',
    [undefined, 'Cote\u00a0: 4 E 112 A VERIFIER', undefined],
  ])
  const told = (await messagesOf(t)).filter(({ message }) => message.includes('A VERIFIER'))
  expect(told.map(({ ligne }) => ligne)).toEqual([2])
})

test('more than three hundred megabytes at once are refused in words', async () => {
  const { t, admin } = await site()
  await admin.get('/imports/nouveau')
  const told = await admin.request('/imports/nouveau', {
    method: 'POST',
    body: 'x',
    headers: { origin: ORIGIN, 'content-type': 'multipart/form-data; boundary=a', 'content-length': '320000000' },
  })
  expect([told.status, squeeze(told.page.error('fichier') ?? '')]).toEqual([
    413,
    expect.stringContaining('64 Mo par fichier, 300 en tout'),
  ])
  expect(await t.db.selectFrom('dossiers_actes').select('id').execute()).toEqual([])
})
