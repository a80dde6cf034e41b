// A site as migration 0061 finds and leaves it where there are records: the index of before serves, the new one is empty beside it.
import { sql } from 'kysely'
import { up } from '../../db/migrations/0061_recherche_personnes.ts'
import { engineOf } from '../../db/migrations/engines/index.ts'
import { dialectOf, earlier } from '../../src/db/dialect/index.ts'
import type { AnyDb, Db } from '../../src/db/schema.ts'
import { fillIndex } from '../../src/features/releves/tasks/reindex.ts'
import { champsByType } from '../../src/features/types-sources/queries.ts'
import type { RecordEntry } from '../../src/search/entry.ts'
import { searchEntry } from '../../src/search/entry.ts'
import { isPostgres } from './db.ts'

/** Gives what the records of a site put in the index, in the order of its keys. */
export async function entriesOf(db: Db): Promise<RecordEntry[]> {
  const rows = await db
    .selectFrom('releves')
    .innerJoin('sources', 'sources.id', 'releves.source_id')
    .select([
      'releves.id',
      'releves.source_id',
      'releves.data',
      'releves.etats',
      'releves.lectures',
      'sources.type_source_id as type',
    ])
    .execute()
  const champsOf = await champsByType(
    db,
    rows.map(({ type }) => type),
  )
  return rows.map(({ type, ...row }) => searchEntry(champsOf(type), row)).sort(earlier)
}

/** Takes the site back to the index of before, and brings it to 0061 again. */
export async function toFormerIndex(db: Db, entries?: readonly RecordEntry[]): Promise<void> {
  const all = entries ?? (await entriesOf(db))
  await engineOf(db).clearSearchIndex(db)
  await db.schema.dropTable('decennies').execute()
  // Persons were not known.
  await db.deleteFrom('mots').where('terme', '>=', '§z').where('terme', '<', '§{').execute()
  await up(db as unknown as AnyDb)
  // The clock of a test is not the one on the wall.
  await db.updateTable('taches').set({ pas_avant: '2026-01-01T00:00:00.000Z' }).execute()
  // Both are written; the new one is as the migration left it.
  await db.transaction().execute((trx) => dialectOf(trx).search.index(trx, all))
  if (isPostgres) await sql`truncate releve_recherche_neuf`.execute(db)
  else await sql`insert into releves_fts_neuf (releves_fts_neuf) values ('delete-all')`.execute(db)
}

/** All that the index in service holds, to be compared. */
async function contentOf(db: Db): Promise<string[]> {
  if (isPostgres) {
    const { rows } = await sql<{ line: string }>`select concat_ws(' ', jour, releve_id, source_id, tsv::text) as line
      from releve_recherche order by jour, releve_id`.execute(db)
    return rows.map(({ line }) => line)
  }
  await sql`create virtual table temp.contenu using fts5vocab('main', 'releves_fts', 'instance')`.execute(db)
  const { rows } = await sql<{ line: string }>`select doc || ' ' || col || ' ' || "offset" || ' ' || term as line
    from temp.contenu order by 1`.execute(db)
  await sql`drop table temp.contenu`.execute(db)
  return rows.map(({ line }) => line)
}

/** Lines that the index holds and would not if it were made now, or the other way round. */
export async function differences(db: Db): Promise<string[]> {
  const now = new Set(await contentOf(db))
  await engineOf(db).remakeSearchIndex(db)
  for (const table of ['mots', 'noms_cles', 'source_decennies', 'decennies'] as const)
    await db.deleteFrom(table).execute()
  await fillIndex(db, () => {})
  const afresh = new Set(await contentOf(db))
  return [...[...now].filter((line) => !afresh.has(line)), ...[...afresh].filter((line) => !now.has(line))]
}
