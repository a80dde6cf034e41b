// Two builds of the application, each with its own processes and its own database of the same corpus, asked by turns.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dialectOf } from '../../src/db/dialect/index.ts'
import { openDatabase } from '../../src/db/open.ts'
import type { Db } from '../../src/db/schema.ts'
import { hashPassword } from '../../src/features/auth/rules/password.ts'
import { countOutdated } from '../../src/features/statistiques/task.ts'
import { champsOf } from '../../src/features/types-sources/queries.ts'
import type { Corpus } from './corpus.ts'
import { siteDeps, writeBaptisms } from './import.ts'
import { say } from './report.ts'
import { freePort, processorMs, untilAnswer } from './server.ts'
import { quantile } from './timing.ts'
import { Visitor } from './visitor.ts'

/** A person has the form of an import open for that long at least, until the file is chosen in the dialogue of the system. */
const CHOOSING_MS = 3000
const PASSWORD = 'une longue phrase de passe'

export interface Side {
  label: string
  child: ChildProcess
  visitor: Visitor
  url: string
}

/** Serves the database of `url` by the build in `checkout`; so many connections to it stay open. */
export async function start(
  label: string,
  { checkout, url, folder, connections }: { checkout: string; url: string; folder: string; connections: number },
): Promise<Side> {
  const storage = join(folder, label)
  mkdirSync(storage, { recursive: true })
  writeFileSync(join(storage, 'config.json'), JSON.stringify({ secret: 'banc'.repeat(16), database: url }))
  writeFileSync(join(storage, 'installed'), 'banc\n')
  const db = openDatabase(url)
  await db
    .updateTable('users')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .execute()
  await followIds(db)
  await countNames(db, storage)
  await db.destroy()
  const port = await freePort()
  const env = { ...process.env, HOST: '127.0.0.1', PORT: String(port), STORAGE_DIR: storage, DATABASE_URL: '' }
  const child = spawn('sh', ['bin/start'], { cwd: checkout, env, stdio: ['ignore', 'ignore', 'inherit'] })
  await untilAnswer(port)
  const visitor = new Visitor(port, connections)
  await visitor.signIn('u1', PASSWORD)
  return { label, child, visitor, url }
}

/**
 * A base that a bench has written was never counted: its site would do so for minutes while it is measured, and what each process remembers
 * of the database would be void with every source.
 */
async function countNames(db: Db, storage: string): Promise<void> {
  const tables = await db.introspection.getTables()
  if (tables.some(({ name }) => name === 'statistiques_lues'))
    await countOutdated(siteDeps(db, storage), async () => undefined)
}

/** Rows that a bench has written with their ids left the counters behind: the next row would get an id that is taken. */
async function followIds(db: Db): Promise<void> {
  const { copy } = dialectOf(db)
  const ids = await copy.lastIds(db)
  for (const table of ['sources', 'lieux', 'releves', 'sections', 'users'] as const) {
    const { last } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.max<number | null>('id').as('last'))
      .executeTakeFirstOrThrow()
    ids.set(table, Math.max(last ?? 0, ids.get(table) ?? 0))
  }
  await copy.setLastIds(db, ids)
}

export async function stop({ child, visitor }: Side): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  visitor.close()
  child.kill('SIGTERM')
  await gone
}

const clock = (times: readonly number[]): string =>
  `${quantile(times, 0.5).toFixed(1)} / ${quantile(times, 0.95).toFixed(1)} / ${quantile(times, 0.99).toFixed(1)}`

/** A line of the table: what each side needs, and the ratio of the first to the second. */
export function line(what: string, sides: readonly Side[], figures: readonly [shown: string, value: number][]): void {
  const [here = 0, there = Number.NaN] = figures.map(([, value]) => value)
  const columns = figures.map(([shown], i) => `${sides[i]?.label} ${shown.padEnd(22)}`).join('')
  say(`  ${what.padEnd(34)}${columns}${Number.isNaN(there) ? '' : `× ${(here / there).toFixed(2)}`}`)
}

export const timesLine = (what: string, sides: readonly Side[], times: readonly number[][]): void =>
  line(
    what,
    sides,
    times.map((one) => [clock(one), quantile(one, 0.5)]),
  )

export async function elapsed(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await work()
  return performance.now() - before
}

/** Each side in turn, the first of them in turn too. */
export async function byTurns(sides: readonly Side[], runs: number, ask: (side: Side, n: number) => Promise<unknown>) {
  const times: number[][] = sides.map(() => [])
  for (let n = -10; n < runs; n += 1)
    for (let k = 0; k < sides.length; k += 1) {
      const at = (n + 10 + k) % sides.length
      const side = sides[at] as Side
      const ms = await elapsed(() => ask(side, Math.abs(n)))
      if (n >= 0) times[at]?.push(ms)
    }
  return times
}

/** Rounds in which each side is asked at once what it is asked in all: its processor time is told by the kernel in coarse steps. */
const ROUNDS = 5

/** Milliseconds of processor of each side's server for one answer. */
export async function processorLine(
  what: string,
  sides: readonly Side[],
  runs: number,
  ask: (side: Side, n: number) => Promise<unknown>,
): Promise<void> {
  const used = sides.map(() => 0)
  for (let n = 0; n < runs; n += runs / ROUNDS)
    for (const [at, side] of sides.entries()) {
      const before = processorMs(side.child.pid ?? 0)
      for (let k = n; k < n + runs / ROUNDS; k += 1) await ask(side, k)
      used[at] = (used[at] ?? 0) + processorMs(side.child.pid ?? 0) - before
    }
  const each = used.map((ms) => ms / runs)
  line(
    what,
    sides,
    each.map((ms) => [ms.toFixed(2), ms]),
  )
}

/** A new source of baptisms; its number. */
async function newSource(url: string, like: number): Promise<number> {
  const db = openDatabase(url)
  try {
    const model = db
      .selectFrom('sources')
      .select(['type_source_id', 'lieu_id', 'section_id', 'status', 'created_at', 'updated_at'])
      .where('id', '=', like)
    const titre = `Banc ${Math.random()}`
    const row = { ...(await model.executeTakeFirstOrThrow()), titre, titre_tri: titre.toLowerCase() }
    const added = db.insertInto('sources').values(row).returning('id')
    return (await added.executeTakeFirstOrThrow()).id
  } finally {
    await db.destroy()
  }
}

/** Writes so many baptisms of 26 fields as a file for the type of the source `like`. */
export async function fileOfBaptisms(
  url: string,
  made: Corpus,
  { like, count, path }: { like: number; count: number; path: string },
): Promise<void> {
  const db = openDatabase(url)
  const { type_source_id } = await db
    .selectFrom('sources')
    .select('type_source_id')
    .where('id', '=', like)
    .executeTakeFirstOrThrow()
  await writeBaptisms(path, made, await champsOf(db, type_source_id), count)
  await db.destroy()
}

/** Imports a file into a new source beside `like`, by its pages. */
export async function imported(
  side: Side,
  path: string,
  like: number,
): Promise<{ source: number; dryMs: number; writeMs: number }> {
  const source = await newSource(side.url, like)
  const { visitor } = side
  await visitor.get(`/sources/${source}/import`)
  await new Promise((go) => setTimeout(go, CHOOSING_MS))
  let page = ''
  const dryMs = await elapsed(async () => {
    page = await visitor.upload(`/sources/${source}/import`, readFileSync(path))
    await visitor.until(page, /Prêt à importer|confirmer"/)
  })
  const writeMs = await elapsed(async () => {
    await visitor.post(page, `${page}/confirmer`)
    await visitor.until(page, /Terminé/)
  })
  return { source, dryMs, writeMs }
}
