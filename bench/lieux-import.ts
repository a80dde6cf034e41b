// Importing the 35,105 places of France, dry run included, beside a bare csv-parse + prepared insert of the same file, on both
// engines; with `--million` also what a file of 1,000,000 lines adds to the memory (SQLite).

import { once } from 'node:events'
import { createReadStream, createWriteStream, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { parse } from 'csv-parse'
// biome-ignore lint/style/noRestrictedImports: the floor is the driver alone
import pg from 'pg'
import { sqliteConnection } from '../src/db/dialect/sqlite/driver.ts'
import { migrateToLatest } from '../src/db/migrate.ts'
import { openDatabase } from '../src/db/open.ts'
import type { Db } from '../src/db/schema.ts'
import { confirmImport, createImport } from '../src/features/imports/actions/steps.ts'
import { importById } from '../src/features/imports/queries/imports.ts'
import { importFolder } from '../src/features/imports/rules/files.ts'
import { importHandlers } from '../src/features/imports/task.ts'
import { runTasks } from '../src/features/taches/loop.ts'
import { IMPORT_KINDS } from '../src/import-kinds.ts'
import { sha256Hex } from '../src/lib/crypto.ts'
import { databaseUrl, runSql, startPostgres } from '../test/support/postgres.ts'
import { siteDeps } from './support/import.ts'
import { benchFolder, say } from './support/report.ts'
import { residentMb } from './support/server.ts'

const MILLION = 1_000_000
const GOAL = 5
const GOAL_MB = 100
const now = () => new Date(Date.now())
const folder = benchFolder()
const FILE = join(folder, 'lieux-france.csv')
writeFileSync(FILE, brotliDecompressSync(readFileSync(join(import.meta.dirname, '../data/lieux-france.csv.br'))))

const INSERT = 'insert into lieux (nom, nom_tri, code, nom_long, chemin, recherche, created_at, updated_at) values'

/** A line of the file as the floor writes it. */
function bareRow(line: Record<string, string>, at: string): (string | undefined)[] {
  const nomLong = line.lieu_parent ? `${line.nom}, ${line.lieu_parent}` : line.nom
  return [line.nom, nomLong, line.code, nomLong, `/${line.code}/`, nomLong, at, at]
}

/** The floor: parse and insert, no dry run, no lookup, one transaction, one prepared statement; the same indexes. */
async function floor(url: string): Promise<number> {
  const before = performance.now()
  const at = now().toISOString()
  const lines: AsyncIterable<Record<string, string>> = createReadStream(FILE).pipe(
    parse({ bom: true, delimiter: ';', columns: true }),
  )
  if (url.startsWith('sqlite:')) {
    const connection = sqliteConnection(url.slice('sqlite:'.length))
    connection.prepare('begin').run([])
    const insert = connection.prepare(`${INSERT} (?,?,?,?,?,?,?,?)`)
    for await (const line of lines) insert.run(bareRow(line, at))
    connection.prepare('commit').run([])
    connection.close()
  } else {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('begin')
    const text = `${INSERT} ($1,$2,$3,$4,$5,$6,$7,$8)`
    for await (const line of lines) await client.query({ name: 'floor', text, values: bareRow(line, at) })
    await client.query('commit')
    await client.end()
  }
  return performance.now() - before
}

/** Runs `work` and says how much memory the process had at most meanwhile, in MB. */
async function peakOf<T>(work: () => Promise<T>): Promise<{ result: T; peak: number }> {
  let peak = residentMb(process.pid)
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMb(process.pid))
  }, 20)
  const result = await work()
  clearInterval(timer)
  return { result, peak: Math.max(peak, residentMb(process.pid)) }
}

/** From the received file to the last line written, as the task loop does it. */
async function ours(db: Db, path: string, user_id: number) {
  const fichier = `${performance.now()}.csv`
  mkdirSync(importFolder(folder), { recursive: true })
  const target = createWriteStream(join(importFolder(folder), fichier))
  createReadStream(path).pipe(target)
  await once(target, 'finish')
  const deps = siteDeps(db, folder)
  const handlers = importHandlers(IMPORT_KINDS)
  const before = performance.now()
  const input = {
    kind: 'lieux',
    cible_id: null,
    user_id,
    nom_fichier: 'bench.csv',
    fichier,
    taille: statSync(path).size,
  }
  const id = await createImport(db, { ...input, empreinte: sha256Hex(fichier), encodage: 'utf-8' }, '', now())
  await runTasks(deps, handlers)
  const dry = performance.now() - before
  const planned = await importById(db, id)
  if (planned?.etat !== 'pret') throw new Error(`the dry run ended as ${planned?.etat}: ${planned?.erreur}`)
  await confirmImport(db, planned, now())
  await runTasks(deps, handlers)
  const done = await importById(db, id)
  if (done?.etat !== 'termine') throw new Error(`the import ended as ${done?.etat}: ${done?.erreur}`)
  return { dry, ms: performance.now() - before, creees: done.creees, refusees: done.refusees }
}

async function open(url: string): Promise<{ db: Db; user: number }> {
  const db = openDatabase(url)
  await migrateToLatest(db)
  const at = now().toISOString()
  const user = {
    name: 'bench',
    name_key: 'bench',
    email: 'b@b',
    email_key: 'b@b',
    password_hash: '',
    role: 'admin' as const,
  }
  const { id } = await db
    .insertInto('users')
    .values({ ...user, email_verified_at: null, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { db, user: id }
}

const RUNS = 3

/** Best of three each, in turn: a busy machine spoils single runs. */
async function ratio(label: string, url: (name: string) => Promise<string>): Promise<void> {
  let limit = Number.POSITIVE_INFINITY
  let best: Awaited<ReturnType<typeof ours>> | undefined
  for (let run = 0; run < RUNS; run += 1) {
    const bare = await url(`bare${run}`)
    await (await open(bare)).db.destroy()
    limit = Math.min(limit, await floor(bare))
    const site = await open(await url(`ours${run}`))
    const result = await ours(site.db, FILE, site.user)
    await site.db.destroy()
    if (!best || result.ms < best.ms) best = result
  }
  if (!best) throw new Error('no run')
  const factor = best.ms / limit
  say(
    `${label.padEnd(12)} bare ${limit.toFixed(0)} ms, ours ${best.ms.toFixed(0)} ms (dry run ${best.dry.toFixed(0)}), ` +
      `ratio ${factor.toFixed(2)} (goal ${GOAL}), ${best.creees} created, ${best.refusees} refused${factor > GOAL ? '  TOO SLOW' : ''}`,
  )
}

async function writeLines(path: string, count: number): Promise<void> {
  const out = createWriteStream(path)
  out.write('nom;code;type;lieu_parent;latitude;longitude;note\r\n')
  for (let n = 0; n < count; n += 1) {
    // A thousand parents: lines that name lines, as in a real file. Each file has its own names.
    const canton = `Canton ${count}-${n % 1000}`
    const line = n < 1000 ? `${canton};;Canton;;;;` : `Lieu ${n};${n};Lieu-dit;${canton};48,${n % 99};-2,${n % 99};`
    if (!out.write(`${line}\r\n`)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
}

/** The peak must not follow the size of the file: a tenth of it first, in the same process, then the whole. */
async function million(): Promise<void> {
  const { db, user } = await open(`sqlite:${join(folder, 'million.sqlite')}`)
  await ours(db, FILE, user)
  const rest = residentMb(process.pid)
  const peaks: number[] = []
  for (const count of [MILLION / 10, MILLION]) {
    const path = join(folder, `${count}.csv`)
    await writeLines(path, count)
    const { result, peak } = await peakOf(() => ours(db, path, user))
    peaks.push(peak)
    say(
      `${count} lines: ${(result.ms / 1000).toFixed(0)} s, ${result.creees} created, peak ${peak.toFixed(0)} MB, ` +
        `+${(peak - rest).toFixed(0)} MB beside the site at rest after a first import (${rest.toFixed(0)} MB; goal +${GOAL_MB})`,
    )
  }
  await db.destroy()
  say(`1,000,000 lines beside 100,000: peak × ${((peaks[1] ?? 0) / (peaks[0] ?? 1)).toFixed(2)} (goal 1.2)`)
}

async function main(): Promise<void> {
  try {
    if (process.argv.includes('--million')) return await million()
    await ratio('SQLite', async (name) => `sqlite:${join(folder, `${name}.sqlite`)}`)
    const server = await startPostgres()
    try {
      await ratio('PostgreSQL', async (name) => {
        await runSql(server.url, `create database ${name}`)
        return databaseUrl(server.url, name)
      })
    } finally {
      await server.stop()
    }
    say('Memory of a file of 1,000,000 lines: npm run bench -- lieux-import --million')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
