// Acts read over one by one, on both engines: server time of the page of an act and of the decision, in a source of some thousand acts
// among a million. Use: npm run bench -- relecture [--sources 200] [--records 1000000] [--engine sqlite|postgres]
import { parseArgs } from 'node:util'
import type { Db } from '../src/db/schema.ts'
import { cookieOf, onEngines, openSite } from './support/engines.ts'
import { NOW } from './support/random.ts'
import { fillRegister } from './support/register.ts'
import { benchFolder, say } from './support/report.ts'
import { timed } from './support/timing.ts'

const { values: asked } = parseArgs({
  options: {
    sources: { type: 'string', default: '200' },
    records: { type: 'string', default: '1000000' },
    engine: { type: 'string', default: 'sqlite,postgres' },
  },
})
/** Milliseconds at the 95th percentile, of the page of an act. */
const GOAL_MS = 20
/** Acts that the machine points at, and that somebody has read already. */
const POINTED = 100
const READ = 400
const folder = benchFolder()

/** A submitted source with acts that are pointed at, and others that were read. */
async function submitted(db: Db): Promise<number> {
  const { id } = await db.selectFrom('sources').select('id').orderBy('id').limit(1).offset(7).executeTakeFirstOrThrow()
  await db.updateTable('sources').set({ status: 'a_valider', relecture: 'echantillon' }).where('id', '=', id).execute()
  const acts = await db
    .selectFrom('releves')
    .select(['id', 'version'])
    .where('source_id', '=', id)
    .orderBy('id')
    .execute()
  say(`  source of ${acts.length} acts`)
  const user = await db.selectFrom('users').select('id').where('role', '=', 'gestionnaire').executeTakeFirstOrThrow()
  for (const { id: releve_id, version } of acts.slice(0, READ))
    await db
      .insertInto('releve_avis')
      .values({ source_id: id, releve_id, version, user_id: user.id, verdict: 'bon', poids: null, created_at: NOW })
      .execute()
  for (const { id: releve_id } of acts.slice(READ, READ + POINTED))
    await db
      .insertInto('avertissements')
      .values({ source_id: id, releve_id, genre: 'nom_rare', champ: 'nom', valeur: 'x', detail: null })
      .execute()
  return id
}

async function measure(label: string, url: string): Promise<void> {
  const { db, app } = await openSite(folder, url)
  await fillRegister(db, { sources: Number(asked.sources), records: Number(asked.records), instants: [NOW] })
  say(`${label}: ${asked.sources} sources, ${asked.records} records`)
  const source = await submitted(db)
  const cookie = await cookieOf(db, 'admin')
  for (const [what, path, goal] of [
    ['page of an act', `/revue/${source}/acte`, GOAL_MS],
    ['decision', `/revue/${source}`, undefined],
    ['my corrections', '/profil/corrections', undefined],
  ] as const) {
    const times = await timed(async () => {
      const res = await app.request(path, { headers: { cookie, 'accept-encoding': 'gzip' } })
      await res.arrayBuffer()
      if (res.status !== 200) throw new Error(`${path} answered ${res.status}`)
    })
    const over = goal !== undefined && times.p95 > goal
    if (over) process.exitCode = 1
    const figures = `p50 ${times.median.toFixed(1)} ms, p95 ${times.p95.toFixed(1)} ms, processor ${times.cpu.toFixed(1)} ms`
    say(`  ${what.padEnd(16)} ${figures}${goal === undefined ? '' : ` (goal ${goal} ms)`}${over ? '  TOO SLOW' : ''}`)
  }
  await db.destroy()
}

await onEngines(asked.engine, folder, measure)
