// This checkout beside another one, in one run: each with its own server and its own database of the same corpus, asked by turns. Pages,
// a busy moment, an export, an import with the pages of others meanwhile, memory at the end: issue by issue, what became of the speed.
// Use: npm run bench -- versus --before CHECKOUT --url URL --url-before URL [--folder FOLDER] [--only pages,304,charge,import,export,memory]
//   CHECKOUT is built (`sh bin/build`); the databases were made by `bench search --keep` of each, and are written to.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { corpus, TYPES } from './support/corpus.ts'
import { benchFolder, say } from './support/report.ts'
import { processorMs, residentMb } from './support/server.ts'
import {
  byTurns,
  fileOfBaptisms,
  imported,
  line,
  processorLine,
  type Side,
  start,
  stop,
  timesLine,
} from './support/sides.ts'
import { quantile } from './support/timing.ts'

const { values: asked } = parseArgs({
  options: {
    before: { type: 'string' },
    url: { type: 'string', default: '' },
    'url-before': { type: 'string', default: '' },
    folder: { type: 'string' },
    only: { type: 'string', default: 'pages,304,charge,import,export,memory' },
    runs: { type: 'string', default: '200' },
    lines: { type: 'string', default: '20000' },
  },
})
const RUNS = Number(asked.runs)
const LINES = Number(asked.lines)
/** A register of a small parish. */
const REGISTER = 1580
const CONNECTIONS = 8
const ROUND_MS = 4000
const ROUNDS = 3
const BEAT_MS = 50
const IDLE_MS = 15_000
const PAUSE_MS = 5000
const SEARCHING_MS = 90_000
const REST_MS = 25_000
const made = corpus(2000)
const { surnames } = made.names
const folder = benchFolder(asked.folder)

const named = (from: number, to: number) => (n: number) =>
  `/recherche?nom=${encodeURIComponent(surnames[from + ((n * 7) % (to - from))] ?? '')}`
const common = named(0, 20)
const rare = named(12_000, 20_000)

const BAPTISMS = made.sources.filter(({ type }) => type === TYPES.indexOf('baptemes')).map(({ id }) => id)
const LIKE = BAPTISMS[0] ?? 0
const records = (n: number) => `/sources/${BAPTISMS[(n * 3) % 200]}/releves`

const PAGES: [what: string, path: (n: number) => string][] = [
  ['emptiest page', () => '/brouillons'],
  ['list of a source, 50 rows', records],
  ['list of sources', () => '/sources'],
  ['a record', (n) => `/releves/${1 + n * 97}`],
  ['rare surname', rare],
  ['common surname', common],
]

async function pages(sides: readonly Side[]): Promise<void> {
  say('pages, one after the other: milliseconds p50 / p95 / p99')
  for (const [what, path] of PAGES)
    timesLine(what, sides, await byTurns(sides, RUNS, ({ visitor }, n) => visitor.get(path(n))))
  say('the same, milliseconds of processor of the server a page')
  for (const [what, path] of PAGES) await processorLine(what, sides, RUNS, (side, n) => side.visitor.get(path(n)))
}

async function unchanged(sides: readonly Side[]): Promise<void> {
  say('the page that the browser has already: milliseconds p50 / p95 / p99')
  for (const [what, path] of PAGES) {
    const tags = new Map<Side, string>()
    for (const side of sides) tags.set(side, (await side.visitor.get(path(1))).headers.etag ?? '')
    const ask = async (side: Side) => {
      const { status } = await side.visitor.get(path(1), { 'if-none-match': tags.get(side) ?? '' })
      if (status !== 304) throw new Error(`${path(1)} answered ${status}`)
    }
    timesLine(what, sides, await byTurns(sides, RUNS, ask))
  }
}

/** How many are answered in so long, by as many as there are connections, each asking again at once. */
async function asMany({ visitor }: Side, path: (n: number) => string): Promise<number> {
  const end = performance.now() + ROUND_MS
  let n = 0
  const one = async () => {
    while (performance.now() < end) {
      n += 1
      await visitor.get(path(n))
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, one))
  return n
}

async function charge(sides: readonly Side[]): Promise<void> {
  say(`${CONNECTIONS} connections, requests a second`)
  for (const [what, path] of PAGES) {
    const answered = sides.map(() => 0)
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [at, side] of sides.entries()) answered[at] = (answered[at] ?? 0) + (await asMany(side, path))
    const rates = answered.map((n) => (n * 1000) / (ROUND_MS * ROUNDS))
    line(
      what,
      sides,
      rates.map((rate) => [rate.toFixed(0), rate]),
    )
  }
}

const OTHERS = [records, (n: number) => `/releves/${1 + n * 97}`, rare, () => '/sources']

/** Others wait so long for their pages until `isOver`, asked for on the beat whether the one before has come or not. */
async function others({ visitor }: Side, isOver: () => boolean): Promise<number[]> {
  const times: number[] = []
  const open: Promise<void>[] = []
  const begun = performance.now()
  for (let n = 0; !isOver(); n += 1) {
    const due = begun + n * BEAT_MS
    await new Promise((go) => setTimeout(go, Math.max(0, due - performance.now())))
    const path = OTHERS[n % OTHERS.length] ?? records
    open.push(visitor.get(path(n)).then(() => void times.push(performance.now() - due)))
  }
  await Promise.all(open)
  return times
}

async function file([side]: readonly Side[], count: number): Promise<string> {
  const path = join(folder, `${count}.csv`)
  await fileOfBaptisms(side?.url ?? '', made, { like: LIKE, count, path })
  return path
}

interface Importing {
  idle: number[]
  during: number[]
  rates: number[]
  /** Microseconds of processor a line. */
  used: number[]
}

/** Pages of others for so long. */
function othersFor(side: Side, ms: number): Promise<number[]> {
  const end = performance.now() + ms
  return others(side, () => performance.now() > end)
}

/** The pages of others while an import is written, the lines it wrote a second, and what the server needed for both. */
async function importBeside(side: Side, lines: string, { during, rates, used }: Importing): Promise<void> {
  // The import before has something left to do, on either side, which is not this one's.
  await new Promise((go) => setTimeout(go, PAUSE_MS))
  let isOver = false
  const ended = () => {
    isOver = true
  }
  const before = processorMs(side.child.pid ?? 0)
  // Together: an import that fails must be what is told, not the pages that no server answers any more.
  const [waited, { dryMs, writeMs }] = await Promise.all([
    others(side, () => isOver),
    imported(side, lines, LIKE).finally(ended),
  ])
  during.push(...waited)
  rates.push((LINES * 1000) / (dryMs + writeMs))
  used.push(((processorMs(side.child.pid ?? 0) - before) * 1000) / LINES)
  say(`  ${side.label}: dry run ${dryMs.toFixed(0)} ms, written ${writeMs.toFixed(0)} ms`)
}

async function importing(sides: readonly Side[]): Promise<void> {
  say(`${LINES} baptisms of 26 fields, by turns; others' pages every ${BEAT_MS} ms: milliseconds p50 / p95 / p99`)
  const lines = await file(sides, LINES)
  const told: Importing[] = []
  for (const side of sides) {
    await othersFor(side, PAUSE_MS)
    told.push({ idle: await othersFor(side, IDLE_MS), during: [], rates: [], used: [] })
  }
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, side] of sides.entries()) await importBeside(side, lines, told[at] as Importing)
  timesLine(
    'others, nobody imports',
    sides,
    told.map(({ idle }) => idle),
  )
  timesLine(
    'others, while it is imported',
    sides,
    told.map(({ during }) => during),
  )
  const median = (what: string, of: (one: Importing) => number[]) => {
    const values = told.map((one) => quantile(of(one), 0.5))
    line(
      what,
      sides,
      values.map((value) => [value.toFixed(0), value]),
    )
  }
  median('lines a second, dry run and all', ({ rates }) => rates)
  median('µs of processor a line, pages too', ({ used }) => used)
}

async function exporting(sides: readonly Side[]): Promise<void> {
  say(`CSV of a register of ${REGISTER} rows: milliseconds p50 / p95 / p99`)
  const lines = await file(sides, REGISTER)
  const sources = new Map<Side, number>()
  for (const side of sides) sources.set(side, (await imported(side, lines, LIKE)).source)
  const ask = (side: Side) => side.visitor.get(`/export/source/${sources.get(side)}/csv`)
  timesLine('export', sides, await byTurns(sides, 40, ask))
  await processorLine('the same, processor of the server', sides, 40, ask)
}

async function memory(sides: readonly Side[]): Promise<void> {
  const shown = () =>
    line(
      'MB',
      sides,
      sides.map((side) => {
        const mb = residentMb(side.child.pid ?? 0)
        return [mb.toFixed(0), mb]
      }),
    )
  say('memory, all processes, after all this')
  shown()
  say(`memory after ${SEARCHING_MS / 1000} s of searches and three imports`)
  const lines = await file(sides, LINES)
  for (const side of sides) {
    const end = performance.now() + SEARCHING_MS
    for (let n = 0; performance.now() < end; n += 1)
      await Promise.all([common, rare, records].map((path) => side.visitor.get(path(n))))
    for (let n = 0; n < 3; n += 1) await imported(side, lines, LIKE)
  }
  shown()
  say(`${REST_MS / 1000} s later, when the process of the work in the background has ended`)
  await new Promise((go) => setTimeout(go, REST_MS))
  shown()
}

const PARTS: Record<string, (sides: readonly Side[]) => Promise<void>> = {
  pages,
  304: unchanged,
  charge,
  import: importing,
  export: exporting,
  memory,
}

const where = { folder, connections: CONNECTIONS }
const sides = [await start('now', { checkout: process.cwd(), url: asked.url, ...where })]
if (asked.before) sides.push(await start('before', { checkout: asked.before, url: asked['url-before'], ...where }))
try {
  for (const part of asked.only.split(',')) await PARTS[part]?.(sides)
} finally {
  for (const side of sides) await stop(side)
  if (!asked.folder) rmSync(folder, { recursive: true, force: true })
}
