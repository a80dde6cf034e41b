// A busy evening: 100 people signed in, 50 requests a second of which 85 in 100 read, on a million records, over the network and by
// the processes that `npm start` runs. p95 within 100 ms, no error, memory that does not grow.
// Use: npm run bench -- charge [--minutes 10] [--records 1000000] [--engine sqlite|postgres] [--rate 50] [--keep FOLDER]
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { migrateToLatest } from '../src/db/migrate.ts'
import { openDatabase } from '../src/db/open.ts'
import type { Db } from '../src/db/schema.ts'
import { createSession } from '../src/features/auth/sessions.ts'
import { keyedDigest, randomToken } from '../src/lib/crypto.ts'
import { databaseUrl, runSql, startPostgres } from '../test/support/postgres.ts'
import { fillArchive, names, pick, SECTIONS } from './support/archive.ts'
import { benchFolder, say } from './support/report.ts'
import { serving } from './support/served.ts'
import { residentMb } from './support/server.ts'
import { quantile } from './support/timing.ts'

const { values: asked } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    records: { type: 'string', default: '1000000' },
    engine: { type: 'string', default: 'sqlite,postgres' },
    rate: { type: 'string', default: '50' },
    keep: { type: 'string' },
  },
})
const RECORDS = Number(asked.records)
const SOURCES = 1000
const RATE = Number(asked.rate)
const DURATION_MS = Number(asked.minutes) * 60_000
const USERS = 20
const PEOPLE = 100
const GOAL_MS = 100
/** Caches fill at first; what is compared comes after. */
const WARM_SHARE = 0.25
const GROWTH = 1.1
const SAMPLE_MS = 5000
const SECRET = 'banc'.repeat(16)
const folder = benchFolder(asked.keep)

interface Person {
  session: string
  /** A member writes in the sources of the own section. */
  source(n: number): number
}

/** The members of the archive, signed in on several machines each. */
async function people(db: Db): Promise<Person[]> {
  const everyone: Person[] = []
  for (let n = 0; n < PEOPLE; n += 1) {
    const user = 2 + (n % (USERS - 1))
    const source = (k: number) => ((user - 1) % SECTIONS) + SECTIONS * (1 + (k % (SOURCES / SECTIONS - 1)))
    everyone.push({ session: await createSession(db, user, 'banc'), source })
  }
  return everyone
}

interface Asked {
  what: string
  path: string
  form?: Record<string, string>
}

const nameAt = (n: number): string => encodeURIComponent(names[(n * 101) % names.length]?.nom ?? '')

/** So many of 17 pages that people read are of each line. */
const READS: ((n: number, person: Person) => Asked)[] = [
  ...Array.from({ length: 4 }, () => (n: number, { source }: Person) => ({
    what: 'source',
    path: `/sources/${source(n)}`,
  })),
  ...Array.from({ length: 4 }, () => (n: number, { source }: Person) => ({
    what: 'desk',
    path: `/sources/${source(n)}/releves/nouveau`,
  })),
  ...Array.from({ length: 3 }, () => (n: number, { source }: Person) => ({
    what: 'completion',
    path: `/completions?source=${source(n)}&champ=nom&q=${nameAt(n).slice(0, 2)}`,
  })),
  ...Array.from({ length: 3 }, () => (n: number) => ({ what: 'search', path: `/recherche?q=${nameAt(n)}` })),
  (n) => ({ what: 'search, two words', path: `/recherche?q=${nameAt(n)}+${nameAt(n * 7)}` }),
  () => ({ what: 'sources', path: '/sources' }),
  () => ({ what: 'dashboard', path: '/' }),
]

/** 15 in 100 save. */
function next(n: number, person: Person): Asked {
  const turn = n % 20
  const read = READS[turn]
  if (read && turn < 17) return read(n, person)
  const form = {
    _csrf: keyedDigest(SECRET, 'csrf', person.session),
    _envoi: randomToken(),
    'data[date_evenement][valeur]': `${1 + (n % 28)}/08/1787`,
    'data[nom]': names[(n * 37) % names.length]?.nom ?? '',
    'data[prenom]': `${pick(['Jean', 'Marie', 'Anne'], n)} ${n}`,
  }
  return { what: 'save', path: `/sources/${person.source(n)}/releves`, form }
}

const agent = new Agent({ keepAlive: true, maxSockets: PEOPLE })

/** The status of the answer, once it was read to its end. */
function ask(port: number, { path, form }: Asked, { session }: Person): Promise<number> {
  const body = form && new URLSearchParams(form).toString()
  const headers = { cookie: `session=${session}`, ...(body && { 'content-type': 'application/x-www-form-urlencoded' }) }
  return new Promise((resolve) => {
    const sent = request({ port, host: '127.0.0.1', path, method: body ? 'POST' : 'GET', headers, agent }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', () => resolve(0))
    sent.end(body)
  })
}

interface Load {
  times: Map<string, number[]>
  failures: Map<string, number>
  memory: number[]
}

/** Asks at its times, whether the answers have come or not: a site that falls behind shows it. */
async function load(port: number, pid: number, everyone: readonly Person[]): Promise<Load> {
  const seen: Load = { times: new Map(), failures: new Map(), memory: [] }
  const sampling = setInterval(() => seen.memory.push(residentMb(pid)), SAMPLE_MS)
  const open: Promise<void>[] = []
  const begun = performance.now()
  for (let n = 0; ; n += 1) {
    const due = begun + (n * 1000) / RATE
    if (due - begun > DURATION_MS) break
    await new Promise((go) => setTimeout(go, Math.max(0, due - performance.now())))
    const person = everyone[(n * 7) % PEOPLE] as Person
    const wanted = next(n, person)
    open.push(
      ask(port, wanted, person).then((status) => {
        const list = seen.times.get(wanted.what) ?? []
        list.push(performance.now() - due)
        seen.times.set(wanted.what, list)
        if (status === (wanted.form ? 303 : 200)) return
        const key = `${wanted.what} ${status}`
        seen.failures.set(key, (seen.failures.get(key) ?? 0) + 1)
      }),
    )
  }
  await Promise.all(open)
  clearInterval(sampling)
  return seen
}

function report({ times, failures, memory }: Load): void {
  const all = [...times.values()].flat()
  const line = (what: string, list: number[]) =>
    `  ${what.padEnd(20)} ${String(list.length).padStart(6)}  median ${quantile(list, 0.5).toFixed(0)} ms, p95 ${quantile(list, 0.95).toFixed(0)} ms, p99 ${quantile(list, 0.99).toFixed(0)} ms`
  for (const [what, list] of times) say(line(what, list))
  const late = quantile(all, 0.95) > GOAL_MS
  say(`${line('all', all)}  ${late ? 'OVER' : 'within'} ${GOAL_MS} ms`)
  say(`  failed: ${failures.size === 0 ? 'none' : [...failures].map(([what, n]) => `${what}: ${n}`).join(', ')}`)
  const rest = memory.slice(Math.floor(memory.length * WARM_SHARE))
  const half = Math.floor(rest.length / 2)
  const [first, last] = [quantile(rest.slice(0, half), 0.5), quantile(rest.slice(half), 0.5)]
  say(`  memory: ${first.toFixed(0)} MB, then ${last.toFixed(0)} MB${last > first * GROWTH ? '  GROWS' : '  flat'}`)
  if (late || failures.size > 0 || last > first * GROWTH) process.exitCode = 1
}

async function prepared(url: string, isFilled: boolean): Promise<Person[]> {
  const db = openDatabase(url)
  try {
    await migrateToLatest(db)
    if (!isFilled) say(await fillArchive(db, { records: RECORDS, sources: SOURCES }))
    return await people(db)
  } finally {
    await db.destroy()
  }
}

async function run(label: string, storage: string, url: string, isFilled = false): Promise<void> {
  say(label)
  mkdirSync(storage, { recursive: true })
  const everyone = await prepared(url, isFilled)
  await serving(storage, { url, secret: SECRET, processes: process.env.PROCESSES ?? '' }, async (port, pid) =>
    report(await load(port, pid, everyone)),
  )
}

async function onPostgres(): Promise<void> {
  const server = await startPostgres(undefined, ['autovacuum=on', 'fsync=on', 'synchronous_commit=on'])
  try {
    await runSql(server.url, 'create database charge')
    await run('PostgreSQL', join(folder, 'postgres'), databaseUrl(server.url, 'charge'))
  } finally {
    await server.stop()
  }
}

async function main(): Promise<void> {
  const storage = join(folder, 'sqlite')
  const file = join(storage, `charge-${RECORDS}.sqlite`)
  if (asked.engine.includes('sqlite')) {
    mkdirSync(storage, { recursive: true })
    const done = `${file}.fait`
    if (!existsSync(done)) rmSync(file, { force: true })
    await run('SQLite', storage, `sqlite:${file}`, existsSync(done))
    writeFileSync(done, '')
  }
  if (asked.engine.includes('postgres')) await onPostgres()
  if (!asked.keep) rmSync(folder, { recursive: true })
}

await main()
