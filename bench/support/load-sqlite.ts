// The records of the corpus in an empty SQLite database, as fast as it takes them: rows, then their indexes, then the search
// index in the order of its keys.
import { sqliteConnection } from '../../src/db/dialect/sqlite/driver.ts'
import { searchKey } from '../../src/search/entry.ts'
import type { Corpus } from './corpus.ts'
import { type Index, progress } from './load.ts'
import { NOW } from './random.ts'

type Connection = ReturnType<typeof sqliteConnection>

const BATCH = 20_000
const SHIFT = 2 ** 28

function exec(connection: Connection, text: string): void {
  const statement = connection.prepare(text)
  if (statement.reader) statement.all([])
  else statement.run([])
}

/** Runs `one` for each number up to `total`, in transactions of some thousands. */
function inBatches(
  connection: Connection,
  total: number,
  tell: (done: number) => void,
  one: (n: number) => void,
): void {
  for (let from = 0; from < total; from += BATCH) {
    exec(connection, 'begin')
    const to = Math.min(total, from + BATCH)
    for (let n = from; n < to; n += 1) one(n)
    exec(connection, 'commit')
    tell(to)
  }
}

/** The rows; answers their search keys, sorted. */
function fillRows(connection: Connection, made: Corpus, total: number, say: (text: string) => void): Float64Array {
  const insert = connection.prepare(
    `insert into releves (id, source_id, data, created_by, updated_by, created_at, updated_at)
      values (?,?,?,1,1,'${NOW}','${NOW}')`,
  )
  const keys = new Float64Array(total)
  inBatches(connection, total, progress('rows', total, say), (n) => {
    const releve = made.record(n + 1)
    insert.run([releve.id, releve.source_id, JSON.stringify(releve.data)])
    keys[n] = searchKey(releve).jour * SHIFT + releve.id
  })
  return keys.sort()
}

function fillIndex(connection: Connection, index: Index, keys: Float64Array, say: (text: string) => void): void {
  const config = (name: string, value: number) =>
    exec(connection, `insert into releves_fts (releves_fts, rank) values ('${name}', ${value})`)
  config('hashsize', 64 * 1024 * 1024)
  const insert = connection.prepare('insert into releves_fts (rowid, nom, prenom, texte, f) values (?,?,?,?,?)')
  inBatches(connection, keys.length, progress('search index', keys.length, say), (n) => {
    const key = keys[n] as number
    const entry = index.entry(key % SHIFT)
    const marks = [`§s${entry.source_id}`, ...(entry.within ?? []), ...entry.marks]
    insert.run([key, ...[entry.nom, entry.prenom, entry.texte, marks].map((list) => list.join(' '))])
  })
  config('hashsize', 1024 * 1024)
  // As an import or a night leaves it: one segment.
  exec(connection, "insert into releves_fts (releves_fts) values ('optimize')")
}

export function fillSqlite(
  file: string,
  made: Corpus,
  { index, total, say }: { index: Index; total: number; say: (text: string) => void },
): void {
  const connection = sqliteConnection(file)
  exec(connection, 'pragma synchronous = off')
  const indexes = connection
    .prepare("select name, sql from sqlite_master where type = 'index' and tbl_name = 'releves' and sql is not null")
    .all([]) as { name: string; sql: string }[]
  for (const { name } of indexes) exec(connection, `drop index ${name}`)
  const keys = fillRows(connection, made, total, say)
  for (const { name, sql } of indexes) {
    exec(connection, sql)
    say(`  index ${name}`)
  }
  fillIndex(connection, index, keys, say)
  exec(connection, 'pragma wal_checkpoint(truncate)')
  connection.close()
}
