// Both dashboards as their readers get them, on both engines: server time of the whole page over a large archive whose records were
// all entered in the months of the chart. Use: npm run bench -- tableaux [--sources 5000] [--records 1000000] [--engine sqlite|postgres]
import { parseArgs } from 'node:util'
import { lastMonths } from '../src/lib/months.ts'
import { cookieOf, onEngines, openSite } from './support/engines.ts'
import { fillRegister } from './support/register.ts'
import { benchFolder, say } from './support/report.ts'
import { timed } from './support/timing.ts'

const { values: asked } = parseArgs({
  options: {
    sources: { type: 'string', default: '5000' },
    records: { type: 'string', default: '1000000' },
    engine: { type: 'string', default: 'sqlite,postgres' },
  },
})
const GOAL_MS = 40
const MONTHS = 6
const folder = benchFolder()

async function measure(label: string, url: string): Promise<void> {
  const { db, app } = await openSite(folder, url)
  const instants = lastMonths(new Date(), MONTHS).map((month) => `${month}-01T12:00:00.000Z`)
  await fillRegister(db, { sources: Number(asked.sources), records: Number(asked.records), instants })
  say(`${label}: ${asked.sources} sources, ${asked.records} records`)
  for (const role of ['admin', 'gestionnaire', 'membre'] as const) {
    const cookie = await cookieOf(db, role)
    const times = await timed(async () => {
      const res = await app.request('/', { headers: { cookie, 'accept-encoding': 'gzip' } })
      await res.arrayBuffer()
      if (res.status !== 200) throw new Error(`/ answered ${res.status}`)
    })
    const over = times.p95 > GOAL_MS
    if (over) process.exitCode = 1
    const figures = `p50 ${times.median.toFixed(1)} ms, p95 ${times.p95.toFixed(1)} ms, processor ${times.cpu.toFixed(1)} ms`
    say(`  ${role.padEnd(14)} ${figures} (goal ${GOAL_MS} ms)${over ? '  TOO SLOW' : ''}`)
  }
  await db.destroy()
}

await onEngines(asked.engine, folder, measure)
