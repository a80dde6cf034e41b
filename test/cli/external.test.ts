// Another program tells by a command of the backup that it made.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingsStore } from '../../src/features/parametres/store.ts'
import { lastExternal } from '../../src/features/sauvegardes/externe/queries.ts'
import { silentLog } from '../../src/lib/log.ts'
import { backedUpSite } from '../features/mises-a-jour/support.ts'
import { isPostgres } from '../support/db.ts'
import { temporaryFolder } from '../support/folder.ts'
import { squeeze } from '../support/html.ts'
import { typed } from '../support/typed.ts'

async function site() {
  const made = await backedUpSite({ demo: false })
  const database = isPostgres ? made.address : 'sqlite:database.sqlite'
  writeFileSync(join(made.storage, 'config.json'), JSON.stringify({ secret: 'x'.repeat(64), database }))
  writeFileSync(join(made.storage, 'installed'), '1.0.1 2026-01-01\n')
  return made
}

const declare = (storage: string) => settingsStore(storage, silentLog, '').write({ sauvegarde_externe: 'pgbackrest' })

test('sauvegarde:faite notes an instant once, and releve status tells it', async () => {
  const { storage, db } = await site()
  const refused = await typed(['sauvegarde:faite'], storage)
  expect([refused.code, squeeze(refused.err)]).toEqual([
    1,
    expect.stringContaining('Aucune sauvegarde externe n’est déclarée'),
  ])
  expect((await typed(['status'], storage)).out).not.toContain('Sauvegarde externe')
  declare(storage)
  expect(squeeze((await typed(['status'], storage)).out)).toContain(
    'Sauvegarde externe pgbackrest, aucune notée, en retard',
  )
  const tomorrow = Math.floor(Date.now() / 1000) + 86_400
  const first = await typed(['sauvegarde:faite', String(tomorrow)], storage)
  expect([first.code, squeeze(first.out), first.err]).toEqual([2, '', expect.stringContaining('à venir')])
  const then = Math.floor(Date.now() / 1000) - 7200
  for (const words of ['Sauvegarde externe notée (pgbackrest)', 'Rien de nouveau']) {
    const { code, out, err } = await typed(['sauvegarde:faite', String(then)], storage)
    expect([code, squeeze(out), err]).toEqual([0, expect.stringContaining(words), ''])
  }
  expect(await lastExternal(db, new Date())).toBe(new Date(then * 1000).toISOString())
  expect(squeeze((await typed(['status'], storage)).out)).toMatch(/Sauvegarde externe pgbackrest, .* \(2 heures\)\n?/)
  const now = await typed(['sauvegarde:faite'], storage)
  expect([now.code, squeeze(now.out)]).toEqual([0, expect.stringContaining('notée')])
})

test('sauvegarde:faite refuses what is no instant, two of them, and a folder without a site', async () => {
  const { storage, db } = await site()
  declare(storage)
  for (const text of ['hier', '2026-11-28', '-1']) {
    const { code, err } = await typed(['sauvegarde:faite', text], storage)
    expect([text, code, err]).toEqual([text, 2, expect.stringMatching(/ne se lit pas|Option inconnue/)])
  }
  expect((await typed(['sauvegarde:faite', '1', '2'], storage)).code).toBe(2)
  expect(await lastExternal(db, new Date())).toBeUndefined()
  expect((await typed(['sauvegarde:faite'], temporaryFolder())).code).toBe(1)
})
