// Backups by PostgreSQL's own programs, where this machine has some of them, on a server of their version.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { seedDemo } from '../../../db/seeds/demo.ts'
import { openPostgres } from '../../../src/db/dialect/connect.ts'
import { findTools, serverMajor } from '../../../src/db/dialect/postgres/tools.ts'
import { migrateToLatest } from '../../../src/db/migrate.ts'
import { backupsFolder, makeBackup } from '../../../src/features/sauvegardes/actions/backups.ts'
import { restoreBackup } from '../../../src/features/sauvegardes/actions/restore.ts'
import { peekArchive } from '../../../src/features/sauvegardes/rules/archive.ts'
import { isPostgres } from '../../support/db.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { databaseUrl, runSql, startPostgres } from '../../support/postgres.ts'
import { contentOf } from '../mises-a-jour/support.ts'

const FOLDERS = ['15', '16', '17', '18'].map((version) => `/usr/lib/postgresql/${version}`)
const programs = FOLDERS.find((folder) => existsSync(join(folder, 'bin', 'initdb')))

test.runIf(isPostgres && programs)(
  'pg_dump makes the backup where there is one of a fit version',
  async () => {
    const server = await startPostgres(programs)
    onTestFinished(server.stop)
    await runSql(server.url, 'create database "Relevés d’Aleth"')
    const address = databaseUrl(server.url, 'Relevés d’Aleth')
    const db = openPostgres(address)
    onTestFinished(() => db.destroy())
    await migrateToLatest(db)
    await seedDemo(db, '2026-01-01T00:00:00.000Z')
    const nasty = 'deux\nlignes, une\ttabulation, une \\ barre, « », \u2028, \r et {"a":1} \\N'
    await db.updateTable('sources').set({ note: nasty }).where('id', '=', 1).execute()
    const major = await serverMajor(db)
    expect(findTools(major)).toBeDefined()
    expect(findTools(99)).toBeUndefined()
    const site = {
      storage: temporaryFolder(),
      address,
      version: '1',
      nightly: { jours: 1, semaines: 0, mois: 0 },
      keep: 3,
      clock: () => new Date(),
    }
    const before = await contentOf(db)
    const { name } = await makeBackup(site, 'manuelle')
    const path = join(backupsFolder(site.storage), name)
    expect((await peekArchive(path)).manifest.base.forme).toBe('pg_dump')
    await db.deleteFrom('releves').execute()
    await restoreBackup(site, path)
    expect(await contentOf(db)).toEqual(before)
    const { note } = await db.selectFrom('sources').select('note').where('id', '=', 1).executeTakeFirstOrThrow()
    expect(note).toBe(nasty)
  },
  60_000,
)
