// Six pages, and where their cost lies: milliseconds of processor a request for JSX, SQL, compression and the rest, garbage collection, and
// the number of statements, beside what the bare parts need in the same run. The demo archive, asked in this process, without a wire.
// Use: npm run bench -- profil [--runs 300] [--engine sqlite|postgres]
import { constants, PerformanceObserver } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { jsx } from 'hono/jsx'
import { seedDemo } from '../db/seeds/demo.ts'
import { createUser } from '../src/features/users/actions/accounts.ts'
import { cookieOf, onEngines, openSite } from './support/engines.ts'
import { NOW } from './support/random.ts'
import { benchFolder, say } from './support/report.ts'
import { countStatements, type Tally, timeMarkup } from './support/tallies.ts'

const { values: asked } = parseArgs({
  options: { runs: { type: 'string', default: '300' }, engine: { type: 'string', default: 'sqlite,postgres' } },
})
const RUNS = Number(asked.runs)
const PAGES: [label: string, path: string][] = [
  ['emptiest page', '/brouillons'],
  ['dashboard', '/'],
  ['list of sources', '/sources'],
  ['records of a source, 50 rows', '/sources/1/releves'],
  ['a record', '/releves/1'],
  ['search, common surname', '/recherche?nom=briand'],
]

interface Asking {
  request(path: string, init: RequestInit): Response | Promise<Response>
}

interface Cost {
  cpu: number
  bytes: number
}

/** Milliseconds of processor a request, and bytes of its answer; `accept`: the encodings that the browser takes. */
async function cost(app: Asking, path: string, headers: Record<string, string>, runs = RUNS): Promise<Cost> {
  let bytes = 0
  const once = async () => {
    const answer = await app.request(path, { headers })
    bytes = (await answer.arrayBuffer()).byteLength
    if (answer.status >= 400) throw new Error(`${path} answered ${answer.status}`)
  }
  for (let i = 0; i < runs / 4; i += 1) await once()
  const before = process.cpuUsage()
  for (let i = 0; i < runs; i += 1) await once()
  const { user, system } = process.cpuUsage(before)
  return { cpu: (user + system) / 1000 / runs, bytes }
}

/** Milliseconds of collections, until it is asked. */
function collections(): () => number {
  let ms = 0
  const observer = new PerformanceObserver((list) => {
    for (const { duration, detail } of list.getEntries() as { duration: number; detail?: { kind: number } }[])
      if (detail?.kind !== constants.NODE_PERFORMANCE_GC_WEAKCB) ms += duration
  })
  observer.observe({ entryTypes: ['gc'] })
  return () => {
    observer.disconnect()
    return ms
  }
}

const figure = (n: number): string => n.toFixed(2).padStart(9)

async function profile(app: Asking, cookie: string, [label, path]: [string, string], statements: Tally, markup: Tally) {
  const plain = await cost(app, path, { cookie })
  const [sqlBefore, markupBefore, callsBefore] = [statements.ms, markup.ms, statements.calls]
  const collected = collections()
  const packed = await cost(app, path, { cookie, 'accept-encoding': 'gzip' })
  // Those of the quarter that warms up are counted too.
  const runs = RUNS * 1.25
  const queries = Math.round((statements.calls - callsBefore) / runs)
  const [sql, html] = [(statements.ms - sqlBefore) / runs, (markup.ms - markupBefore) / runs]
  await new Promise((seen) => setTimeout(seen, 20))
  const gc = collected() / runs
  const etag = (await app.request(path, { headers: { cookie } })).headers.get('etag') ?? ''
  const known = await cost(app, path, { cookie, 'if-none-match': etag })
  const parts = [plain.cpu, html, sql, Math.max(0, packed.cpu - plain.cpu), gc, known.cpu].map(figure).join('')
  say(`  ${label.padEnd(30)}${parts}${String(queries).padStart(9)}${(plain.bytes / 1000).toFixed(1).padStart(9)}`)
}

/** A page of so many cells, without a layout or a query. */
async function floors(): Promise<void> {
  const bare = new Hono().get('/', (c) => c.text('ok'))
  const packing = new Hono().use(compress()).get('/', (c) => c.html('<p>un registre</p>'.repeat(4000)))
  const row = () => jsx('tr', {}, ...Array.from({ length: 8 }, (_, n) => jsx('td', { class: 'nom' }, `valeur ${n}`)))
  const cells = new Hono().get('/', (c) => c.html(String(jsx('table', {}, ...Array.from({ length: 50 }, row)))))
  say(`  floors: bare Hono${figure((await cost(bare, '/', {}, 3000)).cpu)}`)
  say(`          bare JSX, 400 cells${figure((await cost(cells, '/', {})).cpu)}`)
  say(`          gzip of 72 kB${figure((await cost(packing, '/', { 'accept-encoding': 'gzip' })).cpu)}`)
}

await onEngines(asked.engine, benchFolder(), async (label, url) => {
  const folder = benchFolder()
  const site = await openSite(folder, url)
  await seedDemo(site.db, NOW, 'une longue phrase de passe')
  const admin = { name: 'admin', email: 'admin@exemple.fr', role: 'admin' as const, must_change_password: false }
  await createUser(site.db, { ...admin, password: 'une longue phrase de passe', now: NOW })
  const cookie = await cookieOf(site.db, 'admin')
  const [statements, markup] = [countStatements(site.db), timeMarkup()]
  say(`${label}, milliseconds a request`)
  say(`  ${''.padEnd(30)}     page      JSX      SQL compress.       GC      304  queries       kB`)
  for (const one of PAGES) await profile(site.app, cookie, one, statements, markup)
  await floors()
  await site.db.destroy()
})
