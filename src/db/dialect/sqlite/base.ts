import { createHash } from 'node:crypto'
import { copyFileSync, createReadStream, createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import Database from 'better-sqlite3'
import { sql } from 'kysely'
import { randomToken } from '../../../lib/crypto.ts'
import { syncFolderOf } from '../../../lib/json-file.ts'
import { migrateToLatest } from '../../migrate.ts'
import type { Db } from '../../schema.ts'
import type { Arrival, Base, BaseFacts, BaseTarget, SavedBase, Watch } from '../base.ts'
import { BaseMismatch, checkTallies } from '../base-rows.ts'
import { openSqlite } from '../connect.ts'
import { MIGRATION_TABLES } from '../tables.ts'
import { sqliteDialect } from './dialect.ts'
import { copySqlite, overwriteSqlite, removeSqlite, sqliteDamage, syncFile } from './files.ts'

/** The copy is the longer half of the work, its compression the other. */
const HALF = 0.5
/** A copy, and that copy compressed: to a third, seldom to a half. */
const ROOM = 1.5
const FAST = { level: 1 }

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Looks at a database file without opening it as ours. */
function factsOf(path: string): BaseFacts {
  const raw = new Database(path, { readonly: true, fileMustExist: true })
  try {
    const names = raw
      .prepare(
        "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite~_%' escape '~'",
      )
      .pluck()
      .all() as string[]
    const counts = names
      .filter((name) => !MIGRATION_TABLES.includes(name))
      .map((name) => [
        name,
        {
          lignes: raw
            .prepare(`select count(*) from "${name.replaceAll('"', '""')}"`)
            .pluck()
            .get(),
          empreinte: '',
        },
      ])
    return {
      migrations: raw.prepare('select name from kysely_migration order by name').pluck().all() as string[],
      tables: Object.fromEntries(counts),
      derniers: Object.fromEntries(
        raw.prepare('select name, seq from sqlite_sequence').raw().all() as [string, number][],
      ),
    }
  } finally {
    raw.close()
  }
}

/** Passes bytes on, and knows their SHA-256 afterwards. */
function hasher() {
  const hash = createHash('sha256')
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { through, digest: () => hash.digest('hex') }
}

async function save(path: string, target: BaseTarget, { progress, signal }: Watch): Promise<SavedBase> {
  const copy = join(target.folder, 'base.sqlite')
  try {
    await copySqlite(path, copy, { signal, progress: (percent) => progress?.(percent * HALF) })
    const damage = sqliteDamage(copy)
    if (damage) throw new BaseMismatch(damage)
    const facts = factsOf(copy)
    const { through, digest } = hasher()
    const fichier = await pipeline(createReadStream(copy), through, createGzip(FAST), (packed) =>
      target.add('base.sqlite.gz', packed as AsyncIterable<Uint8Array>),
    )
    return { forme: 'sqlite', fichier, contenu: digest(), ...facts }
  } finally {
    removeSqlite(copy)
  }
}

const PARTS = ['', '-wal', '-shm']
const asideName = (path: string): string => `${path}.abimee-${randomToken(4)}`

/** Makes `path` the database; the file of one that is broken beyond use stays beside it. */
async function replace(from: string, path: string, isThere: (db: Db) => Promise<boolean>): Promise<void> {
  const ask = async () => {
    const db = openSqlite(path)
    try {
      if (!(await isThere(db))) return false
      // Readers that go on hold nothing up: what they need stays in the -wal file until they are done. Writers are waited for.
      await sql`pragma busy_timeout = 5000`.execute(db)
      await sql`pragma wal_checkpoint(truncate)`.execute(db)
      return true
    } finally {
      await db.destroy()
    }
  }
  try {
    if (existsSync(path)) return await overwriteSqlite(from, path, ask)
  } catch (error) {
    if (!(error instanceof Database.SqliteError) || !/NOTADB|CORRUPT/.test(error.code)) throw error
    const aside = asideName(path)
    for (const end of PARTS) if (existsSync(path + end)) renameSync(path + end, aside + end)
  }
  renameSync(from, path)
  syncFolderOf(path)
}

function arrivalAt(path: string, file: string): Arrival {
  const db = openSqlite(file)
  return {
    db,
    async install(isThere) {
      await db.destroy()
      syncFile(file)
      await replace(file, path, isThere)
      removeSqlite(file)
    },
    async discard() {
      await db.destroy()
      removeSqlite(file)
    },
  }
}

async function migrated(arrival: Arrival): Promise<Arrival> {
  try {
    await migrateToLatest(arrival.db)
    return arrival
  } catch (error) {
    await arrival.discard()
    throw error
  }
}

async function unpack(saved: SavedBase, content: Readable, file: string): Promise<void> {
  const { through, digest } = hasher()
  await pipeline(content, createGunzip(), through, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
  if (digest() !== saved.contenu) throw new BaseMismatch('the database file is not the one that was saved')
  const damage = sqliteDamage(file)
  if (damage) throw new BaseMismatch(damage)
  checkTallies(saved.tables, factsOf(file).tables)
}

/** The database file of a site; it may not be there yet. */
export function sqliteBase(path: string): Base {
  const file = `${path}.arrivee`
  const size = () => sizeOf(path) + sizeOf(`${path}-wal`)
  return {
    label: 'SQLite',
    dialect: sqliteDialect,
    forms: ['sqlite'],
    open: () => openSqlite(path),
    isEmpty: () => Promise.resolve(sizeOf(path) === 0),
    size: () => Promise.resolve(size()),
    room: () => Promise.resolve(Math.ceil(ROOM * size())),
    save: (target, watch) => save(path, target, watch),
    async inspect(saved, content) {
      const { through, digest } = hasher()
      await pipeline(content, createGunzip(), through, async (bytes) => {
        for await (const _ of bytes);
      })
      // The tables were counted when the backup was made; equal bytes hold equal tables.
      return { contenu: digest(), tables: saved.tables }
    },
    arrive() {
      removeSqlite(file)
      return migrated(arrivalAt(path, file))
    },
    async arriveWith(saved, content) {
      removeSqlite(file)
      try {
        await unpack(saved, content, file)
      } catch (error) {
        rmSync(file, { force: true })
        throw error
      }
      return migrated(arrivalAt(path, file))
    },
    setAside() {
      if (sizeOf(path) === 0) return Promise.resolve(undefined)
      const aside = asideName(path)
      for (const end of PARTS) if (existsSync(path + end)) copyFileSync(path + end, aside + end)
      return Promise.resolve(aside)
    },
  }
}
