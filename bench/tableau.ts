// The table of one view as its reader gets it, on both engines: server time of the page over a source of many records.
// Use: npm run bench -- tableau [--records 50000] [--others 200000] [--engine sqlite|postgres]
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { engineOf } from '../db/migrations/engines/index.ts'
import type { Db } from '../src/db/schema.ts'
import { factories } from '../test/support/factories.ts'
import { cookieOf, onEngines, openSite } from './support/engines.ts'
import { insert } from './support/made-rows.ts'
import { NOW } from './support/random.ts'
import { benchFolder, say } from './support/report.ts'
import { timed } from './support/timing.ts'

const { values: asked } = parseArgs({
  options: {
    records: { type: 'string', default: '50000' },
    others: { type: 'string', default: '200000' },
    engine: { type: 'string', default: 'sqlite,postgres' },
  },
})
const GOAL_MS = 20
const ACTS_A_VIEW = 10
const BATCH = 20_000
const folder = benchFolder()

const NAMES = [
  'prenom',
  'nom_pere',
  'prenom_pere',
  'profession_pere',
  'nom_mere',
  'prenom_mere',
  'nom_parrain',
  'notes',
]

/** `n` records of a source, ten on each view. */
async function fill(db: Db, sourceId: number, n: number): Promise<void> {
  const fields = NAMES.map((nom) => `,"${nom}":"QUELQUE CHOSE DE ${nom}"`).join('')
  for (let from = 0; from < n; from += BATCH) {
    const vue = sql`(i + ${sql.lit(from)}) / ${sql.lit(ACTS_A_VIEW)}`
    const data = sql`'{"vue":"' || ${vue} || '","nom":"NOM' || (i % 3000) || '"' || ${sql.lit(fields)} || '}'`
    const row = sql`${sql.lit(sourceId)}, cast(${data} as ${engineOf(db).json}), ${NOW}, ${NOW}`
    await insert(db, 'releves', 'source_id, data, created_at, updated_at', Math.min(BATCH, n - from), row)
  }
  await db.updateTable('sources').set({ nb_releves: n }).where('id', '=', sourceId).execute()
}

async function measure(label: string, url: string): Promise<void> {
  const { db, app } = await openSite(folder, url)
  const make = factories(db)
  await make.user({ role: 'admin' })
  const type = await make.typeSource({ champs: ['vue', 'nom', ...NAMES].map((nom) => ({ nom })) })
  const [source, other] = [await make.source({ type }), await make.source({ type })]
  await fill(db, other.id, Number(asked.others))
  await fill(db, source.id, Number(asked.records))
  await sql`analyze`.execute(db)
  const cookie = await cookieOf(db, 'admin')
  say(`${label}: ${asked.records} records in the source, ${asked.others} in another`)
  const last = Math.floor(Number(asked.records) / ACTS_A_VIEW)
  for (const query of ['', '?vue=', '?vue=1', `?vue=${Math.floor(last / 2)}`, `?vue=${last}`]) {
    const times = await timed(async () => {
      const res = await app.request(`/sources/${source.id}/tableau${query}`, { headers: { cookie } })
      await res.arrayBuffer()
      if (res.status !== 200) throw new Error(`${query} answered ${res.status}`)
    })
    const over = times.median > GOAL_MS
    if (over) process.exitCode = 1
    const figures = `p50 ${times.median.toFixed(1)} ms, processor ${times.cpu.toFixed(1)} ms`
    say(`  ${query.padEnd(12)} ${figures} (goal ${GOAL_MS} ms)${over ? '  TOO SLOW' : ''}`)
  }
  await db.destroy()
}

await onEngines(asked.engine, folder, measure)
