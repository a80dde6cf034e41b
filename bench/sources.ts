// The list of sources as readers of each role get it, its filters and counts included, beside the bare driver on the same rows,
// on both engines. Use: npm run bench -- sources [--sources 5000] [--records 1000000] [--engine sqlite|postgres]
import { parseArgs } from 'node:util'
// biome-ignore lint/style/noRestrictedImports: the floor is the driver alone
import pg from 'pg'
import { sqliteConnection } from '../src/db/dialect/sqlite/driver.ts'
import { cookieOf, onEngines, openSite } from './support/engines.ts'
import { NOW } from './support/random.ts'
import { fillRegister } from './support/register.ts'
import { benchFolder, say } from './support/report.ts'
import { type Times, timed } from './support/timing.ts'

const { values: asked } = parseArgs({
  options: {
    sources: { type: 'string', default: '500' },
    records: { type: 'string', default: '20000' },
    engine: { type: 'string', default: 'sqlite,postgres' },
  },
})
const NB_SOURCES = Number(asked.sources)
const NB_RELEVES = Number(asked.records)
const GOAL_MS = 30
const folder = benchFolder()

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
  const { db, app } = await openSite(folder, url)
  const before = performance.now()
  await fillRegister(db, { sources: NB_SOURCES, records: NB_RELEVES, instants: [NOW] })
  const took = ((performance.now() - before) / 1000).toFixed(0)
  const bare = await floor(url)
  say(`${label}: ${NB_SOURCES} sources, ${NB_RELEVES} records (filled in ${took} s)`)
  say(
    `  ${'bare driver, first page and counts'.padEnd(36)} p50 ${bare.median.toFixed(1)} ms, p95 ${bare.p95.toFixed(1)} ms`,
  )
  for (const role of ['admin', 'gestionnaire', 'membre'] as const) {
    const cookie = await cookieOf(db, role)
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

await onEngines(asked.engine, folder, measure)
