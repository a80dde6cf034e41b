import { sql } from 'kysely'
import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/** `decennies` has so many rows a decade, by the source of a record: see `countDecades` of the index writer. */
const PARTS = 16

/** Decade 0 is that of records without a date alone: those of the years 1 to 9, mistyped most likely, go to the next one. */
async function moveFirstYears(db: AnyDb): Promise<void> {
  const { rows } = await sql<{ source_id: number; n: number }>`select source_id, count(*) as n from releves
    where date_evenement >= '0001' and date_evenement < '0010' group by source_id`.execute(db)
  for (const { source_id, n } of rows) {
    await sql`update source_decennies set n = n - ${Number(n)} where source_id = ${source_id} and decennie = 0`.execute(
      db,
    )
    await sql`insert into source_decennies (source_id, decennie, n) values (${source_id}, 1, ${Number(n)})
      on conflict (source_id, decennie) do update set n = source_decennies.n + excluded.n`.execute(db)
  }
}

/** Records of each decade, whatever their source. */
async function createDecades(db: AnyDb): Promise<void> {
  await moveFirstYears(db)
  await db.schema
    .createTable('decennies')
    .addColumn('decennie', 'integer', (c) => c.notNull())
    .addColumn('part', 'integer', (c) => c.notNull())
    .addColumn('n', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('decennies_pk', ['decennie', 'part'])
    .execute()
  const part = sql`source_id % ${sql.lit(PARTS)}`
  await sql`insert into decennies (decennie, part, n) select decennie, ${part}, sum(n) from source_decennies
    group by decennie, ${part}`.execute(db)
}

/** Is the index of before not whole itself, because its own task is still filling it? */
async function isBeingFilled(db: AnyDb): Promise<boolean> {
  const tasks = db.selectFrom('taches').select('id').where('kind', '=', 'recherche_index').where('etat', '<>', 'faite')
  return (await tasks.limit(1).executeTakeFirst()) !== undefined
}

/** Begins anew the filling that was under way: nothing is gained by an index that misses records. */
async function fillAnew(db: AnyDb): Promise<void> {
  await engineOf(db).remakeSearchIndex(db)
  for (const table of ['mots', 'noms_cles', 'source_decennies', 'decennies']) await db.deleteFrom(table).execute()
  await db
    .updateTable('taches')
    .set({ payload: '{}', etat: 'attente', bail: null, progres: null, essais: 0 })
    .where('kind', '=', 'recherche_index')
    .where('etat', '<>', 'faite')
    .execute()
}

/** Tables of more records are not written anew while people wait. */
const FEW = 100_000

/**
 * Ids of 64 bits for sites that are new or small. A larger one keeps those that it has, which are enough for two thousand million
 * records ever entered; « releve db:transfer » to a new database brings it those of today.
 */
async function widenIds(db: AnyDb): Promise<void> {
  const beyond = await db.selectFrom('releves').select('id').orderBy('id').offset(FEW).limit(1).executeTakeFirst()
  if (!beyond) await engineOf(db).widenRecordIds(db)
}

/**
 * The index says which of several persons bears a name, and counts its days from the year 1: records before 1500 come in their
 * order. The index of before serves until a task has filled the new one beside it and put it in its place; the word `§zancien`
 * in the dictionary says so as long.
 */
export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await createDecades(db)
  await widenIds(db)
  const releve = await db.selectFrom('releves').select('id').limit(1).executeTakeFirst()
  if (!releve) return d.remakeSearchIndex(db)
  if (await isBeingFilled(db)) return fillAnew(db)
  await d.createNextSearchIndex(db)
  await db.insertInto('mots').values({ terme: '§zancien', n: 1 }).execute()
  const now = new Date().toISOString()
  const task = { kind: 'recherche_personnes', payload: '{}', pas_avant: now, created_at: now }
  await db.insertInto('taches').values(task).execute()
}
