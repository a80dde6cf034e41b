// What a transcriber waits for on the server: the save of a record, the form that comes after it, and the values offered at each
// letter, with a million records stored, on both engines.
// Use: npm run bench -- saisie [--records 1000000] [--sources 1000] [--engine sqlite|postgres]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
import { createApp } from '../src/app.tsx'
import { readConfig } from '../src/config.ts'
import { dialectOf } from '../src/db/dialect/index.ts'
import { migrateToLatest } from '../src/db/migrate.ts'
import type { Db } from '../src/db/schema.ts'
import { buildDeps } from '../src/deps.ts'
import { createSession } from '../src/features/auth/sessions.ts'
import { createTypeFromModel, modelByKey } from '../src/features/types-sources/models.ts'
import { keyedDigest, randomToken } from '../src/lib/crypto.ts'
import { silentLog } from '../src/lib/log.ts'
import { sortKey } from '../src/lib/text.ts'
import { databaseUrl, runSql, startPostgres } from '../test/support/postgres.ts'

const { values: asked } = parseArgs({
  options: {
    sources: { type: 'string', default: '1000' },
    records: { type: 'string', default: '1000000' },
    engine: { type: 'string', default: 'sqlite,postgres' },
  },
})
const NB_SOURCES = Number(asked.sources)
const NB_RELEVES = Number(asked.records)
const SECTIONS = 10
const LIEUX = Math.max(1, Math.floor(NB_SOURCES / 5))
const NAMES = 4000
/** Different values that one source holds in one field. */
const PER_SOURCE = 300
const BATCH = 25_000
const SAVES = 300
const ASKED = 400
const WARM = 20
const GOALS = { save: 15, completion: 10 }
const SECRET = 'banc'
const NOW = '2026-01-01T00:00:00.000Z'
const say = (text: string) => process.stdout.write(`${text}\n`)
const folder = mkdtempSync(join(tmpdir(), 'releves-bench-'))

const START = 'Le Du Ma Ro Bré Her Jo Pe Gui Tré Ker Mo Bo La Cou Fou Gau Hu Ni Lan'.split(' ')
const MIDDLE = 'ri lo ne be vé ma che gu tte lla na bi ra sso'.split(' ')
const END = 'n t c l u ais ou el on eau ard ier in et oux'.split(' ')
const pick = (list: readonly string[], n: number): string => list[n % list.length] as string

/** Names that begin in few ways, as names do: one prefix finds many. */
const names = Array.from({ length: NAMES }, (_, n) => {
  const nom = `${pick(START, n)}${pick(MIDDLE, Math.floor(n / 20))}${pick(END, Math.floor(n / 280))}`
  return { i: n, nom, cle: sortKey(nom) }
})

const upTo = (n: number) => sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(n)})`

const insert = (db: Db, table: string, columns: string, n: number, row: RawBuilder<unknown>) =>
  sql`${upTo(n)} insert into ${sql.table(table)} (${sql.raw(columns)}) select ${row} from n`.execute(db)

async function fillAround(db: Db): Promise<void> {
  await sql`create table noms (i integer primary key, nom text not null, cle text not null)`.execute(db)
  for (const { i, nom, cle } of names) await sql`insert into noms values (${i}, ${nom}, ${cle})`.execute(db)
  const users = 'name, name_key, email, email_key, password_hash, role, created_at, updated_at'
  const role = sql`case i when 1 then 'admin' else 'membre' end`
  await insert(db, 'users', users, 20, sql`'u' || i, 'u' || i, 'u' || i, 'u' || i, '', ${role}, ${NOW}, ${NOW}`)
  await insert(db, 'sections', 'nom, nom_key', SECTIONS, sql`'Section ' || i, 'section ' || i`)
  const member = sql`1 + i % ${sql.lit(SECTIONS)}, 1 + i, ${dialectOf(db).booleanLiteral(false)}`
  await insert(db, 'section_membres', 'section_id, user_id, is_manager', 19, member)
  const lieux = 'nom, nom_tri, nom_long, chemin, recherche, created_at, updated_at'
  const lieu = sql`'Lieu ' || i, 'lieu ' || i, 'Lieu ' || i, '/' || i || '/', ' lieu ' || i || ' ', ${NOW}, ${NOW}`
  await insert(db, 'lieux', lieux, LIEUX, lieu)
  const model = modelByKey('baptemes')
  if (!model) throw new Error('no model of baptisms')
  const type = await createTypeFromModel(db, model)
  const sources =
    'titre, titre_tri, type_source_id, lieu_id, section_id, annee_debut, annee_fin, status, nb_releves, created_at, updated_at'
  const per = Math.floor(NB_RELEVES / NB_SOURCES)
  const source = sql`'Source ' || i, 'source ' || i, ${sql.lit(type)}, 1 + i % ${sql.lit(LIEUX)},
    1 + i % ${sql.lit(SECTIONS)}, 1600, 1800, 'en_cours', ${sql.lit(per)}, ${NOW}, ${NOW}`
  await insert(db, 'sources', sources, NB_SOURCES, source)
}

/** Records `from` to `from + n`, their search entries beside them. */
async function fillReleves(db: Db, from: number, n: number): Promise<void> {
  const named = (factor: number) => sql`(k * ${sql.lit(factor)} % ${sql.lit(NAMES)})`
  const rows = sql`${upTo(n)}, d as (select i + ${sql.lit(from)} as k,
      (1600 + i % 200) || '-0' || (1 + i % 9) || '-1' || (i % 10) as jour from n)`
  const json = sql`'{"nom":"' || a.nom || '","prenom":"' || b.nom || '","nom_pere":"' || a.nom || '","prenom_pere":"' || c.nom
    || '","nom_mere":"' || b.nom || '","date_evenement":{"valeur":"' || jour || '","calendrier":"gregorien","iso":"' || jour || '"}}'`
  await sql`${rows} insert into releves (source_id, data, created_by, created_at, updated_at)
    select 1 + k % ${sql.lit(NB_SOURCES)}, cast(cast(${json} as text) as ${dialectOf(db).json}), 2, ${NOW}, ${NOW}
    from d join noms a on a.i = ${named(7)} join noms b on b.i = ${named(13)} join noms c on c.i = ${named(29)}`.execute(
    db,
  )
}

/** The search entries of these records, made where they are stored: one by one they would take longer than all the rest. */
const SEARCH: Record<string, RawBuilder<unknown>> = {
  SQLite: sql`insert into releves_fts (rowid, nom, prenom, texte, f)
    select cast(1 + julianday(r.date_evenement) - julianday('1500-01-01') as integer) * 268435456 + r.id, a.cle, b.cle, c.cle,
      '§s' || r.source_id || ' §na' || replace(a.cle, ' ', ' §na') || ' §pa' || replace(b.cle, ' ', ' §pa') from`,
  PostgreSQL: sql`insert into releve_recherche (jour, releve_id, source_id, tsv)
    select 1 + (cast(r.date_evenement as date) - date '1500-01-01'), r.id, r.source_id,
      array_to_tsvector(array['§s' || r.source_id, '§na' || a.cle, '§pa' || b.cle, a.cle, b.cle, c.cle]) from`,
}

async function fillSearch(db: Db, from: number, n: number): Promise<void> {
  const named = (factor: number) => sql`(r.id * ${sql.lit(factor)} % ${sql.lit(NAMES)})`
  const [first, last] = [sql.lit(from), sql.lit(from + n)]
  await sql`${SEARCH[dialectOf(db).label]} releves r join noms a on a.i = ${named(7)} join noms b on b.i = ${named(13)}
    join noms c on c.i = ${named(29)} where r.id > ${first} and r.id <= ${last} order by 1, 2`.execute(db)
}

/** For each field of text and each source, PER_SOURCE of the names, some of them in many records. */
async function fillValues(db: Db): Promise<void> {
  const champs = await db
    .selectFrom('champs')
    .select('id')
    .where('type', '=', 'text')
    .where('completion', '=', true)
    .execute()
  for (const { id } of champs) {
    for (let from = 0; from < NB_SOURCES; from += 100) {
      await sql`${upTo(PER_SOURCE)} insert into valeurs_sources (champ_id, source_id, cle, valeur, n)
        select ${sql.lit(id)}, s.id, noms.cle, noms.nom, 1 + (s.id * n.i) % 9 from n
        cross join sources s join noms on noms.i = (s.id * 31 + n.i * 13) % ${sql.lit(NAMES)}
        where s.id > ${sql.lit(from)} and s.id <= ${sql.lit(from + 100)}
        on conflict do nothing`.execute(db)
    }
    // Field by field: PostgreSQL breaks a statement off after ten seconds.
    await sql`insert into valeurs (champ_id, cle, valeur, n) select champ_id, cle, valeur, count(*) from valeurs_sources
      where champ_id = ${sql.lit(id)} group by champ_id, cle, valeur`.execute(db)
  }
}

async function fill(db: Db): Promise<void> {
  const before = performance.now()
  await fillAround(db)
  for (let from = 0; from < NB_RELEVES; from += BATCH) {
    await fillReleves(db, from, Math.min(BATCH, NB_RELEVES - from))
    await fillSearch(db, from, BATCH)
  }
  await fillValues(db)
  await sql`analyze`.execute(db)
  const { n } = await db
    .selectFrom('valeurs_sources')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  say(`  ${NB_RELEVES} records and ${n} values in ${((performance.now() - before) / 1000).toFixed(0)} s`)
}

const share = (times: number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? 0

function report(label: string, times: number[], goal?: number): void {
  const p95 = share(times, 0.95)
  const verdict = goal === undefined ? '' : p95 <= goal ? `  within ${goal} ms` : `  OVER ${goal} ms`
  if (goal !== undefined && p95 > goal) process.exitCode = 1
  say(`  ${label.padEnd(34)} median ${share(times, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms${verdict}`)
}

type App = ReturnType<typeof createApp>

async function ask(app: App, times: number[], path: string, init: RequestInit, expected: number): Promise<string> {
  const before = performance.now()
  const answer = await app.request(`http://localhost${path}`, init)
  const body = await answer.text()
  times.push(performance.now() - before)
  if (answer.status !== expected) throw new Error(`${path}: ${answer.status} ${body.slice(0, 300)}`)
  return answer.headers.get('location') ?? ''
}

async function measureSaves(app: App, headers: Record<string, string>, session: string): Promise<void> {
  const saves: number[] = []
  const forms: number[] = []
  for (let n = 0; n < SAVES + WARM; n += 1) {
    const name = (factor: number) => names[(n * factor) % NAMES]?.nom ?? ''
    const body = new URLSearchParams({
      _csrf: keyedDigest(SECRET, 'csrf', session),
      _envoi: randomToken(),
      'data[date_evenement][valeur]': `${1 + (n % 28)}/08/1787`,
      'data[nom]': name(37),
      'data[prenom]': `${name(11)} ${n}`,
    })
    for (const [champ, factor] of Object.entries({ nom_pere: 37, prenom_pere: 3, nom_mere: 41, prenom_mere: 43 }))
      body.set(`data[${champ}]`, name(factor))
    // Sources of the section of this member, one after the other.
    const source = 1 + ((n * SECTIONS) % NB_SOURCES)
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const init = { method: 'POST', body: body.toString(), headers: { ...headers, ...type, 'HX-Request': 'true' } }
    const next = await ask(app, saves, `/sources/${source}/releves`, init, 303)
    await ask(app, forms, next, { headers: { ...headers, 'HX-Request': 'true' } }, 200)
  }
  report('save of a record', saves.slice(WARM), GOALS.save)
  report('form of the next one', forms.slice(WARM))
}

/** What any answer costs before it does anything: the session, the rights, one small query. */
async function measureFloor(app: App, headers: Record<string, string>): Promise<void> {
  const times: number[] = []
  for (let n = 0; n < 100 + WARM; n += 1)
    await ask(app, times, '/dates/comprendre?valeur=1787&calendrier=gregorien', { headers }, 200)
  report('any answer at all', times.slice(WARM))
}

async function measureCompletion(app: App, headers: Record<string, string>, who: string): Promise<void> {
  const times: number[] = []
  for (let n = 0; n < ASKED + WARM; n += 1) {
    const word = names[(n * 101) % NAMES]?.nom ?? ''
    const q = encodeURIComponent(n % 7 === 0 ? `${word}zz` : word.slice(0, 1 + (n % 5)))
    const source = 1 + ((n * SECTIONS) % NB_SOURCES)
    const champ = pick(['nom', 'prenom', 'nom_mere'], n)
    await ask(app, times, `/completions?source=${source}&champ=${champ}&q=${q}`, { headers }, 200)
  }
  report(`completion, ${who}`, times.slice(WARM), GOALS.completion)
}

async function measure(label: string, url: string): Promise<void> {
  say(label)
  const deps = { ...buildDeps(readConfig({ STORAGE_DIR: folder }), { url, secret: SECRET }, silentLog), secret: SECRET }
  try {
    await migrateToLatest(deps.db)
    await fill(deps.db)
    const app = createApp(deps)
    for (const [who, userId] of [
      ['a member', 2],
      ['an administrator', 1],
    ] as const) {
      const session = await createSession(deps.db, userId, 'banc')
      const headers = { cookie: `session=${session}` }
      await measureFloor(app, headers)
      await measureCompletion(app, headers, who)
      if (userId !== 1) await measureSaves(app, headers, session)
    }
  } finally {
    await deps.db.destroy()
  }
}

async function main(): Promise<void> {
  try {
    if (asked.engine.includes('sqlite')) await measure('SQLite', `sqlite:${join(folder, 'banc.sqlite')}`)
    if (asked.engine.includes('postgres')) {
      const server = await startPostgres()
      try {
        await runSql(server.url, 'create database banc')
        await measure('PostgreSQL', databaseUrl(server.url, 'banc'))
      } finally {
        await server.stop()
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
