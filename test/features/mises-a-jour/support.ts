import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { baseAt } from '../../../src/db/bases.ts'
import { countRows } from '../../../src/db/dialect/base-rows.ts'
import { dialectOf } from '../../../src/db/dialect/index.ts'
import type { Db } from '../../../src/db/schema.ts'
import type { BackupSite } from '../../../src/features/sauvegardes/actions/backups.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { sharedDb } from '../../support/shared-db.ts'

/** A restoration leaves these aside on purpose, or adds to them. */
const APART = ['sessions', 'connexions', 'jetons', 'journal', 'taches']

/** Rows and digest of each table: two databases with the same have the same content. */
export async function contentOf(db: Db): Promise<Record<string, unknown>> {
  const { copy } = dialectOf(db)
  const tables = await copy.tables(db)
  const counts = await copy.snapshot(db, (trx) => countRows(trx, tables))
  return Object.fromEntries(Object.entries(counts).filter(([name]) => !APART.includes(name)))
}

/** Opens the database at an address to read its content. */
export async function contentAt(address: string): Promise<Record<string, unknown>> {
  const db = baseAt(address).open()
  try {
    return await contentOf(db)
  } finally {
    await db.destroy()
  }
}

export interface BackedUp extends BackupSite {
  db: Db
  settings(name: string): void
}

/** A site with the demonstration archive, settings and a logo, in files that other processes may open. */
export async function backedUpSite({ demo = true } = {}): Promise<BackedUp> {
  const storage = temporaryFolder()
  const { url: address, db } = await sharedDb(storage, { demo })
  let at = Date.parse('2026-11-21T10:00:00.000Z')
  const settings = (name: string) => {
    mkdirSync(join(storage, 'app', 'public'), { recursive: true })
    writeFileSync(join(storage, 'app', 'settings.json'), JSON.stringify({ site_name: name }))
    writeFileSync(join(storage, 'app', 'public', 'logo.png'), `logo de ${name}`)
  }
  settings('Cercle de Saint-Malo')
  const clock = () => {
    at += 60_000
    return new Date(at)
  }
  return {
    storage,
    address,
    version: '1.0.1',
    keep: 3,
    nightly: { jours: 2, semaines: 0, mois: 0 },
    clock,
    db,
    settings,
  }
}
