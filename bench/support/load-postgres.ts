// The records of the corpus in an empty PostgreSQL database: COPY into tables without indexes, then the indexes.
// biome-ignore lint/style/noRestrictedImports: the loader speaks the driver's own protocol
import pg from 'pg'
import { tsvector } from '../../src/db/dialect/postgres/search-tables.ts'
import { copyInto, copyText } from './copy.ts'
import type { Corpus } from './corpus.ts'
import { type Index, progress } from './load.ts'
import { NOW } from './random.ts'

interface Load {
  index: Index
  total: number
  say: (text: string) => void
}

function* rows(made: Corpus, { total, say }: Load): Generator<string> {
  const tell = progress('rows', total, say)
  for (let id = 1; id <= total; id += 1) {
    const { source_id, data } = made.record(id)
    yield `${id}\t${source_id}\t${copyText(JSON.stringify(data))}\t1\t1\t${NOW}\t${NOW}\n`
    if (id % 10_000 === 0 || id === total) tell(id)
  }
}

function* entries({ index, total, say }: Load): Generator<string> {
  const tell = progress('search table', total, say)
  for (let id = 1; id <= total; id += 1) {
    const entry = index.entry(id)
    yield `${entry.jour}\t${id}\t${entry.source_id}\t${copyText(tsvector(entry))}\n`
    if (id % 10_000 === 0 || id === total) tell(id)
  }
}

/** Drops the indexes of a table that are no constraint of it; answers the statements that make them again. */
async function withoutIndexes(client: pg.Client, table: string): Promise<string[]> {
  const { rows: found } = await client.query<{ name: string; def: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as def from pg_index i
      where i.indrelid = '${table}'::regclass and not i.indisprimary`,
  )
  for (const { name } of found) await client.query(`drop index ${name}`)
  // « only »: the index of the parent alone, which would leave its partitions without.
  return found.map(({ def }) => def.replace(' ON ONLY ', ' ON '))
}

export async function fillPostgres(url: string, made: Corpus, load: Load): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("set maintenance_work_mem = '1GB'")
  await client.query('set synchronous_commit = off')
  const again = [...(await withoutIndexes(client, 'releves')), ...(await withoutIndexes(client, 'releve_recherche'))]
  await client.query('alter table releve_recherche drop constraint releve_recherche_pkey')
  again.push('alter table releve_recherche add primary key (jour, releve_id)')
  const columns = 'id, source_id, data, created_by, updated_by, created_at, updated_at'
  await copyInto(client, `copy releves (${columns}) from stdin`, rows(made, load))
  await copyInto(client, 'copy releve_recherche (jour, releve_id, source_id, tsv) from stdin', entries(load))
  for (const statement of again) {
    await client.query(statement)
    load.say(`  ${statement.slice(0, 70)}`)
  }
  await client.query("select setval(pg_get_serial_sequence('releves', 'id'), $1)", [load.total])
  await client.end()
}
