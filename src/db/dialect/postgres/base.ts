import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { AppError } from '../../../lib/errors.ts'
import { migrateBy, migrateToLatest, withNextIndex } from '../../migrate.ts'
import type { AnyDb, Db } from '../../schema.ts'
import type { Arrival, Base, BaseFacts, BaseTarget, SavedBase, SavedRows, Watch } from '../base.ts'
import { fillWith, migrationsOf } from '../base-rows.ts'
import { openPostgres } from '../connect.ts'
import type { StoredTable } from '../tables.ts'
import { tallies } from '../tally.ts'
import { postgresDialect } from './dialect.ts'
import { isDirect } from './line.ts'
import { readLines, saveLines } from './lines.ts'
import { createArrival, currentSchema, dropArrival, mayCreateSchemas, swapArrival } from './schemas.ts'
import { NEXT } from './search-tables.ts'
import { postgresTables } from './tables.ts'
import { dumpWithTools, findTools, type PostgresTools, readDump, serverMajor } from './tools.ts'

/** Rows without their indexes, compressed. */
const ROOM = 0.5

async function countsOf(trx: AnyDb, tables: readonly StoredTable[]): Promise<SavedBase['tables']> {
  const counts: SavedBase['tables'] = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(trx)
    counts[name] = { lignes: rows[0]?.n ?? 0, empreinte: '' }
  }
  return counts
}

async function factsOf(trx: AnyDb, tables: readonly StoredTable[]): Promise<BaseFacts> {
  return {
    migrations: await migrationsOf(trx),
    tables: await countsOf(trx, tables),
    derniers: Object.fromEntries(await postgresTables.lastIds(trx)),
  }
}

async function saveWithTools(url: string, tools: PostgresTools, trx: AnyDb, facts: BaseFacts, target: BaseTarget) {
  const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(trx)
  const dump = dumpWithTools(tools, url, await currentSchema(trx), rows[0]?.id ?? '')
  return { forme: 'pg_dump' as const, fichier: await target.add('base.pgdump', dump), ...facts }
}

const NO_TOOLS =
  'Cette sauvegarde a été faite par pg_dump\u00a0: pour la relire, installez les programmes de PostgreSQL (paquet « postgresql-client »).'
const NOT_OWNER =
  'L’utilisateur de la base n’a pas le droit d’y créer un schéma. Faites de lui le propriétaire de la base (« alter database … owner to … »).'

/** Any version of the programs reads what an older one wrote; one that is too old says so itself. */
function rowsOf({ forme }: SavedBase, content: Readable): AsyncGenerator<SavedRows, void> {
  if (forme === 'lignes') return readLines(content)
  const tools = findTools(0)
  if (!tools) throw new AppError('conflit', NO_TOOLS)
  return readDump(tools, content)
}

async function within<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

const patient = { statementTimeoutMs: 0, maxConnections: 2 }

/** A new schema beside the one in use, made ready by `prepare` and brought to the newest version. */
async function arrival(url: string, prepare: (db: Db, schema: string) => Promise<void>): Promise<Arrival> {
  const open = () => openPostgres(url, patient)
  const schema = await within(open(), async (db) => {
    if (!(await mayCreateSchemas(db))) throw new AppError('conflit', NOT_OWNER)
    return createArrival(db)
  })
  const db = openPostgres(url, { ...patient, searchPath: schema })
  const discard = async () => {
    await db.destroy()
    await within(open(), dropArrival)
  }
  try {
    if ((await currentSchema(db)) !== schema) throw new Error('the address of the database sets its own search_path')
    await prepare(db, schema)
    await migrateToLatest(db, schema)
  } catch (error) {
    await discard()
    throw error
  }
  const install: Arrival['install'] = async (isThere, leaving) => {
    await db.destroy()
    await within(open(), async (live) => {
      await swapArrival(live, await currentSchema(live), leaving)
      if (!(await isThere(live))) throw new Error('the new tables are not where they should be')
    })
  }
  return { db, discard, install }
}

/** PostgreSQL's own programs save the database where some are there that know this server; otherwise we do. */
async function save(url: string, trx: AnyDb, target: BaseTarget, watch: Watch): Promise<SavedBase> {
  const tables = await postgresTables.tables(trx)
  const facts = await factsOf(trx, tables)
  // Behind a pooler its settings would stay on connections that others get.
  const tools = (await isDirect(trx)) ? findTools(await serverMajor(trx)) : undefined
  return tools ? saveWithTools(url, tools, trx, facts, target) : saveLines(trx, tables, facts, target, watch)
}

async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_class c where c.relnamespace = current_schema()::regnamespace
    and c.relkind in ('r', 'p', 'v', 'm', 'f') limit 1`.execute(db)
  return rows.length === 0
}

async function size(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select case when to_regclass('kysely_migration') is null then 0 else pg_database_size(current_database()) end as n`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/** The database of a site on a PostgreSQL server. */
export function postgresBase(url: string): Base {
  const open = () => openPostgres(url, patient)
  return {
    label: 'PostgreSQL',
    dialect: postgresDialect,
    forms: ['lignes', 'pg_dump'],
    open,
    isEmpty: () => within(open(), isEmpty),
    size: () => within(open(), size),
    room: async () => Math.ceil(ROOM * (await within(open(), size))),
    save: (target, watch) =>
      within(open(), (db) => postgresTables.snapshot(db, (trx) => save(url, trx, target, watch))),
    async inspect(saved, content) {
      const counts = tallies()
      for await (const { table, rows } of rowsOf(saved, content)) for (const row of rows) counts.of(table).add(row)
      return { tables: counts.result() }
    },
    arrive: () => arrival(url, () => Promise.resolve()),
    arriveWith: (saved, content) =>
      arrival(url, async (db, schema) => {
        await migrateBy(db, saved.migrations, schema)
        if (Object.hasOwn(saved.tables, NEXT)) await withNextIndex(db)
        await fillWith(db, saved, rowsOf(saved, content))
      }),
    // Its files are the server's.
    setAside: () => Promise.resolve(undefined),
  }
}
