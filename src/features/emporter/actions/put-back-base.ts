import { sql } from 'kysely'
import { dialectOf } from '../../../db/dialect/index.ts'
import { insertRows } from '../../../db/rows.ts'
import type { Db, Trx } from '../../../db/schema.ts'
import { JSON_COLUMNS } from '../../../db/turned-columns.ts'
import { AppError } from '../../../lib/errors.ts'
import { sortKey } from '../../../lib/text.ts'
import { recomputeAll } from '../../lieux/rules/cascade.ts'
import { keysOf } from '../../users/actions/write.ts'
import { NO_PASSWORD } from '../../users/import/actions/write.ts'
import { type CarriedRow, storedColumns } from '../queries/carried-rows.ts'
import { ensureEmpty } from '../queries/emptiness.ts'
import { linesOf, type OpenedArchive } from '../queries/opened-archive.ts'
import { ACCOUNT_COLUMNS, BASE_TABLES, type CarriedTable, carriedFile } from '../rules/carried.ts'

const BATCH = 500

/** The numbers that accounts of the archive have here. */
export type Accounts = ReadonlyMap<number, number>

type Stored = ReadonlyMap<string, ReadonlySet<string>>

const NEWER = (table: string) =>
  new AppError(
    'conflit',
    `Cette archive vient d’une version plus récente de Relevés (${carriedFile(table)})\u00a0: mettez d’abord ce site à jour.`,
  )

function rowOf(line: string, table: CarriedTable, stored: Stored): CarriedRow {
  const row: unknown = JSON.parse(line)
  const names = row !== null && typeof row === 'object' ? Object.keys(row) : ['']
  const known = stored.get(table.name)
  if (names.some((name) => !known?.has(name) || table.without?.includes(name))) throw NEWER(table.name)
  return row as CarriedRow
}

/** The rows of a table in slices, those of an archive as they left. */
export async function* rowsIn(
  opened: OpenedArchive,
  table: CarriedTable,
  stored: Stored,
  size: () => number = () => BATCH,
): AsyncGenerator<CarriedRow[], void> {
  let slice: CarriedRow[] = []
  for await (const line of linesOf((await opened.bytes(carriedFile(table.name))) ?? emptyFile())) {
    slice.push(rowOf(line, table, stored))
    if (slice.length < size()) continue
    yield slice
    slice = []
  }
  if (slice.length > 0) yield slice
}

async function* emptyFile(): AsyncGenerator<Uint8Array, void> {}

/** A row as it goes in: with the numbers that accounts have here, and JSON as text. */
export const rowHere = (row: CarriedRow, accounts: Accounts): CarriedRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (ACCOUNT_COLUMNS.has(name) && typeof value === 'number') return [name, accounts.get(value) ?? null]
      return [name, JSON_COLUMNS.has(name) && value !== null ? JSON.stringify(value) : value]
    }),
  )

const named = ({ nom }: CarriedRow) => ({ nom_key: sortKey(String(nom)) })

/** Columns that stay behind are made anew. */
const MADE: Partial<Record<CarriedTable['name'], (row: CarriedRow, now: string) => CarriedRow>> = {
  types_lieux: named,
  types_sources: named,
  sections: named,
  depots: named,
  lieux: ({ nom }) => ({ nom_tri: sortKey(String(nom)), nom_long: '', chemin: '' }),
  // Nobody writes in a source before all its records are back.
  sources: ({ titre }, now) => ({ titre_tri: sortKey(String(titre)), retrait_at: now, champs_jusque: null }),
}

async function putBackTable(trx: Trx, table: CarriedTable, rows: CarriedRow[], accounts: Accounts, now: string) {
  const later = table.later ?? []
  const made = rows.map((row) => ({
    ...rowHere(row, accounts),
    ...Object.fromEntries(later.map((name) => [name, null])),
    ...MADE[table.name]?.(row, now),
  }))
  await insertRows(trx, table.name, made as never[])
}

/** Rows of the same table that were not there yet are named now. */
async function linkRows(trx: Trx, table: CarriedTable, rows: readonly CarriedRow[]): Promise<void> {
  for (const name of table.later ?? [])
    for (const row of rows.filter((one) => one[name] !== null))
      await sql`update ${sql.table(table.name)} set ${sql.ref(name)} = ${row[name]} where id = ${row.id}`.execute(trx)
}

const torn = (name: string) =>
  new AppError(
    'conflit',
    `Le compte «\u00a0${name}\u00a0» de l’archive a le nom d’un compte de ce site, et l’adresse d’un autre. Corrigez ceux de ce site, puis recommencez.`,
  )

/** Whoever is here already, by name or address, stays as they are here; all others come without a password. */
async function putBackAccounts(trx: Trx, rows: readonly CarriedRow[]): Promise<Accounts> {
  const here = await trx.selectFrom('users').select(['id', 'name_key', 'email_key']).execute()
  const taken = new Set(here.map(({ id }) => id))
  let next = Math.max(0, ...taken, ...rows.map(({ id }) => Number(id)))
  const accounts = new Map<number, number>()
  const news: CarriedRow[] = []
  for (const row of rows) {
    const keys = keysOf(String(row.name), String(row.email))
    const found = here.filter(({ name_key, email_key }) => name_key === keys.name_key || email_key === keys.email_key)
    if (found.length > 1) throw torn(String(row.name))
    const number = Number(row.id)
    const id = found[0]?.id ?? (taken.has(number) ? ++next : number)
    accounts.set(number, id)
    if (!found[0])
      news.push({ ...row, ...keys, name: row.name, id, password_hash: NO_PASSWORD, must_change_password: true })
  }
  await insertRows(trx, 'users', news as never[])
  return accounts
}

/**
 * Types, sections, people, places and sources, all or nothing. The ready types of a new site make room. Returns the numbers of
 * the accounts. AppError `conflit` where the site is not empty by now.
 */
export async function putBackBase(
  trx: Trx,
  opened: OpenedArchive,
  numbers: Readonly<Record<string, number>>,
  now: string,
): Promise<Accounts> {
  await dialectOf(trx).locks.lock(trx, 'lieux')
  await ensureEmpty(trx)
  const stored = await storedColumns(trx)
  await trx.deleteFrom('types_sources').execute()
  await trx.deleteFrom('types_lieux').execute()
  let accounts: Accounts = new Map()
  for (const table of BASE_TABLES) {
    const rows = await all(opened, table, stored)
    if (table.name === 'users') accounts = await putBackAccounts(trx, rows)
    else await putBackTable(trx, table, rows, accounts, now)
    await linkRows(trx, table, rows)
  }
  await recomputeAll(trx)
  await raise(trx, numbers)
  return accounts
}

async function all(opened: OpenedArchive, table: CarriedTable, stored: Stored): Promise<CarriedRow[]> {
  const rows: CarriedRow[] = []
  for await (const slice of rowsIn(opened, table, stored)) rows.push(...slice)
  return rows
}

/** Numbers of what was deleted over there stay free here too. */
async function raise(trx: Db, numbers: Readonly<Record<string, number>>): Promise<void> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from users`.execute(trx)
  const known = new Map(Object.entries(numbers).filter(([, id]) => id > 0))
  await dialectOf(trx).copy.raiseIds(trx, new Map([...known, ['users', rows[0]?.id ?? 0]]))
}
