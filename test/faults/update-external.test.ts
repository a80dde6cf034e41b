// Updates of a site whose database another program saves: with a fresh backup none is made, with an old one nothing happens, and where
// the new version is not well the way back leads through that program.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { actorWithout } from '../../src/features/journal/actions.ts'
import { settingsStore } from '../../src/features/parametres/store.ts'
import { updateUnderWay } from '../../src/features/presence/update-note.ts'
import { listBackups } from '../../src/features/sauvegardes/actions/backups.ts'
import { noteExternal } from '../../src/features/sauvegardes/externe/actions.ts'
import { silentLog } from '../../src/lib/log.ts'
import {
  answersBadly,
  builtTree,
  type Installed,
  installation,
  leftovers,
  newTable,
  publish,
  SECRET,
  stateOf,
  stepOf,
  withMigrations,
} from '../features/mises-a-jour/delivery.ts'
import { isPostgres } from '../support/db.ts'
import { squeeze } from '../support/html.ts'

const built = builtTree()
const HOUR_MS = 3_600_000

const origins = ({ site }: Installed) => listBackups(site.storage).map(({ origine }) => origine)

/** An installation whose declared backup is so many hours old. */
async function declaring(hours: number): Promise<Installed> {
  const installed = await installation(built.tree)
  const { storage, db } = installed.site
  settingsStore(storage, silentLog, SECRET).write({ sauvegarde_externe: 'pgbackrest', sauvegarde_externe_heures: 26 })
  await noteExternal(db, new Date(Date.now() - hours * HOUR_MS).toISOString(), actorWithout(null), new Date())
  return installed
}

/** Updates, and gives all that was said in one line. */
async function update(installed: Installed, ...options: string[]) {
  const { code, out, err } = await installed.run(['app:update', ...options])
  return { code, text: squeeze(out + err) }
}

test('with a fresh declared backup an update makes none on PostgreSQL, and its own on SQLite', async () => {
  const installed = await declaring(1)
  const before = await stateOf(installed)
  await publish(installed.versions, built.tree, '1.1.0', withMigrations(newTable()))
  const { code, text } = await update(installed)
  expect([code, text]).toEqual([0, expect.stringContaining('Relevés est à la version 1.1.0.')])
  expect(text.includes('Sauvegarde externe récente (pgbackrest')).toBe(isPostgres)
  expect(await stateOf(installed)).toEqual({ ...before, version: '1.1.0', added: 1 })
  expect(origins(installed)).toEqual(isPostgres ? [] : ['mise-a-jour'])
  expect(leftovers(installed)).toEqual([])
}, 180_000)

test.runIf(isPostgres)(
  'with an old one nothing is changed, until a backup of the site itself is asked for',
  async () => {
    const installed = await declaring(50)
    const before = await stateOf(installed)
    await publish(installed.versions, built.tree, '1.1.0', withMigrations(newTable()))
    const refused = await update(installed)
    expect([refused.code, refused.text]).toEqual([
      1,
      expect.stringMatching(/a 2 jours.*--sauvegarde.*Rien n’a été changé/),
    ])
    expect([await stateOf(installed), origins(installed), leftovers(installed)]).toEqual([before, [], []])
    expect((await update(installed, '--sauvegarde')).code).toBe(0)
    expect(await stateOf(installed)).toEqual({ ...before, version: '1.1.0', added: 1 })
    expect(origins(installed)).toEqual(['mise-a-jour'])
  },
  240_000,
)

test.runIf(isPostgres)(
  'a migration that fails leaves the database as it was: the old version goes on, without any backup',
  async () => {
    const installed = await declaring(1)
    const before = await stateOf(installed)
    await publish(installed.versions, built.tree, '1.1.0', withMigrations(newTable(), "throw new Error('essai')"))
    expect((await update(installed)).code).toBe(1)
    expect([await stateOf(installed), origins(installed), leftovers(installed)]).toEqual([before, [], []])
  },
  240_000,
)

test.runIf(isPostgres)(
  'a version that is not well on a migrated database waits for the other program, which leads back',
  async () => {
    const installed = await declaring(1)
    const { site } = installed
    const before = await stateOf(installed)
    await publish(installed.versions, built.tree, '1.1.0', (tree) => {
      withMigrations(newTable())(tree)
      answersBadly(tree)
    })
    const failed = await update(installed)
    const instant = updateUnderWay(site.storage)?.externe ?? ''
    expect(Date.parse(instant)).toBeGreaterThan(Date.now() - 120_000)
    expect([failed.code, failed.text]).toEqual([
      1,
      expect.stringContaining(
        `(« ${instant.replace('T', ' ').replace('Z', '+00')} »), puis relancez « bin/releve app:update »`,
      ),
    ])
    expect(stepOf(installed)).toBe('retour')
    // Nothing but the restoration helps.
    expect((await update(installed)).code).toBe(1)
    expect(stepOf(installed)).toBe('retour')
    // The other program puts the database back.
    await sql`drop table essai_1`.execute(site.db)
    await sql`delete from kysely_migration where name like '99100%'`.execute(site.db)
    expect((await update(installed, '--reprendre')).text).toContain('resté à la version 1.0.1')
    expect([await stateOf(installed), origins(installed), leftovers(installed)]).toEqual([before, [], []])
  },
  360_000,
)
