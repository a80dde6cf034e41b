// Acts of Nimègue are written into many sources while the process that does it is killed, again and again.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { sendFolder } from '../../src/features/echanges/import/actions/folder.ts'
import { confirmImport } from '../../src/features/imports/actions/steps.ts'
import { importById } from '../../src/features/imports/queries/imports.ts'
import { installReadyTypes } from '../../src/features/types-sources/actions/models.ts'
import { temporaryFolder } from '../support/folder.ts'
import { type Broken, brokenSite, pause, serve, tell } from './support.ts'
import { now, PATIENCE, pair } from './support-beside.ts'

const ACTS = 4000
const KILLS = 5
const COMMUNES = ['Saint-Malo', 'Cancale', 'Dol']

/** Every tenth act stands twice in its file: true twins, which stay two. */
function acts(): string[] {
  return Array.from({ length: ACTS }, (_, n) => {
    const m = n % 10 === 9 ? n - 1 : n
    const commune = COMMUNES[Math.floor(m / 2) % COMMUNES.length]
    const date = `${String(1 + (m % 28)).padStart(2, '0')}/${String(1 + (m % 12)).padStart(2, '0')}/${1700 + (m % 80)}`
    const child = [
      'NIMEGUEV3',
      '',
      commune,
      '35',
      'Ille-et-Vilaine',
      'N',
      date,
      '',
      '4 E 1',
      '',
      `Nom ${m}`,
      'Jean',
      'M',
      '',
    ]
    const parents = ['LE GOFF', 'Guy', 'décédé', 'marin', 'HERVÉ', 'Rose', '', '']
    return [...child, ...parents, '', '', '', '', '', '', 'note', '0', ''].join(';')
  })
}

function folderOf(lines: readonly string[]): string {
  const folder = join(temporaryFolder(), 'actes')
  mkdirSync(folder)
  writeFileSync(join(folder, 'actes.TXT'), iconv.encode(`${lines.join('\r\n')}\r\n`, 'win1252'))
  return folder
}

/** Sends the files to their dry run, by the site that serves. */
async function planned({ db, storage }: Broken, dir: string) {
  const user = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role', 'must_change_password'])
    .executeTakeFirstOrThrow()
  const choice = { dir, user, section_id: null, status: 'en_cours' as const }
  const { importId } = await sendFolder(db, storage, choice, now())
  const find = async () => (await importById(db, importId ?? 0)) ?? expect.fail('the import is gone')
  await expect.poll(async () => (await find()).etat, PATIENCE).toBe('pret')
  return find
}

/** Kills whoever writes, once some more acts are there; says how many were. */
async function killInTheMiddle(site: Broken, find: () => Promise<{ creees: number }>): Promise<number> {
  const before = (await find()).creees
  await expect.poll(async () => (await find()).creees, PATIENCE).toBeGreaterThan(before)
  await pause(Math.random() * 150)
  const { beside = 0 } = pair(site)
  if (beside > 0) process.kill(beside, 'SIGKILL')
  const task = site.db.selectFrom('taches').select('etat').orderBy('id', 'desc').limit(1)
  await expect.poll(async () => (await task.executeTakeFirst())?.etat, PATIENCE).not.toBe('en_cours')
  const at = (await find()).creees
  await site.db
    .updateTable('taches')
    .set({ pas_avant: now().toISOString(), essais: 0 })
    .where('etat', '=', 'attente')
    .execute()
  return at
}

test('acts that were being written when the process was killed are there once, in their sources, and no other', async () => {
  const site = await brokenSite()
  await installReadyTypes(site.db)
  await serve(site, { PROCESSES: '1' })
  const lines = acts()
  const dir = folderOf(lines)
  const find = await planned(site, dir)
  expect((await find()).a_creer).toBe(ACTS)
  await confirmImport(site.db, await find(), now())
  const marks: number[] = []
  for (let n = 0; n < KILLS && (await find()).creees < ACTS - 1000; n += 1)
    marks.push(await killInTheMiddle(site, find))
  await expect.poll(async () => (await find()).etat, PATIENCE).toBe('termine')
  await expectEachOnce(site, lines)
  expect((await find()).creees).toBe(ACTS)
  // The files are sent once more: all of it is there.
  const again = await planned(site, dir)
  expect([(await again()).a_creer, (await again()).inchangees]).toEqual([0, ACTS])
  expect(marks.length).toBeGreaterThan(1)
  tell(`${marks.length} kills, after ${marks.join(', ')} of ${ACTS} acts`)
}, 300_000)

/** Names in each commune, as often as the file has them; counters, history and search agree. */
async function expectEachOnce({ db }: Broken, lines: readonly string[]): Promise<void> {
  const rows = await db
    .selectFrom('releves')
    .innerJoin('sources', 'sources.id', 'releves.source_id')
    .innerJoin('lieux', 'lieux.id', 'sources.lieu_id')
    .select(['lieux.nom as commune', 'releves.nom', 'releves.id', 'releves.source_id'])
    .execute()
  const told = lines.map((line) => [2, 10].map((at) => line.split(';')[at]).join('/'))
  expect(rows.map(({ commune, nom }) => `${commune}/${nom}`).toSorted()).toEqual(told.toSorted())
  const sources = await db.selectFrom('sources').select(['id', 'nb_releves']).where('nb_releves', '>', 0).execute()
  expect(sources.map(({ nb_releves }) => nb_releves).reduce((a, b) => a + b, 0)).toBe(ACTS)
  expect(sources).toHaveLength(COMMUNES.length)
  const versions = await db.selectFrom('releve_versions').select('releve_id').execute()
  expect(new Set(versions.map(({ releve_id }) => releve_id)).size).toBe(versions.length)
  expect(versions).toHaveLength(ACTS)
  const decades = await db.selectFrom('source_decennies').select('n').execute()
  expect(decades.reduce((sum, { n }) => sum + n, 0)).toBe(ACTS)
}
