// A night of alerts: what is new to a thousand kept searches is looked for among millions of records by the site's own processes, while
// others ask for pages on a beat. Goals: two minutes, and the readers' p95 no more than a fifth higher than without.
// Use: npm run bench -- alertes [--engine sqlite|postgres] [--records 5000000] [--searches 1000] [--people 200] [--written 20000]
//   [--validated 40] [--idle 40] [--beat 50] [--processes 1] [--base FILE]: a SQLite database that `bench search --keep` left, copied
//   first. TEST_PG_URL names a server that keeps the records for the next time.
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { dialectOf } from '../src/db/dialect/index.ts'
import { migrateToLatest } from '../src/db/migrate.ts'
import { openDatabase } from '../src/db/open.ts'
import type { Db } from '../src/db/schema.ts'
import { markNow } from '../src/features/alertes/queries/marks.ts'
import { enqueueOnce } from '../src/features/taches/actions.ts'
import { all, pages, pagesFor, type Site, tell } from './support/beat.ts'
import { corpus, SECTIONS } from './support/corpus.ts'
import { NOW } from './support/random.ts'
import { say } from './support/report.ts'
import { keptSearches } from './support/search-classes.ts'
import { served } from './support/served.ts'
import { onStored } from './support/stored.ts'
import { quantile } from './support/timing.ts'

const { values: asked } = parseArgs({
  options: {
    engine: { type: 'string', default: 'sqlite,postgres' },
    records: { type: 'string', default: '5000000' },
    sources: { type: 'string', default: '2000' },
    searches: { type: 'string', default: '1000' },
    people: { type: 'string', default: '200' },
    written: { type: 'string', default: '20000' },
    validated: { type: 'string', default: '40' },
    idle: { type: 'string', default: '40' },
    beat: { type: 'string', default: '50' },
    processes: { type: 'string', default: '' },
    base: { type: 'string' },
  },
})
const RECORDS = Number(asked.records)
const SEARCHES = Number(asked.searches)
const PEOPLE = Number(asked.people)
const IDLE_MS = Number(asked.idle) * 1000
const GOAL = { seconds: 120, times: 1.2 }
const WARM_MS = 8000
const LOOK_MS = 200
/** One person in so many reads all sections as an administrator; the others one of them. */
const ADMINS = 20
const made = corpus(Number(asked.sources))

/** People of one section each, after the two that the corpus has; gives the ids of all. */
async function people(db: Db): Promise<number[]> {
  const names = Array.from({ length: PEOPLE }, (_, n) => `lecteur${n}`)
  const rows = names.map((name, n) => ({
    ...{ name, name_key: name, email: `${name}@exemple.fr`, email_key: `${name}@exemple.fr`, password_hash: '' },
    ...{ role: n % ADMINS === 0 ? ('admin' as const) : ('membre' as const), created_at: NOW, updated_at: NOW },
  }))
  const ids = (await db.insertInto('users').values(rows).returning('id').execute()).map(({ id }) => id)
  const members = ids.map((user_id, n) => ({ section_id: 1 + (n % SECTIONS), user_id, is_manager: false }))
  await db.insertInto('section_membres').values(members).execute()
  return ids
}

/** The searches of all, told last a week ago: so many records were written since, and so many sources validated. */
async function keep(db: Db): Promise<void> {
  const ids = await people(db)
  const now = new Date()
  const mark = await markNow(db, now)
  const told = JSON.stringify({
    releve: { id: mark.releve.id - Number(asked.written), trous: [] },
    transition: mark.transition,
  })
  const marks = { vu_marque: told, vu_at: NOW, dit_marque: told, dit_at: NOW, visite_at: now.toISOString() }
  const rows = keptSearches(made, SEARCHES).map((adresse, n) => ({
    ...{ user_id: ids[n % PEOPLE] ?? 1, titre: `Recherche ${n}`, adresse, frequence: 'jour' as const },
    ...{ ...marks, demande_at: null, arretee_at: null, created_at: NOW },
  }))
  for (let at = 0; at < rows.length; at += 200)
    await db
      .insertInto('recherches_gardees')
      .values(rows.slice(at, at + 200))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  // None of those in which the beat saves: these are each sixth one after the first.
  const sources = Array.from({ length: Number(asked.validated) }, (_, n) => 42 * n + 2 + (n % 5))
  await db
    .updateTable('sources')
    .set({ status: 'validee' })
    .where((eb) => dialectOf(db).sql.inList(eb.ref('id'), sources))
    .execute()
  const moved = { user_id: 1, de: 'a_valider' as const, vers: 'validee' as const, motif: null }
  await db
    .insertInto('source_transitions')
    .values(sources.map((source_id) => ({ ...moved, source_id, created_at: now.toISOString() })))
    .execute()
}

const left = async (db: Db): Promise<number> =>
  (await db.selectFrom('taches').select('id').where('kind', '=', 'alertes').where('etat', '!=', 'faite').execute())
    .length

/** The readers alone, then beside the night's work. */
async function night(site: Site): Promise<void> {
  const { db } = site
  await keep(db)
  // The records were analysed when they were stored; a site breaks off a statement of ten seconds.
  for (const table of ['sources', 'source_transitions', 'recherches_gardees', 'users'])
    await sql`analyze ${sql.table(table)}`.execute(db)
  await pagesFor(site, WARM_MS)
  const idle = await pagesFor(site, IDLE_MS)
  tell('nothing else', idle)
  const begun = performance.now()
  await db.transaction().execute((trx) => enqueueOnce(trx, { kind: 'alertes', payload: {} }, new Date()))
  let isOver = false
  const meanwhile = pages(site, () => isOver)
  while ((await left(db)) > 0) await setTimeout(LOOK_MS)
  const seconds = (performance.now() - begun) / 1000
  isOver = true
  const busy = await meanwhile
  tell('while alerts are looked for', busy)
  const times = quantile(all(busy), 0.95) / quantile(all(idle), 0.95)
  const notices = await db.selectFrom('notifications').select('id').execute()
  const kept = await db.selectFrom('recherches_gardees').select('id').execute()
  const isGood = seconds <= GOAL.seconds && times <= GOAL.times
  say(`  ${kept.length} searches in ${seconds.toFixed(1)} s (goal ${GOAL.seconds}), ${notices.length} people told;`)
  say(`  p95 ${times.toFixed(2)} times the idle one (goal ${GOAL.times})${isGood ? '' : '  TOO MUCH'}`)
  if (!isGood) process.exitCode = 1
}

async function measure(label: string, storage: string, url: string): Promise<void> {
  say(`${label}, ${RECORDS} records, ${asked.written} written and ${asked.validated} sources validated since`)
  const db = openDatabase(url)
  await migrateToLatest(db)
  await db.destroy()
  await served(storage, url, { made, records: RECORDS, beatMs: Number(asked.beat), processes: asked.processes }, night)
}

const settings = ['autovacuum=on', 'fsync=on', 'synchronous_commit=on', 'shared_buffers=2GB', 'max_wal_size=8GB']
await onStored({ made, records: RECORDS, engine: asked.engine, base: asked.base, settings }, measure)
