// How large the search index is, and how much of that each kind of word is: the words alone, with the roles that an index had before
// persons, then with what took their place. Each is an index of its own over the same records.
// Use: npm run bench -- index [--records 100000] [--engine sqlite|postgres]
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { SearchEntry } from '../src/db/dialect/index.ts'
import { tsvector } from '../src/db/dialect/postgres/search-tables.ts'
import { sqliteConnection } from '../src/db/dialect/sqlite/driver.ts'
import type { Db } from '../src/db/schema.ts'
import { type RecordEntry, searchEntry } from '../src/search/entry.ts'
import { corpus } from './support/corpus.ts'
import { onEngines, openSite } from './support/engines.ts'
import { fillAround } from './support/load.ts'
import { benchFolder, say } from './support/report.ts'

const { values: asked } = parseArgs({
  options: { records: { type: 'string', default: '100000' }, engine: { type: 'string', default: 'sqlite,postgres' } },
})
const RECORDS = Number(asked.records)
const BATCH = 1000
const made = corpus(Math.max(20, Math.round(RECORDS / 2500)))

/** First letters of marks: names and other traits of persons, fields, pairs, couples with their relations. */
const OF: Record<string, RegExp> = {
  persons: /^§[npol]/,
  pairs: /^§q/,
  couples: /^§[crm]/,
  'ages, professions and places of persons': /^§[kgbdiy]/,
}

type Marks = (entry: RecordEntry) => string[]

/** Each index holds the marks of the one before and its own. */
const INDEXES: [label: string, marks: Marks][] = [
  ['words alone', () => []],
  ['with roles, as before', ({ roles }) => roles()],
  ...Object.keys(OF).map((label, at, labels): [string, Marks] => {
    const kinds = labels.slice(0, at + 1).flatMap((name) => OF[name] ?? [])
    return [`with ${label}`, ({ marks }) => marks.filter((mark) => kinds.some((kind) => kind.test(mark)))]
  }),
  ['with sections and places of sources', ({ marks, within = [] }) => [...marks, ...within]],
]

function* batches(entryOf: (id: number) => RecordEntry): Generator<RecordEntry[]> {
  for (let from = 1; from <= RECORDS; from += BATCH)
    yield Array.from({ length: Math.min(BATCH, RECORDS + 1 - from) }, (_, n) => entryOf(from + n))
}

function onSqlite(file: string, entryOf: (id: number) => RecordEntry, marks: Marks): number {
  rmSync(file, { force: true })
  const connection = sqliteConnection(file)
  connection
    .prepare(
      "create virtual table taille using fts5(nom, prenom, texte, f, content='', contentless_delete=1, tokenize='ascii')",
    )
    .run([])
  const insert = connection.prepare('insert into taille (rowid, nom, prenom, texte, f) values (?,?,?,?,?)')
  for (const batch of batches(entryOf)) {
    connection.prepare('begin').run([])
    for (const entry of batch) {
      const words = [entry.nom, entry.prenom, entry.texte, [`§s${entry.source_id}`, ...marks(entry)]]
      insert.run([entry.releve_id, ...words.map((list) => list.join(' '))])
    }
    connection.prepare('commit').run([])
  }
  connection.prepare("insert into taille (taille) values ('optimize')").run([])
  connection.prepare('vacuum').run([])
  connection.prepare('pragma wal_checkpoint(truncate)').run([])
  connection.close()
  return statSync(file).size
}

async function onPostgres(db: Db, entryOf: (id: number) => RecordEntry, marks: Marks): Promise<number> {
  await sql`drop table if exists taille`.execute(db)
  await sql`create table taille (jour int not null, releve_id bigint not null, source_id int not null, tsv tsvector not null,
    primary key (jour, releve_id))`.execute(db)
  for (const batch of batches(entryOf)) {
    const texts = batch.map((entry) => tsvector({ ...entry, marks: marks(entry), within: [] } satisfies SearchEntry))
    await sql`insert into taille select 1, id, 1, tsv::tsvector
      from unnest(${batch.map((entry) => entry.releve_id)}::bigint[], ${texts}::text[]) e (id, tsv)`.execute(db)
  }
  await db.transaction().execute(async (trx) => {
    // A site breaks off statements that take long; this one may.
    await sql`set local statement_timeout = 0`.execute(trx)
    await sql`create index on taille using gin (tsv)`.execute(trx)
  })
  const { rows } = await sql<{ n: number }>`select pg_total_relation_size('taille')::float8 as n`.execute(db)
  return rows[0]?.n ?? 0
}

await onEngines(asked.engine, benchFolder(undefined), async (label, url) => {
  const folder = benchFolder(undefined)
  const { db } = await openSite(folder, url)
  const around = await fillAround(db, made)
  const entryOf = (id: number): RecordEntry => {
    const record = made.record(id)
    const { champs, within } = around(record.source_id)
    return { ...searchEntry(champs, { ...record, lectures: null }), within }
  }
  say(`${label}, ${RECORDS} records: bytes a record, and beside the index before persons`)
  const sizes = new Map<string, number>()
  for (const [name, marks] of INDEXES) {
    const size =
      label === 'SQLite'
        ? onSqlite(join(folder, 'taille.sqlite'), entryOf, marks)
        : await onPostgres(db, entryOf, marks)
    sizes.set(name, size)
    const before = sizes.get('with roles, as before')
    const ratio = before === undefined ? '' : `${(100 * (size / before - 1)).toFixed(1)} %`
    say(`  ${name.padEnd(52)} ${(size / RECORDS).toFixed(0).padStart(6)} ${ratio.padStart(9)}`)
  }
  await db.destroy()
  rmSync(folder, { recursive: true, force: true })
})
