// The commands as they are typed, and what a kill in the middle of them leaves.
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { baseAt } from '../../src/db/bases.ts'
import { settingsStore } from '../../src/features/parametres/store.ts'
import { beginService } from '../../src/features/presence/presence.ts'
import { backupsFolder, listBackups, makeBackup } from '../../src/features/sauvegardes/actions/backups.ts'
import { installReadyTypes } from '../../src/features/types-sources/actions/models.ts'
import { AppError } from '../../src/lib/errors.ts'
import { silentLog } from '../../src/lib/log.ts'
import { answering } from '../../src/process/site.ts'
import { backedUpSite, contentAt } from '../features/mises-a-jour/support.ts'
import { storePhoto } from '../features/vues/sending.ts'
import { isPostgres } from '../support/db.ts'
import { factories } from '../support/factories.ts'
import { temporaryFolder } from '../support/folder.ts'
import { squeeze } from '../support/html.ts'
import { releve, start } from '../support/process.ts'
import { postgresDatabase } from '../support/shared-db.ts'
import { typed } from '../support/typed.ts'

/** Makes the folder of a test an installed site. */
async function installedSite(demo = true) {
  const site = await backedUpSite({ demo })
  const secret = 'x'.repeat(64)
  const database = isPostgres ? site.address : 'sqlite:database.sqlite'
  writeFileSync(join(site.storage, 'config.json'), JSON.stringify({ secret, database }))
  writeFileSync(join(site.storage, 'installed'), '1.0.1 2026-01-01\n')
  return site
}

test('db:backup and db:restore say what they did, and a refusal says why', async () => {
  const site = await installedSite()
  const before = await contentAt(site.address)
  const made = await releve(['db:backup'], site.storage)
  expect([made.code, made.err]).toEqual([0, ''])
  const path = made.out.trim().split('\n').at(-1) ?? ''
  expect(existsSync(path)).toBe(true)
  await site.db.deleteFrom('releves').execute()
  const [name] = listBackups(site.storage)
  const restored = await releve(['db:restore', name?.name ?? ''], site.storage)
  expect([restored.code, squeeze(restored.out)]).toEqual([
    0,
    expect.stringMatching(/restaurée : 300 relevés, 8 sources/),
  ])
  expect(await contentAt(site.address)).toEqual(before)
  const kept = await typed(['db:restore', 'nulle-part.tar'], site.storage)
  expect([kept.code, kept.err]).toEqual([2, expect.stringContaining('n’existe pas')])
  const missing = await typed(['db:restore'], site.storage)
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('Il faut un fichier')])
  const nothing = await typed(['db:backup'], temporaryFolder())
  expect([nothing.code, nothing.err]).toEqual([1, expect.stringContaining('pas installé')])
}, 60_000)

test('export:tout writes the whole site to a new folder, and refuses one with something in it', async () => {
  const site = await installedSite()
  const folder = join(temporaryFolder(), 'emporté')
  const written = await releve(['export:tout', folder], site.storage)
  expect([written.code, written.err]).toEqual([0, ''])
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  expect(names).toEqual(expect.arrayContaining(['LISEZMOI.txt', 'lieux.csv', 'types.json', 'historique.csv']))
  expect(names.filter((name) => name.startsWith('releves/'))).toHaveLength(8)
  const files = entries.filter((entry) => entry.isFile()).length
  expect(files).toBeGreaterThan(40)
  expect(squeeze(written.out)).toMatch(new RegExp(`^${files} fichiers écrits dans .*emporté\\. LISEZMOI\\.txt dit`))
  const again = await typed(['export:tout', folder], site.storage)
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('n’est pas vide')])
  const nowhere = await typed(['export:tout'], site.storage)
  expect([nowhere.code, nowhere.err]).toEqual([2, expect.stringContaining('Il faut un dossier')])
}, 60_000)

test('import:tout brings it all back to a new site: every table, and what the house makes of it', async () => {
  const site = await installedSite()
  const folder = join(temporaryFolder(), 'emporté')
  await releve(['export:tout', folder], site.storage)
  const fresh = await installedSite(false)
  await installReadyTypes(fresh.db)
  appendFileSync(join(folder, 'lieux.csv'), 'Dol;;;;;;\r\n')
  const asked = await typed(['import:tout', folder], fresh.storage)
  expect([asked.code, asked.err]).toEqual([
    1,
    expect.stringMatching(/lieux\.csv\n.*Rien n’a été écrit\. Ajoutez --malgre-tout/s),
  ])
  const back = await releve(['import:tout', folder, '--malgre-tout'], fresh.storage)
  expect([back.code, squeeze(back.out)]).toEqual([0, expect.stringContaining('1 fichier n’est pas le même ici')])
  expect(back.out).toMatch(/^lieux\.csv \| \d+ \| \d+ \| changé dans l’archive depuis$/m)
  const [there, here] = [await contentAt(site.address), await contentAt(fresh.address)]
  const same = [
    'releves',
    'releve_versions',
    'sources',
    'source_transitions',
    'lieux',
    'champs',
    'groupes',
    'types_sources',
  ]
  const made = [
    'mots',
    'noms_cles',
    'valeurs',
    'valeurs_genres',
    'source_champs',
    'source_mois',
    'source_annees',
    'source_decennies',
  ]
  for (const table of [...same, ...made]) expect([table, here[table]]).toEqual([table, there[table]])
  const again = await typed(['import:tout', folder, '--malgre-tout'], fresh.storage)
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('n’est pas vide')])
}, 120_000)

test('import:dossier moves a folder of acts in, tells what it left aside, and does nothing twice', async () => {
  const site = await installedSite()
  await factories(site.db).user({ role: 'admin' })
  await installReadyTypes(site.db)
  const folder = join(import.meta.dirname, '../features/echanges/exemples')
  const report = join(temporaryFolder(), 'rapport.csv')
  const first = await releve(['import:dossier', folder, '--statut', 'validee', '--rapport', report], site.storage)
  expect([first.code, first.err]).toEqual([0, ''])
  expect(squeeze(first.out)).toContain('Ancien site et ici')
  expect(squeeze(first.out)).toMatch(/Saint-Malo · Naissances \| Naissances de Saint-Malo, 1794-1950 \| 22 \| 22 \|/)
  expect(readFileSync(report, 'utf8')).toContain('point-virgule')
  const again = await releve(['import:dossier', folder], site.storage)
  expect(squeeze(again.out)).toContain('0 acte créé')
  const empty = await typed(['import:dossier', temporaryFolder()], site.storage)
  expect([empty.code, empty.err]).toEqual([1, expect.stringContaining('aucun fichier d’actes')])
  const wrong = await typed(['import:dossier', folder, '--section', 'Nulle part'], site.storage)
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('Nulle part')])
}, 60_000)

async function photographedSite() {
  const site = await installedSite()
  const { id } = await site.db.selectFrom('sources').select('id').orderBy('id').executeTakeFirstOrThrow()
  return { ...site, file: await storePhoto(site, id) }
}

test('images:archive, verify and restore: what they say, the code they end with, and the line of the journal', async () => {
  const { storage, db, file } = await photographedSite()
  const folder = join(temporaryFolder(), 'photos')
  const say = async (...words: string[]) => {
    const { code, out, err } = await typed(words, storage)
    return [code, squeeze(out + err)]
  }
  expect(await say('images:archive', folder)).toEqual([
    0,
    expect.stringMatching(/^1 fichier copié \(.*\), 0 était déjà là/),
  ])
  expect(await say('images:archive', folder)).toEqual([0, expect.stringMatching(/^0 fichier copié.*1 était déjà là/)])
  expect(await say('images:verify')).toEqual([0, expect.stringMatching(/^1 fichier relu/)])
  const good = readFileSync(file)
  const { atime, mtime } = statSync(file)
  writeFileSync(file, Buffer.from(good).fill(0, 50, 60))
  // A disk that rots changes neither size nor date: only a whole reading finds it.
  utimesSync(file, atime, mtime)
  expect(await say('images:verify')).toEqual([1, expect.stringMatching(/1 fichier est abîmé : .*vue 1/)])
  expect(await say('images:restore', folder, '--tout')).toEqual([0, expect.stringMatching(/^1 fichier copié/)])
  expect(readFileSync(file)).toEqual(good)
  rmSync(file)
  expect(await say('images:archive', folder)).toEqual([1, expect.stringContaining('1 fichier manque')])
  expect(await say('images:restore', folder)).toEqual([0, expect.stringMatching(/^1 fichier copié/)])
  expect(await say('images:verify', folder)).toEqual([0, expect.stringMatching(/^1 fichier relu/)])
  expect(await say('images:archive')).toEqual([2, expect.stringContaining('Il faut un dossier')])
  expect(await say('images:restore', temporaryFolder())).toEqual([1, expect.stringContaining('n’est pas une archive')])
  const lines = db.selectFrom('journal').select(['action', 'resultat']).where('action', '=', 'images.archive')
  expect((await lines.orderBy('id').execute()).map(({ resultat }) => resultat)).toEqual(['ok', 'ok', 'alerte'])
}, 60_000)

test('a site comes back on a machine where nothing is installed', async () => {
  const site = await installedSite()
  writeFileSync(join(site.storage, 'app/settings.json'), '{"site_name":"Aleth","installed_at":"2020-01-01","smtp":{}}')
  const { name } = await makeBackup(site, 'manuelle')
  const fresh = temporaryFolder()
  const path = join(fresh, 'la-sauvegarde.tar')
  copyFileSync(join(backupsFolder(site.storage), name), path)
  const url = isPostgres ? await postgresDatabase() : `sqlite:${join(fresh, 'database.sqlite')}`
  const back = await typed(['db:restore', path, ...(isPostgres ? ['--database', url] : [])], fresh)
  expect([back.code, back.out]).toEqual([0, expect.stringContaining('serveur de courriel')])
  expect(await contentAt(url)).toEqual(await contentAt(site.address))
  expect(readFileSync(join(fresh, 'installed'), 'utf8')).toBe('1.0.1 2020-01-01\n')
  const again = await typed(['db:backup'], fresh)
  expect(again.code).toBe(0)
  const elsewhere = await typed(['db:restore', path, '--database', 'sqlite:x.sqlite'], fresh)
  expect([elsewhere.code, elsewhere.err]).toEqual([1, expect.stringContaining('--database ne la change pas')])
}, 60_000)

test('a failure that nobody foresaw is told in French with a reference, and its stack is in the log', async () => {
  const site = await installedSite()
  writeFileSync(join(site.storage, 'app', 'backups'), 'not a folder')
  const { code, err } = await releve(['db:backup'], site.storage)
  const reference = /Référence\u00a0: (\w+), détail dans/.exec(err)?.[1] ?? 'none'
  expect([code, err]).toEqual([1, expect.stringMatching(/^La commande a échoué pour une raison/)])
  expect(err).not.toMatch(/EEXIST|^\s+at /m)
  const log = join(site.storage, 'commandes.log')
  const { reference: kept, detail } = JSON.parse(readFileSync(log, 'utf8'))
  expect([kept, detail, statSync(log).mode & 0o777]).toEqual([
    reference,
    expect.stringMatching(/EEXIST[\s\S]*\n\s+at /),
    0o600,
  ])
  expect((await typed(['db:backup', '--debug'], site.storage)).err).toMatch(/EEXIST[\s\S]*\n\s+at /)
})

test('an environment that makes no sense is told as it is, without a reference', async () => {
  const { code, err } = await typed(['db:backup'], temporaryFolder(), '', { UPDATE_BACKUPS_TO_KEEP: 'beaucoup' })
  expect([code, err]).toEqual([2, expect.stringMatching(/^UPDATE_BACKUPS_TO_KEEP doit être un nombre[^\n]*\n$/)])
})

test('an address or a folder that cannot be is told in one French sentence', () => {
  const refused = (env: Record<string, string>) => () => readConfig({ STORAGE_DIR: temporaryFolder(), ...env })
  expect(refused({ APP_URL: 'releves.exemple.fr' })).toThrow(/^APP_URL doit commencer par http/)
  expect(refused({ APP_URL: 'https://exemple.fr/releves' })).toThrow(/donnez « https:\/\/exemple.fr »/)
  expect(refused({ STORAGE_DIR: '/proc/x' })).toThrow(/^Le dossier des données \/proc\/x ne peut pas/)
  expect(readConfig({ STORAGE_DIR: temporaryFolder(), APP_URL: 'https://exemple.fr/' }).appUrl).toBe(
    'https://exemple.fr',
  )
})

test('status says how the site is, and that it is not installed', async () => {
  const site = await installedSite()
  const { code, out } = await typed(['status'], site.storage)
  expect([code, squeeze(out)]).toEqual([
    0,
    expect.stringMatching(
      /Version 1\.\S+ \(Node\.js \d.*Base [^()]+ \(\d[^()]* [kM]o\).*Relevés 300 .*Copie ailleurs non réglée .*sauvegarde aucune.*Disque.*Depuis hier \d+ erreurs?.*, 0 demande lente /,
    ),
  ])
  // A process that serves, and a bad day: each line says what to look for.
  onTestFinished(beginService(site.storage, 'une installation', undefined).end)
  const at = new Date().toISOString()
  const lines = [
    { at, genre: 'erreur', message: 'request failed', reference: 'k3x9' },
    { at, genre: 'lente', message: 'slow request', chemin: '/carte', ms: 2100 },
    { at, genre: 'lente', message: 'slow request', chemin: '/recherche', ms: 4250 },
  ]
  writeFileSync(join(site.storage, 'incidents.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const troubled = squeeze((await typed(['status'], site.storage)).out)
  expect(troubled).toMatch(/Service en service \(1 processus, \d+ Mo\)/)
  expect(troubled).toContain('Depuis hier 1 erreur (la dernière : k3x9), 2 demandes lentes (4,3 s, /recherche)')
  const nothing = await typed(['status'], temporaryFolder())
  expect([nothing.code, nothing.err]).toEqual([1, expect.stringContaining('pas installé')])
  if (!isPostgres) return
  const config = { secret: 'x'.repeat(64), database: 'postgres://a:b@127.0.0.1:9/releves' }
  writeFileSync(join(site.storage, 'config.json'), JSON.stringify(config))
  for (const command of ['status', 'db:backup', 'db:migrate']) {
    const away = await typed([command], site.storage)
    expect([away.code, away.err]).toEqual([1, expect.stringMatching(/^La base de données ne répond pas\. [^\n]*\n$/)])
  }
})

test('a database without room for what it has to write says so in words', async () => {
  const site = await backedUpSite()
  const base = baseAt(site.address)
  const db = base.open()
  onTestFinished(() => db.destroy())
  const full = isPostgres
    ? sql`do $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`
    : sql`create table plein as select zeroblob(100000)`
  if (!isPostgres) await sql`pragma max_page_count = 1`.execute(db)
  const message = 'Le disque de la base de données est plein. Faites de la place, puis recommencez.'
  await expect(answering(base, () => full.execute(db))).rejects.toEqual(new AppError('conflit', message))
  const missing = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' })
  await expect(answering(base, () => Promise.reject(missing))).rejects.toBe(missing)
})

test('settings that are missing come from their copy', () => {
  const storage = temporaryFolder()
  settingsStore(storage, silentLog, '').write({ site_name: 'Aleth' })
  rmSync(join(storage, 'app/settings.json'))
  expect(settingsStore(storage, silentLog, '').read().site_name).toBe('Aleth')
})

/** npm run faults has many more. */
const DELAYS = [400]

test('a backup that is killed leaves none, a restoration that is killed the one state or the other, whole', async () => {
  const site = await installedSite()
  const old = await contentAt(site.address)
  const { name } = await makeBackup({ ...site, keep: 1000 }, 'manuelle')
  await site.db.updateTable('sources').set({ titre: 'nouveau' }).execute()
  site.settings('Nouveau nom')
  const now = await contentAt(site.address)
  const settings = () => readFileSync(join(site.storage, 'app/settings.json'), 'utf8').includes('Nouveau nom')
  for (const delay of DELAYS) {
    const run = start('src/cli.ts', ['db:restore', name], { STORAGE_DIR: site.storage, UPDATE_BACKUPS_TO_KEEP: '1000' })
    setTimeout(() => run.child.kill('SIGKILL'), delay + 500)
    await run.end
    const copy = start('src/cli.ts', ['db:backup'], { STORAGE_DIR: site.storage, UPDATE_BACKUPS_TO_KEEP: '1000' })
    setTimeout(() => copy.child.kill('SIGKILL'), delay)
    await copy.end
    const found = await contentAt(site.address)
    expect([old, now]).toContainEqual(found)
    // The next start ends what was interrupted; the same work is done by any other restoration.
    if (existsSync(join(site.storage, 'restauration.json'))) continue
    expect(settings()).toBe(JSON.stringify(found) === JSON.stringify(now))
  }
  expect((await typed(['db:restore', name], site.storage)).code).toBe(0)
  expect([await contentAt(site.address), settings()]).toEqual([old, false])
  expect((await typed(['db:backup'], site.storage)).code).toBe(0)
  expect(readdirSync(backupsFolder(site.storage)).filter((one) => one.startsWith('.'))).toEqual([])
  expect(readdirSync(join(site.storage, 'app/tmp'))).toEqual([])
}, 120_000)
