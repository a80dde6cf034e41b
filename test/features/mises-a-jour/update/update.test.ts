// An update from end to end: an installation made from an archive, a real server of releases, real processes. What goes wrong, and
// PostgreSQL, is in test/faults (`npm run faults`).
import { expect, test } from 'vitest'
import { listBackups } from '../../../../src/features/sauvegardes/actions/backups.ts'
import { isPostgres } from '../../../support/db.ts'
import { builtTree, installation, leftovers, newTable, publish, stateOf, withMigrations } from '../delivery.ts'

const built = builtTree()

test.runIf(!isPostgres)(
  'a newer release is put in place, its database with it, and leads back to a backup',
  async () => {
    const installed = await installation(built.tree)
    const before = await stateOf(installed)
    await publish(installed.versions, built.tree, '1.1.0', withMigrations(newTable()))
    const { code, out, err } = await installed.run(['app:update'])
    expect([code, out, err]).toEqual([0, 'Relevés est à la version 1.1.0.\n', expect.any(String)])
    expect(await stateOf(installed)).toEqual({ ...before, version: '1.1.0', added: 1 })
    expect(listBackups(installed.site.storage).map(({ origine }) => origine)).toEqual(['mise-a-jour'])
    expect(leftovers(installed)).toEqual([])
  },
  180_000,
)
