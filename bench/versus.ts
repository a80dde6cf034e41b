// This checkout beside another one, in one run: each with its own server and its own database of the same corpus, asked by turns. Pages,
// a busy moment, an export, an import with the pages of others meanwhile, memory at the end: issue by issue, what became of the speed.
// Use: npm run bench -- versus --before CHECKOUT --url URL --url-before URL [--folder FOLDER] [--only pages,304,charge,import,export,memory]
//   CHECKOUT is built (`sh bin/build`); the databases were made by `bench search --keep` of each, and are written to.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { corpus, TYPES } from './support/corpus.ts'
import { BEAT_MS, importsBeside } from './support/imports-beside.ts'
import { benchFolder, say } from './support/report.ts'
import { residentMb } from './support/server.ts'
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

async function file([side]: readonly Side[], count: number): Promise<string> {
  const path = join(folder, `${count}.csv`)
  await fileOfBaptisms(side?.url ?? '', made, { like: LIKE, count, path })
  return path
}

async function importing(sides: readonly Side[]): Promise<void> {
  say(`${LINES} baptisms of 26 fields, by turns; others' pages every ${BEAT_MS} ms: milliseconds p50 / p95 / p99`)
  const pages = [records, (n: number) => `/releves/${1 + n * 97}`, rare, () => '/sources']
  await importsBeside(sides, { path: await file(sides, LINES), lines: LINES, like: LIKE, pages })
}

async function exporting(sides: readonly Side[]): Promise<void> {
  say(`CSV of a register of ${REGISTER} rows: milliseconds p50 / p95 / p99`)
  const lines = await file(sides, REGISTER)
  const sources = new Map<Side, number>()
  for (const side of sides) sources.set(side, (await imported(side, lines, LIKE)).source)
  // By https, browsers take brotli too.
  for (const taken of ['gzip', 'gzip, deflate, br']) {
    const ask = (side: Side) =>
      side.visitor.get(`/export/source/${sources.get(side)}/csv`, { 'accept-encoding': taken })
    timesLine(`export, ${taken}`, sides, await byTurns(sides, 40, ask))
    await processorLine('the same, processor of the server', sides, 40, ask)
  }
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
