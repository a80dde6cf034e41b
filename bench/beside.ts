// The wait of others while a file is imported: pages on a beat, over the network and by the processes that `npm start` runs, on a million
// records; idle, then while 20,000 baptisms of 26 columns are imported. p95 within twice the idle one, p99 within 150 ms.
// `--what actes`: while as many acts of Nimègue are.
// Use: npm run bench -- beside [--engine sqlite|postgres] [--records 1000000] [--lines 20000] [--beat 50] [--rounds 1] [--idle 20]
//   [--what import,export,actes] [--base FILE]: a SQLite database that `bench search --keep` left, copied first; [--processes 1]
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Champ } from '../src/champs/kind.ts'
import { migrateToLatest } from '../src/db/migrate.ts'
import { openDatabase } from '../src/db/open.ts'
import { champsOf } from '../src/features/types-sources/queries.ts'
import { importActFiles, readyForActs, writeNimegue } from './support/acts.ts'
import { all, pages, pagesFor, reading, type Site, type Times, tell } from './support/beat.ts'
import { corpus } from './support/corpus.ts'
import { writeBaptisms } from './support/import.ts'
import { say } from './support/report.ts'
import { BAPTISMS, importFile } from './support/sent-import.ts'
import { served } from './support/served.ts'
import { residentMb } from './support/server.ts'
import { onStored } from './support/stored.ts'
import { quantile } from './support/timing.ts'

const { values: asked } = parseArgs({
  options: {
    engine: { type: 'string', default: 'sqlite,postgres' },
    records: { type: 'string', default: '1000000' },
    sources: { type: 'string', default: '2000' },
    lines: { type: 'string', default: '20000' },
    idle: { type: 'string', default: '20' },
    beat: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '1' },
    what: { type: 'string', default: 'import,export' },
    base: { type: 'string' },
    processes: { type: 'string', default: '' },
  },
})
const RECORDS = Number(asked.records)
const LINES = Number(asked.lines)
const ROUNDS = Number(asked.rounds)
const GOAL = { times: 2, p99: 150 }
const WARM_MS = 8000
const IDLE_MS = Number(asked.idle) * 1000
const LOOK_MS = 100
/** Tens of thousands of records. */
const LARGE = '/recherche/export/csv?q=marie'
const SLOW_MS = 1000
const made = corpus(Number(asked.sources))

/** Highest memory while it lasts. */
function watchMemory(pid: number): () => number {
  let peak = residentMb(pid)
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMb(pid))
  }, LOOK_MS * 5)
  return () => {
    clearInterval(timer)
    return peak
  }
}

function judge(label: string, idle: Times, meanwhile: Times): void {
  tell(label, meanwhile)
  const [free, p95, p99] = [quantile(all(idle), 0.95), quantile(all(meanwhile), 0.95), quantile(all(meanwhile), 0.99)]
  const isGood = p95 <= GOAL.times * free && p99 <= GOAL.p99
  say(
    `  p95 ${(p95 / free).toFixed(1)} times the idle one (goal ${GOAL.times}), p99 ${p99.toFixed(0)} ms (goal ${GOAL.p99})${isGood ? '' : '  TOO MUCH'}`,
  )
}

/** Somebody reads a large export, as fast as it comes; then somebody on a line of a few kilobytes a second. */
async function exportRound(site: Site): Promise<void> {
  const idle = await pagesFor(site, IDLE_MS)
  tell('nothing else', idle)
  for (const [label, pieceMs] of [
    ['a fast reader of an export', 0],
    ['a slow one', SLOW_MS],
  ] as const) {
    const end = reading(site, LARGE, pieceMs)
    const meanwhile = await pagesFor(site, IDLE_MS)
    judge(label, idle, meanwhile)
    say(`  ${((end() * 1000) / 1e6 / IDLE_MS).toFixed(2)} MB a second of it`)
  }
}

function add(to: Times, more: Times): void {
  for (const [what, times] of more) to.set(what, [...(to.get(what) ?? []), ...times])
}

/** Nothing else and the import by turns: a busy machine slows both down. */
async function importRounds(
  site: Site,
  sends: (round: number) => Promise<{ dry: number; writing: number }>,
): Promise<void> {
  const [idle, busy]: [Times, Times] = [new Map(), new Map()]
  const spent = { dry: 0, writing: 0 }
  const [before, peak] = [residentMb(site.pid), watchMemory(site.pid)]
  for (let n = 0; n < ROUNDS; n += 1) {
    add(idle, await pagesFor(site, IDLE_MS / ROUNDS))
    let isOver = false
    const meanwhile = pages(site, () => isOver)
    const { dry, writing } = await sends(n).finally(() => {
      isOver = true
    })
    add(busy, await meanwhile)
    spent.dry += dry
    spent.writing += writing
  }
  tell('nothing else', idle)
  judge('while the file is imported', idle, busy)
  const rate = (ms: number) => ((ROUNDS * LINES * 1000) / ms).toFixed(0)
  const { dry, writing } = spent
  say(`  lines a second: dry run ${rate(dry)}, writing ${rate(writing)}, both ${rate(dry + writing)}`)
  say(`  memory: ${before.toFixed(0)} MB, at most ${peak().toFixed(0)} MB`)
}

/** Acts come as files of Nimègue, each time of another commune: places, sources and doubles are looked for as well. */
async function actsRounds(site: Site, storage: string): Promise<void> {
  await readyForActs(site.db)
  say('  acts of Nimègue')
  await importRounds(site, (round) => {
    const dir = join(storage, `nimegue-${round}`)
    writeNimegue(dir, LINES, `Saint-Malo ${round}`)
    return importActFiles({ db: site.db, storage }, dir, 1)
  })
}

async function fieldsOf(url: string): Promise<Champ[]> {
  const db = openDatabase(url)
  try {
    await migrateToLatest(db)
    const source = db.selectFrom('sources').select('type_source_id').where('id', '=', BAPTISMS)
    return await champsOf(db, (await source.executeTakeFirstOrThrow()).type_source_id)
  } finally {
    await db.destroy()
  }
}

async function measure(label: string, storage: string, url: string): Promise<void> {
  say(`${label}, ${RECORDS} records, ${LINES} lines`)
  const path = join(storage, 'actes.csv')
  await writeBaptisms(path, made, await fieldsOf(url), LINES)
  const how = { made, records: RECORDS, beatMs: Number(asked.beat), processes: asked.processes }
  await served(storage, url, how, async (site) => {
    await pagesFor(site, WARM_MS)
    if (asked.what.includes('import')) await importRounds(site, () => importFile(site, path))
    if (asked.what.includes('actes')) await actsRounds(site, storage)
    if (asked.what.includes('export')) await exportRound(site)
  })
}

const settings = ['autovacuum=on', 'fsync=on', 'synchronous_commit=on', 'shared_buffers=512MB']
await onStored({ made, records: RECORDS, engine: asked.engine, base: asked.base, settings }, measure)
