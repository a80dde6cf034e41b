// The way out: everything leaves as files that any spreadsheet reads, and comes in again by our own imports.
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { lastArchive, purgeArchives } from '../../../src/features/emporter/actions/archives.ts'
import { writeFolder } from '../../../src/features/emporter/actions/write.ts'
import type { Inventory } from '../../../src/features/emporter/rules/inventory.ts'
import { leavingHandlers } from '../../../src/features/emporter/task.ts'
import { openArchive } from '../../../src/features/imports/rules/feuilles/archive.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { createTypeFromModel } from '../../../src/features/types-sources/actions/models.ts'
import { DAY_MS } from '../../../src/lib/durations.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { everything } from '../export/source.ts'
import { importOf, sendFile, work } from '../imports/support.ts'

const AT = '2026-11-23T10:00:00.000Z'

vi.setConfig({ testTimeout: 60_000 })

const printOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** The files of a site by name. */
async function filesOf(t: TestApp): Promise<Map<string, Buffer>> {
  const folder = mkdtempSync(join(tmpdir(), 'releves-emporter-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const count = await writeFolder(t.db, folder, { site: 'Relevés', at: AT })
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name))
  expect(names).toHaveLength(count)
  return new Map(names.toSorted().map((name) => [name, readFileSync(join(folder, name))]))
}

const textsOf = (files: Map<string, Buffer>, ...names: string[]) =>
  Object.fromEntries(
    [...files].filter(([name]) => names.includes(name)).map(([name, bytes]) => [name, bytes.toString()]),
  )

/** Types, places, sources, records, spellings and people, with the hard parts. */
async function fullSite() {
  const t = await testApp()
  const { source, lieu } = await everything(t)
  await t.make.lieu({ nom: '\'=Étrange; "lieu"', parent: lieu })
  await t.make.source({ titre: 'Vide', section: t.saintMalo, lieu })
  await t.make.membre(t.saintMalo, await t.make.user({ name: 'zoé' }), 'lecture')
  return { t, source }
}

async function importFile(t: TestApp, form: string, bytes: Buffer | undefined): Promise<number> {
  const admin = await t.as(t.admin)
  const sent = await sendFile(admin, form, bytes ?? '')
  expect([form, sent.status]).toEqual([form, 303])
  await work(t)
  const { id, a_creer, a_modifier } = await importOf(t)
  if (a_creer + a_modifier > 0) {
    await admin.post(`/imports/${id}/confirmer`, { mot_de_passe_preuve: '' })
    await work(t)
  }
  return (await importOf(t)).creees
}

test('every file is there, and LISEZMOI says what each is', async () => {
  const { t } = await fullSite()
  const files = await filesOf(t)
  expect([...files.keys()].filter((name) => !name.startsWith('reprise/'))).toEqual([
    'LISEZMOI.txt',
    'depots.csv',
    'historique.csv',
    'inventaire.json',
    'lieux.csv',
    'orthographes.csv',
    'releves/0001 Baptêmes de Saint-Énogat.csv',
    'releves/0002 Vide.csv',
    'sections.csv',
    'sources.csv',
    'types.json',
    'utilisateurs.csv',
  ])
  const readme = files.get('LISEZMOI.txt')?.toString() ?? ''
  const own = ['LISEZMOI.txt', 'inventaire.json']
  for (const name of files.keys()) if (!own.includes(name)) expect(readme).toContain(name)
  const { fichiers } = JSON.parse(files.get('inventaire.json')?.toString() ?? '') as Inventory
  const prints = fichiers.map(({ nom, octets, empreinte }) => [nom, octets, empreinte])
  const found = [...files].filter(([name]) => name !== 'inventaire.json')
  expect(prints.toSorted()).toEqual(found.map(([name, bytes]) => [name, bytes.length, printOf(bytes)]).toSorted())
  expect(readme).toMatch(/releves\/0001 .*relevés \(\d+\s?lignes\)/)
  expect(files.get('sources.csv')?.toString()).toContain(
    'releves/0001 Baptêmes de Saint-Énogat.csv;Baptêmes de Saint-Énogat;Tout;',
  )
  expect(files.get('utilisateurs.csv')?.toString()).toContain('marie;')
  expect(files.get('utilisateurs.csv')?.toString()).not.toContain('argon2')
})

/** The lines of a file of ours without cells that hold a separator. */
const linesOf = (files: Map<string, Buffer>, name: string): string[][] =>
  (files.get(name)?.toString() ?? '').split('\r\n').map((line) => line.split(';'))

/** A site that was empty, and into which all of this came by the imports. */
async function movedIn(files: Map<string, Buffer>): Promise<TestApp> {
  const t = await testApp()
  const { types_sources } = JSON.parse(files.get('types.json')?.toString() ?? '') as { types_sources: never[] }
  for (const model of types_sources) await t.db.transaction().execute((trx) => createTypeFromModel(trx, model))
  await importFile(t, '/lieux/import', files.get('lieux.csv'))
  await importFile(t, '/orthographes/import', files.get('orthographes.csv'))
  await importFile(t, '/admin/utilisateurs/import', files.get('utilisateurs.csv'))
  const places = await t.db.selectFrom('lieux').select(['id', 'nom', 'nom_long']).execute()
  const types = await t.db.selectFrom('types_sources').select(['id', 'nom']).execute()
  for (const [name = '', titre = '', type, place] of linesOf(files, 'sources.csv').slice(1, -1)) {
    const of = {
      type: types.find(({ nom }) => nom === type) ?? { id: 0, nom: '' },
      lieu: places.find(({ nom_long }) => nom_long === place) ?? { id: 0 },
    }
    const source = await t.make.source({ titre, section: t.saintMalo, ...of })
    if (linesOf(files, name).length > 2) await importFile(t, `/sources/${source.id}/import`, files.get(name))
  }
  return t
}

test('what left comes into an empty site by its imports, and leaves again the same', async () => {
  const { t } = await fullSite()
  const first = await filesOf(t)
  // Records of the factories have blanks and line ends that no form and no import stores.
  const second = await movedIn(first)
  const before = await filesOf(second)
  const third = await movedIn(before)
  const after = await filesOf(third)
  const isSame = (name: string) => /^(releves\/|types|[a-gi-z]\w+\.csv)/.test(name)
  const same = [...after.keys()].filter(isSame)
  expect(same).toHaveLength(9)
  expect(textsOf(after, ...same)).toEqual(textsOf(before, ...same))
  for (const name of ['types.json', 'lieux.csv', 'utilisateurs.csv', 'orthographes.csv', 'sections.csv'])
    expect([name, before.get(name)?.toString()]).toEqual([name, first.get(name)?.toString()])
  // One act names a place that is no more: its line is refused and named.
  const recordsIn = (files: Map<string, Buffer>) => linesOf(files, 'sources.csv')[1]?.[10]
  expect([recordsIn(first), recordsIn(before), recordsIn(after)]).toEqual(['10', '9', '9'])
  expect([...t.failures, ...second.failures, ...third.failures]).toEqual([])
})

test('the page makes an archive in the background, which is downloaded after the password alone', async () => {
  const { t } = await fullSite()
  const admin = await t.as(t.admin)
  expect((await admin.get('/parametres/emporter')).page.all('form button').map((b) => b.textContent)).toContain(
    'Préparer l’archive',
  )
  expect((await admin.get('/parametres/emporter/archive')).status).toBe(404)
  await admin.post('/parametres/emporter')
  await admin.post('/parametres/emporter')
  expect((await admin.get('/parametres/emporter')).page.text).toContain('Archive en cours')
  expect(await runTasks(t.deps, leavingHandlers)).toBe(1)
  const archive = lastArchive(t.deps.storage)
  const zip = await openArchive(archive?.path ?? '')
  const files = await filesOf(t)
  expect(zip.names.toSorted()).toEqual([...files.keys()])
  expect(await zip.text('lieux.csv')).toBe(files.get('lieux.csv')?.toString().replace('\ufeff', ''))
  zip.close()
  expect((await admin.get('/parametres/emporter')).page.text).toContain('Télécharger l’archive')
  const sent = await admin.get('/parametres/emporter/archive')
  expect([sent.status, sent.headers.get('content-type'), sent.text.slice(0, 2)]).toEqual([200, 'application/zip', 'PK'])
  await t.db.updateTable('sessions').set({ prouve_at: null }).execute()
  const asked = await admin.get('/parametres/emporter/archive')
  expect([asked.status, asked.location]).toEqual([
    303,
    expect.stringContaining('suite=%2Fparametres%2Femporter%2Farchive'),
  ])
  await purgeArchives(t.db, t.deps.storage, new Date(Date.parse(archive?.at ?? '') + 8 * DAY_MS))
  expect(lastArchive(t.deps.storage)).toBeUndefined()
  expect(t.failures).toEqual([])
})

test('a folder with something in it is refused, and left as it was', async () => {
  const t = await testApp()
  const folder = mkdtempSync(join(tmpdir(), 'releves-emporter-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'lettre.txt'), 'à garder')
  await expect(writeFolder(t.db, folder, { site: 'Relevés', at: AT })).rejects.toThrow('n’est pas vide')
  expect(readdirSync(folder)).toEqual(['lettre.txt'])
})
