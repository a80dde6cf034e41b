// Searches where copies of the database are read: the processor time of a page in this process, on the server and on each
// copy, with no copy, one and all of them. Wall clock tells little where all of them share one machine.
// The servers are there already, filled by `bench search --keep` and followed (README, « des copies de PostgreSQL »).
// Use: npm run bench -- copies --at URL --copies 'URL URL' [--searches 1500] [--sources 2000]
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createApp } from '../src/app.tsx'
import { readConfig } from '../src/config.ts'
import { createSession } from '../src/features/auth/sessions.ts'
import { silentLog } from '../src/lib/log.ts'
import { buildDeps } from '../src/process/deps.ts'
import { readSql } from '../test/support/postgres.ts'
import { corpus } from './support/corpus.ts'
import { benchFolder, say } from './support/report.ts'
import { address, CLASSES, drawer } from './support/search-classes.ts'
import { processorMs } from './support/server.ts'
import { quantile } from './support/timing.ts'

const { values: asked } = parseArgs({
  options: {
    at: { type: 'string', default: '' },
    copies: { type: 'string', default: '' },
    searches: { type: 'string', default: '1500' },
    sources: { type: 'string', default: '2000' },
  },
})
const IN_FLIGHT = 8
const SETTLE_MS = 1500
const COPIES = asked.copies.split(' ').filter(Boolean)

/** Searches of all classes by turns, each of names of its own. */
function searches(): string[] {
  const draw = drawer(corpus(Number(asked.sources)))
  return Array.from({ length: Number(asked.searches) }, (_, i) => {
    const [, params] = CLASSES[i % CLASSES.length] ?? ['', () => ({})]
    return address(params(draw))
  })
}

/** Milliseconds of processor that a server on this machine has used, its ended processes included. */
async function serverMs(url: string): Promise<number> {
  const [row] = await readSql(url, "select current_setting('data_directory') as folder")
  const pid = Number(readFileSync(join(String(row?.folder), 'postmaster.pid'), 'utf8').split('\n')[0])
  return processorMs(pid, { withEnded: true })
}

const ownMs = () => (process.cpuUsage().user + process.cpuUsage().system) / 1000

async function used(): Promise<number[]> {
  return [ownMs(), ...(await Promise.all([asked.at, ...COPIES].map(serverMs)))]
}

async function run(app: ReturnType<typeof createApp>, cookie: string, paths: readonly string[]): Promise<number[]> {
  const waits: number[] = []
  const left = [...paths]
  const reader = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      const before = performance.now()
      const answer = await app.request(`http://localhost${path}`, { headers: { cookie } })
      await answer.text()
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
      waits.push(performance.now() - before)
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, reader))
  return waits
}

async function measure(copies: readonly string[], paths: readonly string[]): Promise<void> {
  const config = readConfig({ STORAGE_DIR: benchFolder(), DATABASE_READ_URLS: copies.join(' ') })
  const deps = { ...buildDeps(config, { url: asked.at, secret: 'banc' }, silentLog), secret: 'banc' }
  try {
    await new Promise((later) => setTimeout(later, SETTLE_MS))
    const app = createApp(deps)
    const cookie = `session=${await createSession(deps.db, 1, 'banc')}`
    await run(app, cookie, paths.slice(0, paths.length / 5))
    const before = await used()
    const begun = performance.now()
    const waits = await run(app, cookie, paths)
    const seconds = (performance.now() - begun) / 1000
    const spent = (await used()).map((ms, i) => (ms - (before[i] ?? 0)) / paths.length)
    const parts = spent.map((ms) => ms.toFixed(2).padStart(7)).join(' |')
    const wall = `${(paths.length / seconds).toFixed(0).padStart(6)} | ${quantile(waits, 0.95).toFixed(0).padStart(6)}`
    say(`${String(copies.length).padStart(6)} | ${wall} | ${parts}`)
  } finally {
    await deps.db.destroy()
  }
}

const paths = searches()
say('copies | pages/s | p95 ms | processor ms a page: this process | server | each copy')
for (let n = 0; n <= COPIES.length; n += 1) await measure(COPIES.slice(0, n), paths)
