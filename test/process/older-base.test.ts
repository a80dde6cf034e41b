// A start with code that is newer than its database: a backup first, then the migration; no backup, no migration.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../db/migrations/index.ts'
import { readConfig } from '../../src/config.ts'
import { ageOf, migrateBy } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open.ts'
import type { AnyDb } from '../../src/db/schema.ts'
import { backupsFolder, contentOfBackup, listBackups } from '../../src/features/sauvegardes/actions/backups.ts'
import { silentLog } from '../../src/lib/log.ts'
import { openHost } from '../../src/process/host.ts'
import { isPostgres } from '../support/db.ts'
import { factories } from '../support/factories.ts'
import { temporaryFolder } from '../support/folder.ts'
import { releve } from '../support/process.ts'
import { postgresDatabase } from '../support/shared-db.ts'

const NAMES = Object.keys(migrations)
/** The database is as a version before left it. */
const OLDER = NAMES.slice(0, -1)

async function olderSite() {
  const storage = temporaryFolder()
  const url = isPostgres ? await postgresDatabase() : `sqlite:${join(storage, 'database.sqlite')}`
  const db = openDatabase(url)
  onTestFinished(() => db.destroy())
  await migrateBy(db, OLDER)
  await factories(db).user({ role: 'admin' })
  const database = isPostgres ? url : 'sqlite:database.sqlite'
  writeFileSync(join(storage, 'config.json'), JSON.stringify({ secret: 'x'.repeat(64), database }))
  writeFileSync(join(storage, 'installed'), '1.0.1 2026-01-01\n')
  const opened = async (env = {}) => {
    const host = await openHost(readConfig({ STORAGE_DIR: storage, ...env }), silentLog)
    onTestFinished(() => host.close())
    return host
  }
  return { storage, db, opened }
}

test('a start that migrates its database makes a backup first, and migrates nothing where it cannot', async () => {
  const { storage, db, opened } = await olderSite()
  const folder = backupsFolder(storage)
  mkdirSync(dirname(folder), { recursive: true })
  writeFileSync(folder, 'un fichier à cette place')
  const host = await opened()
  const answer = await host.fetch(new Request('http://localhost/'))
  expect([host.stage(), answer.status, await ageOf(db)]).toEqual(['indisponible', 503, 'older'])
  expect(await answer.text()).toContain('Sauvegarde impossible')

  rmSync(folder)
  expect([(await opened()).stage(), await ageOf(db)]).toEqual(['application', 'ours'])
  const [backup, ...others] = listBackups(storage)
  expect([backup?.origine, others]).toEqual(['mise-a-jour', []])
  const { migrations: kept, lignes } = (await contentOfBackup(storage, backup?.name ?? '')) ?? {}
  expect([kept, lignes?.users]).toEqual([OLDER, 1])
  expect((await opened()).stage()).toBe('application')
  expect(listBackups(storage)).toHaveLength(1)

  // A container with an older image beside it says which one it needs.
  const added = { name: '9999_autre', timestamp: '2026-11-21' }
  await (db as AnyDb).insertInto('kysely_migration').values(added).execute()
  const behind = await opened({ UPDATE_BY_IMAGE: '1' })
  const text = await (await behind.fetch(new Request('http://localhost/'))).text()
  expect([text.includes('depuis l’image de la version du site'), text.includes('app:update')]).toEqual([true, false])
}, 90_000)

test('in a container no command changes the version: each says that an image does', async () => {
  const storage = temporaryFolder()
  const env = { UPDATE_BY_IMAGE: '1', AUTO_UPDATE: 'true' }
  expect(readConfig({ STORAGE_DIR: storage, ...env }).update.auto).toBe(false)
  for (const command of ['app:update', 'app:rollback']) {
    const { code, err, out } = await releve([command], storage, '', env)
    expect([command, code, out]).toEqual([command, 1, ''])
    expect(err).toMatch(/Ce site fonctionne dans un conteneur.*l’image.*Rien n’a été changé\./)
  }
  expect((await releve(['app:update', '--reprendre'], storage, '', env)).code).toBe(0)
}, 60_000)
