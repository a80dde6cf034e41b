import { dirname } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../../schema.ts'
import { readsBeside } from '../connect.ts'
import type { NextIndex } from '../search.ts'
import { FORMER_SERVES, formerServes, TODAYS } from '../search-former.ts'
import { IN_SERVICE, idsIn, insertInto, merge, NEXT } from './search-tables.ts'

/** The index that was in service, until nothing of it is left. */
const GONE = 'releves_fts_ancien'

/** Readers of other threads go on with what they have begun; the next statement finds the new table. */
function takePlace(db: Db): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await formerServes(trx))) return true
    await sql`alter table ${sql.table(IN_SERVICE)} rename to ${sql.table(GONE)}`.execute(trx)
    await sql`alter table ${sql.table(NEXT)} rename to ${sql.table(IN_SERVICE)}`.execute(trx)
    await trx.deleteFrom('mots').where('terme', '=', FORMER_SERVES).execute()
    return true
  })
}

/**
 * In a transaction of its own: its pages are looked at one by one, a second or two for five million records. FTS5 lets nobody take
 * them away in slices.
 */
async function clearFormer(db: Db): Promise<void> {
  await sql`drop table if exists ${sql.table(GONE)}`.execute(db)
}

/** Bytes of a page of the index, and of what it notes of a record. */
const PAGE_BYTES = 4100
const NOTED_BYTES = 16
/** The new index is larger than the one of before by 45 % at most; pages that are merged are written before others go. */
const LARGER = 1.6

async function room(db: Db) {
  // `pgno` of a segment's last page (twice, for its last bit says something else) is how many it has: nothing else need be read.
  const { rows } = await sql<{ pages: number; records: number; file: string }>`select
    (select coalesce(sum(n), 0) from (select max(pgno) / 2 as n from releves_fts_idx group by segid)) as pages,
    (select coalesce(max(id), 0) from releves) as records,
    (select file from pragma_database_list where name = 'main') as file`.execute(readsBeside(db))
  const { pages = 0, records = 0, file = '' } = rows[0] ?? {}
  const needed = Math.ceil(LARGER * (pages * PAGE_BYTES + records * NOTED_BYTES))
  return { needed, folder: file === '' ? undefined : dirname(file) }
}

export const sqliteNext: NextIndex = {
  isAwaited: formerServes,
  index: (trx, entries) => insertInto(trx, NEXT, entries, TODAYS),
  indexed: (trx, keys) => idsIn(trx, NEXT, keys, TODAYS),
  settle: (db) => merge(db, NEXT),
  takePlace,
  clearFormer,
  room,
}
