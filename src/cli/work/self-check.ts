import { createApp } from '../../app.tsx'
import { type Config, readConfig } from '../../config.ts'
import { baseAt, isKnownMigration, type SavedBase } from '../../db/bases.ts'
import { dialectOf } from '../../db/dialect/index.ts'
import { ageOf, migrationsAfter } from '../../db/migrate.ts'
import { openDatabase } from '../../db/open.ts'
import { openArchive } from '../../features/sauvegardes/rules/archive.ts'
import { AppError } from '../../lib/errors.ts'
import { silentLog } from '../../lib/log.ts'
import { buildDeps } from '../../process/deps.ts'
import { presentAddress } from '../../process/site.ts'
import { DONE, say, textOf, type Values } from '../command.ts'

const PAGES = ['/sante', '/login']

async function askPages(fetch: (request: Request) => Response | Promise<Response>): Promise<void> {
  for (const path of PAGES) {
    const { status } = await fetch(new Request(`http://localhost${path}`))
    if (status !== 200) throw new AppError('conflit', `La page ${path} répond par l’erreur ${status}.`)
  }
}

/** This code changes a database by migrations, and by tables that come. */
export interface SelfCheck {
  migrations: string[]
  tables: string[]
}

/** Tells how old the database of a site is for this code, which changes nothing in it. */
export async function checkBase(config: Config): Promise<{ base: 'older' | 'ours' | 'newer' }> {
  const db = openDatabase(presentAddress(config))
  try {
    return { base: await ageOf(db) }
  } finally {
    await db.destroy()
  }
}

/** This code on a copy of a site: restored beside its database, migrated, asked for pages. */
export async function selfCheck(config: Config, file: string): Promise<SelfCheck> {
  const address = presentAddress(config)
  const { manifest, read } = await openArchive(file)
  const saved = manifest.base as SavedBase
  if (!saved.migrations.every(isKnownMigration))
    throw new AppError('conflit', 'Cette sauvegarde vient d’une version plus récente.')
  const deps = buildDeps(config, { url: address, secret: 'x'.repeat(64) }, silentLog)
  const arrival = await baseAt(address).arriveWith(saved, read(saved.fichier.name))
  try {
    await askPages(createApp({ ...deps, db: arrival.db }).fetch)
    const present = await dialectOf(arrival.db).copy.tables(arrival.db)
    const tables = present.map(({ name }) => name).filter((name) => !Object.hasOwn(saved.tables, name))
    return { migrations: migrationsAfter(saved.migrations), tables }
  } finally {
    await arrival.discard()
    await deps.db.destroy()
  }
}

export async function checkCopy(values: Values): Promise<number> {
  const file = textOf(values.fichier)
  const config = readConfig()
  say(JSON.stringify(file === undefined ? await checkBase(config) : await selfCheck(config, file)))
  return DONE
}
