import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { AppError } from '../../../lib/errors.ts'
import type { Db } from '../../schema.ts'
import { MARK, type SearchEntry, type SearchKey } from '../search.ts'
import { FORMER, type Form, formerServes, TODAYS } from '../search-former.ts'
import { manyRuns } from './many.ts'

/** The index in service, and the one that is filled beside it. */
export const IN_SERVICE = 'releves_fts'
export const NEXT = 'releves_fts_neuf'
type Table = typeof IN_SERVICE | typeof NEXT

/** rowid = jour × 2^28 + id: results come in the order of dates, a year range is a rowid range (search.md, finding 2). */
export const SHIFT = 2 ** 28

const FULL =
  'SQLite ne peut pas recevoir d’autres relevés\u00a0: tous les numéros possibles (268\u00a0435\u00a0455) ont été donnés. Passez à PostgreSQL avec « releve db:transfer ».'

/** A greater id would be the key of another record, on another day. */
export function refuseTooMany(id: number): void {
  if (id >= SHIFT) throw new AppError('conflit', FULL)
}

/** The days of the table may not be those of the key. */
export function rowidOf({ jour, releve_id }: SearchKey, form: Form): number {
  refuseTooMany(releve_id)
  return form.toTable(jour) * SHIFT + releve_id
}

export const keyOf = (rowid: number, form: Form): SearchKey => ({
  jour: form.fromTable(Math.floor(rowid / SHIFT)),
  releve_id: rowid % SHIFT,
})

/** The columns of `insertText`. */
const rowOf = (entry: SearchEntry, form: Form): [number, ...string[]] => [
  rowidOf(entry, form),
  entry.nom.join(' '),
  entry.prenom.join(' '),
  entry.texte.join(' '),
  [`${MARK}s${entry.source_id}`, ...(entry.within ?? []), ...(form.isFormer ? entry.roles() : entry.marks)].join(' '),
]

const insertText = (table: Table): string =>
  `insert into ${table} (rowid, nom, prenom, texte, f) values (?, ?, ?, ?, ?)`

/**
 * In the order of the keys, which the index wants: it flushes its buffer each time one goes down, and before each statement of
 * several rows too. Hence a row at a time, which leaves one segment of a transaction, and by parameters: as JSON, the
 * words of a record cost as much as their entry in the index.
 */
export async function insertInto(trx: Db, table: Table, entries: readonly SearchEntry[], form: Form): Promise<void> {
  await trx.executeQuery(
    manyRuns(
      insertText(table),
      entries.map((entry) => rowOf(entry, form)),
    ),
  )
}

const rowids = (keys: readonly SearchKey[], form: Form) =>
  sql`select value from json_each(${JSON.stringify(keys.map((key) => rowidOf(key, form)))})`

async function deleteFrom(trx: Db, table: Table, keys: readonly SearchKey[], form: Form): Promise<void> {
  await sql`delete from ${sql.table(table)} where rowid in (${rowids(keys, form)})`.execute(trx)
}

export async function idsIn(db: Db, table: Table, keys: readonly SearchKey[], form: Form): Promise<Set<number>> {
  const { rows } = await sql<{ k: number }>`select rowid as k from ${sql.table(table)}
    where rowid in (${rowids(keys, form)})`.execute(db)
  return new Set(rows.map((row) => keyOf(row.k, form).releve_id))
}

/** A transaction that writes is alone: what it finds in service stays so to its end. */
export async function index(trx: Db, entries: readonly SearchEntry[]): Promise<void> {
  if (entries.length === 0) return
  const isFormer = await formerServes(trx)
  await insertInto(trx, IN_SERVICE, entries, isFormer ? FORMER : TODAYS)
  if (isFormer) await insertInto(trx, NEXT, entries, TODAYS)
}

export async function unindex(trx: Db, keys: readonly SearchKey[]): Promise<void> {
  const isFormer = await formerServes(trx)
  await deleteFrom(trx, IN_SERVICE, keys, isFormer ? FORMER : TODAYS)
  if (isFormer) await deleteFrom(trx, NEXT, keys, TODAYS)
}

export const indexed = async (db: Db, keys: readonly SearchKey[]): Promise<Set<number>> =>
  idsIn(db, IN_SERVICE, keys, (await formerServes(db)) ? FORMER : TODAYS)

/** Merging all segments costs as much as writing them again: worth it after at least this share of the records. */
const WORTH_MERGING = 1 / 10
/** Pages of one step of a merge; a transaction of some tens of milliseconds. */
const MERGED_AT_ONCE = 250

export async function settle(db: Db, written: number): Promise<void> {
  const last = await sql<{ id: number | null }>`select max(id) as id from releves`.execute(db)
  if (written >= (last.rows[0]?.id ?? 0) * WORTH_MERGING) await merge(db, IN_SERVICE)
}

/** The segments of the index into one: every word of a search is looked up in each of them, a beginning of a thousand words too. */
export async function merge(db: Db, table: Table): Promise<void> {
  // A negative number begins a merge of all segments, a positive one goes on with it (fts5, « The merge command »).
  for (let pages = -MERGED_AT_ONCE; await mergeStep(db, table, pages); pages = MERGED_AT_ONCE) await setImmediate()
}

/** Answers whether there was anything to do: a step without work changes one row. */
async function mergeStep(db: Db, table: Table, pages: number): Promise<boolean> {
  // In a transaction, before which work in the background lets others go first.
  return db.transaction().execute(async (connection) => {
    const changes = async () =>
      (await sql<{ n: number }>`select total_changes() as n`.execute(connection)).rows[0]?.n ?? 0
    const before = await changes()
    await sql`insert into ${sql.table(table)} (${sql.ref(table)}, rank) values ('merge', ${sql.lit(pages)})`.execute(
      connection,
    )
    return (await changes()) - before >= 2
  })
}
