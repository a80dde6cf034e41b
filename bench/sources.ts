// The list of sources as readers of each role get it, its filters and counts included, beside the bare driver on the same rows,
// on both engines. Use: npm run bench -- sources [--sources 5000] [--records 1000000] [--engine sqlite|postgres]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
// biome-ignore lint/style/noRestrictedImports: the floor is the driver alone
import pg from 'pg'
import { createApp } from '../src/app.tsx'
import { readConfig } from '../src/config.ts'
import { dialectOf } from '../src/db/dialect/index.ts'
import { sqliteConnection } from '../src/db/dialect/sqlite-driver.ts'
import { migrateToLatest } from '../src/db/migrate.ts'
import { type Db, SOURCE_STATUSES } from '../src/db/schema.ts'
import { buildDeps } from '../src/deps.ts'
import { createSession } from '../src/features/auth/sessions.ts'
import { silentLog } from '../src/lib/log.ts'
import { databaseUrl, runSql, startPostgres } from '../test/support/postgres.ts'

const { values: asked } = parseArgs({
  options: {
    sources: { type: 'string', default: '500' },
    records: { type: 'string', default: '20000' },
    engine: { type: 'string', default: 'sqlite,postgres' },
  },
})
const NB_SOURCES = Number(asked.sources)
const NB_RELEVES = Number(asked.records)
const NB_LIEUX = Math.max(50, Math.floor(NB_SOURCES / 2))
const SECTIONS = 20
const USERS = 60
const TYPES = 10
const RUNS = 40
const WARM = 5
/** Records written by one statement, which PostgreSQL breaks off after ten seconds. */
const BATCH = 20_000
const GOAL_MS = 30
const NOW = '2026-01-01T00:00:00.000Z'
const say = (text: string) => process.stdout.write(`${text}\n`)
const folder = mkdtempSync(join(tmpdir(), 'releves-bench-'))

/** Rows 1 to n, made where they are stored. */
const upTo = (n: number) => sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(n)})`

const insert = (db: Db, table: string, columns: string, n: number, row: RawBuilder<unknown>) =>
  sql`${upTo(n)} insert into ${sql.table(table)} (${sql.raw(columns)}) select ${row} from n`.execute(db)

/** One of `list` by the number of the row. */
const cycled = (list: readonly string[]) =>
  sql`case i % ${sql.lit(list.length)} ${sql.join(
    list.map((text, index) => sql`when ${sql.lit(index)} then ${sql.lit(text)}`),
    sql` `,
  )} end`

const text = (parts: RawBuilder<unknown>) => sql`cast(${parts} as text)`

async function fillAround(db: Db): Promise<void> {
  const role = cycled(['membre', 'membre', 'membre', 'gestionnaire', 'admin'])
  const users = 'name, name_key, email, email_key, password_hash, role, created_at, updated_at'
  await insert(
    db,
    'users',
    users,
    USERS,
    sql`'lecteur' || i, 'lecteur' || i, 'l' || i, 'l' || i, '', ${role}, ${NOW}, ${NOW}`,
  )
  await insert(db, 'sections', 'nom, nom_key', SECTIONS, sql`'Section ' || i, 'section ' || i`)
  await insert(db, 'types_sources', 'nom, nom_key', TYPES, sql`'Type ' || i, 'type ' || i`)
  const d = dialectOf(db)
  await insert(
    db,
    'section_membres',
    'section_id, user_id, is_manager',
    USERS * 2,
    sql`1 + i % ${sql.lit(SECTIONS)}, 1 + i / 2 % ${sql.lit(USERS)}, ${d.booleanLiteral(true)}`,
  )
  const named = sql`case when i = 1 then 'Bretagne' else 'Lieu ' || i || ', Bretagne' end`
  const path = sql`case when i = 1 then '/1/' else '/1/' || i || '/' end`
  const parent = sql`nullif(cast(i > 1 as integer), 0)`
  await insert(
    db,
    'lieux',
    'nom, nom_tri, lieu_parent_id, nom_long, chemin, recherche, created_at, updated_at',
    NB_LIEUX,
    sql`'Lieu ' || i, 'lieu ' || i, ${parent}, ${named}, ${path}, ' lieu ' || i || ' ', ${NOW}, ${NOW}`,
  )
}

/** `n` records after the first `from`, spread evenly over the sources. */
async function fillReleves(db: Db, from: number, n: number): Promise<void> {
  const person = sql`'{"nom":"NOM' || (k % 3000) || '","prenom":"Jeanne","profession_pere":"laboureur ' || (k % 97) || '"'`
  const date = sql`',"date_evenement":{"valeur":"' || day || '","calendrier":"gregorien","iso":"' || day || '"}}'`
  await sql`${upTo(n)}, counted as (select i + ${sql.lit(from)} as k from n),
    dated as (select k, (1600 + k % 250) || '-0' || (1 + k % 9) || '-1' || (k % 10) as day from counted)
    insert into releves (source_id, data, created_by, created_at, updated_at)
    select 1 + k % ${sql.lit(NB_SOURCES)}, cast(${text(sql`${person} || ${date}`)} as ${dialectOf(db).json}),
      1 + k % ${sql.lit(USERS)}, ${NOW}, ${NOW} from dated`.execute(db)
}

async function fill(db: Db): Promise<void> {
  await fillAround(db)
  const columns =
    'titre, titre_tri, type_source_id, lieu_id, section_id, cote, annee_debut, annee_fin, status, nb_releves, created_at, updated_at'
  const section = sql`case when i % 11 = 0 then null else 1 + i % ${sql.lit(SECTIONS)} end`
  const status = cycled(SOURCE_STATUSES)
  // 7919 is prime: the order of titles is not the order of ids.
  const titre = sql`'Baptêmes de Lieu ' || (i * 7919 % 10007) || ', registre ' || i`
  const key = sql`'baptemes de lieu ' || (i * 7919 % 10007) || ' registre ' || i`
  const per = Math.floor(NB_RELEVES / NB_SOURCES)
  await insert(
    db,
    'sources',
    columns,
    NB_SOURCES,
    sql`${titre}, ${key}, 1 + i % ${sql.lit(TYPES)}, 1 + i * 31 % ${sql.lit(NB_LIEUX)}, ${section}, '10 NUM ' || i,
      1600 + i % 250, 1620 + i % 250, ${status}, ${sql.lit(per)}, ${NOW}, ${NOW}`,
  )
  await insert(db, 'source_membres', 'source_id, user_id', NB_SOURCES, sql`i, 1 + i * 13 % ${sql.lit(USERS)}`)
  for (let from = 0; from < NB_RELEVES; from += BATCH) await fillReleves(db, from, Math.min(BATCH, NB_RELEVES - from))
  await sql`analyze`.execute(db)
}

interface Times {
  median: number
  p95: number
  /** Milliseconds of processor of this process: what a busy machine cannot falsify. The work of PostgreSQL is not in it. */
  cpu: number
}

async function round(work: () => Promise<unknown> | unknown): Promise<Times> {
  const times: number[] = []
  const used = process.cpuUsage()
  for (let i = 0; i < RUNS; i += 1) {
    const before = performance.now()
    await work()
    times.push(performance.now() - before)
  }
  const { user, system } = process.cpuUsage(used)
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return { median: at(0.5), p95: at(0.95), cpu: (user + system) / 1000 / RUNS }
}

/** The quietest of three rounds: a busy machine spoils single ones. */
async function timed(work: () => Promise<unknown> | unknown): Promise<Times> {
  for (let i = 0; i < WARM; i += 1) await work()
  const rounds = [await round(work), await round(work), await round(work)]
  return rounds.reduce((best, one) => (one.p95 < best.p95 ? one : best))
}

const FLOOR = [
  `select s.id, s.titre, s.annee_debut, s.annee_fin, s.status, s.nb_releves, t.nom, l.nom_long, e.nom
    from sources s join types_sources t on t.id = s.type_source_id left join lieux l on l.id = s.lieu_id
    left join sections e on e.id = s.section_id order by s.titre_tri, s.id limit 50`,
  'select status, count(*) from sources group by status',
]

/** The rows of the first page and the counts, by the driver alone. */
async function floor(url: string): Promise<Times> {
  if (url.startsWith('sqlite:')) {
    const connection = sqliteConnection(url.slice('sqlite:'.length))
    const statements = FLOOR.map((query) => connection.prepare(query))
    const times = await timed(() => statements.map((statement) => statement.all([])))
    connection.close()
    return times
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const times = await timed(async () => {
    for (const [index, query] of FLOOR.entries()) await client.query({ name: `floor${index}`, text: query })
  })
  await client.end()
  return times
}

const QUERIES: [string, string][] = [
  ['whole list', ''],
  ['page 20', '?page=20'],
  ['last page', `?page=${Math.ceil(NB_SOURCES / 50)}`],
  ['status', '?statut=en_cours'],
  ['place below', '?lieu=1'],
  ['years', '?annee_debut=1700&annee_fin=1750'],
  ['words', '?q=lieu+registre+7'],
  ['section', '?section=3'],
  ['assigned to me', '?assigne=moi'],
  ['by place', '?tri=lieu'],
  ['by status', '?tri=statut&ordre=desc'],
  ['by records', '?tri=releves&ordre=desc&par_page=100'],
]

async function measure(label: string, url: string): Promise<void> {
  const deps = buildDeps(readConfig({ STORAGE_DIR: folder }), { url, secret: 'bench' }, silentLog)
  const { db } = deps
  deps.settings.write({ site_name: 'Banc d’essai', installed_at: NOW })
  await migrateToLatest(db)
  const before = performance.now()
  await fill(db)
  const took = ((performance.now() - before) / 1000).toFixed(0)
  const bare = await floor(url)
  say(`${label}: ${NB_SOURCES} sources, ${NB_RELEVES} records (filled in ${took} s)`)
  say(
    `  ${'bare driver, first page and counts'.padEnd(36)} p50 ${bare.median.toFixed(1)} ms, p95 ${bare.p95.toFixed(1)} ms`,
  )
  const app = createApp(deps)
  for (const role of ['admin', 'gestionnaire', 'membre'] as const) {
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('role', '=', role)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const cookie = `session=${await createSession(db, id, 'bench')}`
    for (const [name, query] of QUERIES) {
      const times = await timed(async () => {
        const res = await app.request(`/sources${query}`, { headers: { cookie, 'accept-encoding': 'gzip' } })
        await res.arrayBuffer()
        if (res.status !== 200) throw new Error(`/sources${query} answered ${res.status}`)
      })
      const over = times.p95 > GOAL_MS
      if (over) process.exitCode = 1
      say(
        `  ${`${role}, ${name}`.padEnd(36)} p50 ${times.median.toFixed(1)} ms, p95 ${times.p95.toFixed(1)} ms, ` +
          `processor ${times.cpu.toFixed(1)} ms, ${(times.median / bare.median).toFixed(1)} times bare${over ? '  TOO SLOW' : ''}`,
      )
    }
  }
  await db.destroy()
}

async function main(): Promise<void> {
  try {
    if (asked.engine.includes('sqlite')) await measure('SQLite', `sqlite:${join(folder, 'bench.sqlite')}`)
    if (!asked.engine.includes('postgres')) return
    const server = await startPostgres()
    try {
      await runSql(server.url, 'create database bench')
      await measure('PostgreSQL', databaseUrl(server.url, 'bench'))
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
