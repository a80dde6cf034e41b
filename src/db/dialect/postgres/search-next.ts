import { sql } from 'kysely'
import type { Db } from '../../schema.ts'
import type { NextIndex, SearchEntry } from '../search.ts'
import { FORMER_SERVES, formerServes, TODAYS } from '../search-former.ts'
import { COLUMNS, clean, IN_SERVICE, idsIn, NEXT, rowsOf } from './search-tables.ts'

/** Somebody else may have written a record since it was read: the words of whoever came later stay. */
async function index(trx: Db, entries: readonly SearchEntry[]): Promise<void> {
  if (entries.length === 0) return
  await sql`insert into releve_recherche_neuf ${COLUMNS} ${rowsOf(entries, TODAYS)} on conflict do nothing`.execute(trx)
}

/** The planner knows nothing of what was just written, until autovacuum comes by. */
async function settle(db: Db): Promise<void> {
  await clean(db, NEXT)
  const { rows } = await sql<{ name: string }>`select relname as name from pg_inherits
    join pg_class on pg_class.oid = inhrelid where inhparent = ${NEXT}::regclass`.execute(db)
  for (const { name } of rows) await sql`analyze ${sql.table(name)}`.execute(db)
}

/** Its partitions and indexes go by the names of those that they replace: what was between the two is left out of each. */
const TAKE_PLACE = `do $$ declare t record; begin
  drop table ${IN_SERVICE};
  for t in select relname from pg_class where relnamespace = current_schema()::regnamespace
    and relkind in ('r', 'p', 'i', 'I') and relname like '${NEXT.replaceAll('_', '\\_')}%' loop
    execute format('alter table %I rename to %I', t.relname, replace(t.relname, '${NEXT}', '${IN_SERVICE}'));
  end loop;
end $$`

/** Not had in time; given up by `statement_timeout`; we and a reader waited for each other. */
const NOT_HELD = ['55P03', '57014', '40P01']
/**
 * Others behind us wait as long as we do. Shorter than `deadlock_timeout`, a second: a search that holds one decade and wants
 * another that we hold is never the one to be broken off.
 */
const PATIENCE_MS = 900

/** Vacuum and its analysis, which go from the way of nobody who waits less than a second: the filled tables are soon due. */
async function isBeingVacuumed(db: Db): Promise<boolean> {
  const { rows } = await sql<{ busy: boolean }>`select exists (select from pg_locks
    join pg_inherits on inhrelid = relation and inhparent in (${IN_SERVICE}::regclass, to_regclass(${NEXT}))
    where mode = 'ShareUpdateExclusiveLock') as busy`.execute(db)
  return rows[0]?.busy === true
}

/**
 * All tables of both at once, so that nobody sees one without the other; a search under way, a writer and a backup are waited
 * for, but not for long: then all is let go, to be tried again. The files of the old table go once everybody is let in again.
 */
async function takePlace(db: Db): Promise<boolean> {
  if (!(await formerServes(db))) return true
  if (await isBeingVacuumed(db)) return false
  try {
    await db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = ${sql.lit(PATIENCE_MS)}`.execute(trx)
      await sql`lock table ${sql.table(IN_SERVICE)}, ${sql.table(NEXT)} in access exclusive mode`.execute(trx)
      await sql.raw(TAKE_PLACE).execute(trx)
      await trx.deleteFrom('mots').where('terme', '=', FORMER_SERVES).execute()
    })
    return true
  } catch (error) {
    if (NOT_HELD.includes((error as { code?: string }).code ?? '')) return false
    throw error
  }
}

/** The new index is larger than the one of before by 45 % at most. */
const LARGER = 1.5

/**
 * Which disk PostgreSQL writes to is not for us to know: it may be of another machine, and where it is of this one, its folder
 * is told to superusers alone. Only what is needed can be asked.
 */
async function room(db: Db) {
  const { rows } = await sql<{ bytes: number }>`select sum(pg_total_relation_size(inhrelid)) as bytes from pg_inherits
    where inhparent = ${IN_SERVICE}::regclass`.execute(db)
  return { needed: Math.ceil(LARGER * (rows[0]?.bytes ?? 0)), folder: undefined }
}

export const postgresNext: NextIndex = {
  isAwaited: formerServes,
  index,
  indexed: (trx, keys) => idsIn(trx, NEXT, keys, TODAYS),
  settle,
  takePlace,
  clearFormer: () => Promise.resolve(),
  room,
}
