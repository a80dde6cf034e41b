// A backup, a restoration and a move while a new search index is filled beside the one in service.
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { baseAt } from '../../../src/db/bases.ts'
import { dialectOf } from '../../../src/db/dialect/index.ts'
import type { Db } from '../../../src/db/schema.ts'
import { DEFAULT_SETTINGS } from '../../../src/features/parametres/store.ts'
import { nextIndexProgress, reindexNextHandlers } from '../../../src/features/releves/tasks/reindex-next.ts'
import { backupsFolder, makeBackup } from '../../../src/features/sauvegardes/actions/backups.ts'
import { restoreBackup } from '../../../src/features/sauvegardes/actions/restore.ts'
import { transferBase } from '../../../src/features/sauvegardes/actions/transfer.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { silentLog } from '../../../src/lib/log.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { differences, entriesOf, toFormerIndex } from '../../support/former-index.ts'
import { backedUpSite, contentOf } from '../mises-a-jour/support.ts'

// On PostgreSQL every restoration makes the whole schema anew.
vi.setConfig({ testTimeout: 90_000 })

type Site = Awaited<ReturnType<typeof backedUpSite>>

/** Runs the task to its end, or for so many signs of life. */
async function fill({ storage, clock }: Site, db: Db, steps = Number.POSITIVE_INFINITY) {
  const deps = { db, clock, log: silentLog, storage, settings: { read: () => DEFAULT_SETTINGS } }
  let done = 0
  await runTasks(deps, reindexNextHandlers, () => {
    done += 1
    return done > steps
  })
}

/** Every record is found where it stands, by whichever index serves. */
async function expectAllFound(db: Db) {
  const keys = await entriesOf(db)
  expect(await dialectOf(db).search.indexed(db, keys)).toEqual(new Set(keys.map(({ releve_id }) => releve_id)))
}

test('a backup of that moment leads back to it; one of before leaves nothing of it', async () => {
  const site = await backedUpSite()
  const restore = ({ name }: { name: string }) =>
    restoreBackup(site, join(backupsFolder(site.storage), name), { withoutCopy: true })
  const before = await makeBackup(site, 'manuelle')
  const tables = Object.keys(await contentOf(site.db))
  await toFormerIndex(site.db)
  await fill(site, site.db, 1)
  const during = await makeBackup(site, 'manuelle')
  await restore(before)
  expect(Object.keys(await contentOf(site.db))).toEqual(tables)
  expect(await nextIndexProgress(site.db)).toBeUndefined()
  await expectAllFound(site.db)
  await restore(during)
  expect(await nextIndexProgress(site.db)).toBeDefined()
  await expectAllFound(site.db)
  await fill(site, site.db)
  expect(await nextIndexProgress(site.db)).toBeUndefined()
  expect(await differences(site.db)).toEqual([])
})

test('a database that is moved gets an index of today, and its task finds nothing to do', async () => {
  const site = await backedUpSite()
  await toFormerIndex(site.db)
  await fill(site, site.db, 1)
  const there = `sqlite:${join(temporaryFolder(), 'arrivee.sqlite')}`
  await transferBase(site, there, { say: () => undefined })
  const db = baseAt(there).open()
  try {
    expect(await nextIndexProgress(db)).toBeUndefined()
    await fill(site, db)
    const { etat } = await db
      .selectFrom('taches')
      .select('etat')
      .where('kind', '=', 'recherche_personnes')
      .executeTakeFirstOrThrow()
    expect(etat).toBe('faite')
    await expectAllFound(db)
  } finally {
    await db.destroy()
  }
})
