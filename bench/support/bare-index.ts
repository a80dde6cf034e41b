// The search index is a part of what an import costs: here it stands beside the index of search.md, the full-text rows by the driver.

// biome-ignore lint/style/noRestrictedImports: the floor is the driver alone
import pg from 'pg'
import { engineOf } from '../../db/migrations/engines/index.ts'
import type { Champ } from '../../src/champs/kind.ts'
import { earlier } from '../../src/db/dialect/index.ts'
import { sqliteConnection } from '../../src/db/dialect/sqlite/driver.ts'
import type { Db, ReleveData, ReleveEtats } from '../../src/db/schema.ts'
import { APPLIED_AT_ONCE } from '../../src/features/imports/actions/apply.ts'
import { words } from '../../src/lib/text.ts'
import { searchEntry, searchKey } from '../../src/search/entry.ts'
import { addToIndex, settleIndex } from '../../src/search/index-writer.ts'
import { KnownWords } from '../../src/search/known-words.ts'
import { type Spent, spent } from './timing.ts'

interface Releve {
  id: number
  source_id: number
  data: ReleveData
  etats: ReleveEtats
}

/** Writes the index of a batch in a transaction of its own. */
type Writer = (releves: readonly Releve[]) => Promise<void> | void

/** The row of a record as search.md has it: names, all its words, and beside them source, decade and the words of the name. */
function bareRow(releve: Releve) {
  const { nom, prenom, ...others } = releve.data
  const { jour, decennie } = searchKey(releve)
  const [noms, prenoms] = [words(String(nom ?? '')), words(String(prenom ?? ''))]
  const filter = [`s${releve.source_id}`, `d${decennie}`, ...noms.map((w) => `zn${w}`), ...prenoms.map((w) => `zp${w}`)]
  const texte = words(Object.values(others).map(textOf).join(' '))
  return { releve_id: releve.id, source_id: releve.source_id, jour, noms, prenoms, texte, filter }
}

/** A place counts by its name, a date by what was typed. */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '')
  return String(Object.values(value).find((one) => typeof one === 'string') ?? '')
}

function sqliteWriter(file: string): { write: Writer; close: () => void } {
  const connection = sqliteConnection(file)
  const insert = connection.prepare('insert into releves_fts (rowid, nom, prenom, texte, f) values (?,?,?,?,?)')
  const write = (releves: readonly Releve[]) => {
    connection.prepare('begin').run([])
    for (const row of releves.map(bareRow).sort(earlier)) {
      const columns = [row.noms, row.prenoms, row.texte, row.filter].map((list) => list.join(' '))
      insert.run([row.jour * 2 ** 28 + row.releve_id, ...columns])
    }
    connection.prepare('commit').run([])
  }
  return { write, close: () => connection.close() }
}

const PG_ROWS = `insert into releve_recherche (jour, releve_id, source_id, tsv)
  select jour, id, source_id, tsv::tsvector from unnest($1::int[], $2::bigint[], $3::int[], $4::text[]) r (jour, id, source_id, tsv)`

async function postgresWriter(url: string): Promise<{ write: Writer; close: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const write = async (releves: readonly Releve[]) => {
    const rows = releves.map(bareRow).sort(earlier)
    const tsv = rows.map(({ noms, prenoms, texte, source_id }) => {
      const [first, then] = [noms.length + 1, noms.length + prenoms.length + 1]
      const parts = [`'~s${source_id}'`, ...noms.map((w, i) => `${w}:${i + 1}A`)]
      return [
        ...parts,
        ...prenoms.map((w, i) => `${w}:${first + i}B`),
        ...texte.map((w, i) => `${w}:${then + i}`),
      ].join(' ')
    })
    const columns = [
      rows.map((row) => row.jour),
      rows.map((row) => row.releve_id),
      rows.map((row) => row.source_id),
      tsv,
    ]
    await client.query('begin')
    await client.query({ name: 'index', text: PG_ROWS, values: columns })
    await client.query('commit')
  }
  return { write, close: () => client.end() }
}

async function emptyIndex(db: Db): Promise<void> {
  await engineOf(db).remakeSearchIndex(db)
  for (const table of ['mots', 'noms_cles', 'source_decennies', 'decennies'] as const)
    await db.deleteFrom(table).execute()
}

/** The index of all records written again by `write`, in the batches of an import; reading them does not count. */
async function rewritten(db: Db, write: Writer, end: () => Promise<void>): Promise<Spent> {
  await emptyIndex(db)
  const total = { ms: 0, cpu: 0 }
  const count = async (work: () => Promise<void> | void) => {
    const { ms, cpu } = await spent(work)
    total.ms += ms
    total.cpu += cpu
  }
  for (let after = 0; ; ) {
    const releves = await db
      .selectFrom('releves')
      .select(['id', 'source_id', 'data', 'etats'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(APPLIED_AT_ONCE)
      .execute()
    after = releves.at(-1)?.id ?? 0
    if (after === 0) break
    await count(() => write(releves))
  }
  await count(end)
  return total
}

/** Times the index that this import has just written and what the bare one would have cost; the better of two times each. */
export async function indexCosts(db: Db, url: string, champs: readonly Champ[]): Promise<{ ours: Spent; bare: Spent }> {
  const rows = await db
    .selectFrom('releves')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const bareWriter = url.startsWith('sqlite:') ? sqliteWriter(url.slice('sqlite:'.length)) : await postgresWriter(url)
  const ours = () => {
    const known = new KnownWords()
    const write = (releves: readonly Releve[]) => {
      const entries = () => releves.map((releve) => searchEntry(champs, { ...releve, lectures: null }))
      return db.transaction().execute((trx) => addToIndex(trx, entries(), known))
    }
    return rewritten(db, write, () => settleIndex(db, rows.n, known))
  }
  const bare = () => rewritten(db, bareWriter.write, async () => {})
  const rounds = [await bare(), await ours(), await bare(), await ours()]
  await bareWriter.close()
  const better = (one?: Spent, other?: Spent) => (one && other && one.ms > other.ms ? other : one)
  return { bare: better(rounds[0], rounds[2]) as Spent, ours: better(rounds[1], rounds[3]) as Spent }
}
