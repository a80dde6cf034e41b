// The command that puts everything back is killed again and again: what it leaves is gone on with, and ends as the same site.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Db } from '../../src/db/schema.ts'
import { backedUpSite, contentAt } from '../features/mises-a-jour/support.ts'
import { isPostgres } from '../support/db.ts'
import { factories } from '../support/factories.ts'
import { temporaryFolder } from '../support/folder.ts'
import { releve, start } from '../support/process.ts'
import { pause, tell } from './support.ts'

const RECORDS = 6000
const KILLS = 8
const PATIENCE = { timeout: 60_000, interval: 5 }

/** How far it is: the table, and its rows that are back. */
async function markOf(db: Db): Promise<string> {
  const row = await db
    .selectFrom('remises')
    .select(['etape', 'lignes'])
    .where('etape', '!=', '')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? `${row.etape} ${row.lignes}` : ''
}

async function site(demo: boolean) {
  const made = await backedUpSite({ demo })
  const database = isPostgres ? made.address : 'sqlite:database.sqlite'
  writeFileSync(join(made.storage, 'config.json'), JSON.stringify({ secret: 'x'.repeat(64), database }))
  writeFileSync(join(made.storage, 'installed'), '1.0.1 2026-01-01\n')
  return made
}

test('killed at any moment, it goes on with the row after', async () => {
  const there = await site(true)
  const make = factories(there.db)
  const source = await make.source({ titre: 'Longue' })
  for (let n = 0; n < RECORDS; n += 1) await make.releve(source, { nom: `Nom ${n % 90}`, notes: `n° ${n}` })
  const folder = join(temporaryFolder(), 'tout')
  expect((await releve(['export:tout', folder], there.storage)).code).toBe(0)
  const here = await site(false)
  const marks: string[] = []
  for (let n = 0; n < KILLS; n += 1) {
    const { child, end } = start('src/cli.ts', ['import:tout', folder], { STORAGE_DIR: here.storage })
    const before = await markOf(here.db)
    // Some rows more, then some milliseconds: in the middle of whatever comes next.
    await expect.poll(() => markOf(here.db), PATIENCE).not.toBe(before)
    await pause(Math.random() * 40)
    child.kill('SIGKILL')
    await end
    marks.push(await markOf(here.db))
  }
  expect((await releve(['import:tout', folder], here.storage)).code).toBe(0)
  const last = await here.db.selectFrom('remises').select('etat').orderBy('id', 'desc').limit(1).executeTakeFirst()
  expect(last?.etat).toBe('finie')
  expect(marks.filter((mark) => mark.startsWith('releve')).length).toBeGreaterThan(1)
  const [before, after] = [await contentAt(there.address), await contentAt(here.address)]
  const tables = [
    'releves',
    'releve_versions',
    'sources',
    'lieux',
    'champs',
    'mots',
    'valeurs',
    'source_champs',
    'source_mois',
    'source_annees',
  ]
  for (const table of tables) expect([table, after[table]]).toEqual([table, before[table]])
  tell(`killed at ${marks.join(', ')}`)
}, 600_000)
