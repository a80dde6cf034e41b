// Each column of the schema that names an account has its place in a merge, and is asked about with a row of its own, on both engines.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '../../../src/db/schema.ts'
import { actorWithout } from '../../../src/features/journal/actions.ts'
import { FORGOTTEN_TABLES } from '../../../src/features/users/actions/erase.ts'
import { mergeAccounts } from '../../../src/features/users/merge/actions.ts'
import { ADDED, ENDED, KEPT_AS_WRITTEN, LEASED, ONE_EACH, SIGNED } from '../../../src/features/users/merge/rules.ts'
import { testApp } from '../../support/app.ts'
import { isPostgres } from '../../support/db.ts'

interface Column {
  table: string
  name: string
  type: string
  /** A row may be written without it. */
  isFree: boolean
}

const POSTGRES_COLUMNS = sql<Column>`
  select table_name as "table", column_name as name, data_type as type,
    (is_nullable = 'YES' or column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS') as "isFree"
  from information_schema.columns where table_schema = current_schema()`

const SQLITE_COLUMNS = sql<Column>`
  select m.name as "table", c.name as name, c.type as type, (c."notnull" = 0 or c.dflt_value is not null or (c.pk = 1 and lower(c.type) = 'integer'
      and (select count(*) from pragma_table_info(m.name) p where p.pk > 0) = 1)) as isFree
  from sqlite_master m join pragma_table_info(m.name) c
  where m.type = 'table' and m.sql not like 'create virtual%' and m.sql not like 'CREATE VIRTUAL%'`

const columnsOf = async (db: Db): Promise<Column[]> =>
  (await (isPostgres ? POSTGRES_COLUMNS : SQLITE_COLUMNS).execute(db)).rows

const POSTGRES_REFERENCES = sql<{ table: string; name: string }>`
  select c.relname as "table", a.attname as name from pg_constraint k
  join pg_class c on c.oid = k.conrelid join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
  where k.contype = 'f' and k.confrelid = 'users'::regclass`

const SQLITE_REFERENCES = sql<{ table: string; name: string }>`
  select m.name as "table", f."from" as name from sqlite_master m join pragma_foreign_key_list(m.name) f
  where m.type = 'table' and f."table" = 'users'`

/** An account by its number alone, referred to or not. */
const BY_NAME = /^(user_id|created_by|updated_by|auteur_id|decideur_id|pour_id|fusion_vers|.*_par)$/

async function namingAccounts(db: Db): Promise<string[]> {
  const referring = (await (isPostgres ? POSTGRES_REFERENCES : SQLITE_REFERENCES).execute(db)).rows
  const named = (await columnsOf(db)).filter(({ name }) => BY_NAME.test(name))
  return [...new Set([...referring, ...named].map(({ table, name }) => `${table}.${name}`))].sort()
}

const pairs = (lists: object): string[] =>
  Object.entries(lists as Record<string, readonly string[]>).flatMap(([table, names]) =>
    names.map((name) => `${table}.${name}`),
  )

const SIGNED_COLUMNS = pairs(SIGNED)
const OF_PERSON = [...ONE_EACH.map(({ table }) => table), ...ADDED].map((table) => `${table}.user_id`)
const ENDED_COLUMNS = ENDED.map((table) => `${table}.user_id`)

test('each column that names an account is named in the merge, and none twice', async () => {
  const { db } = await testApp()
  const known = [...SIGNED_COLUMNS, ...OF_PERSON, ...ENDED_COLUMNS, ...pairs(LEASED), ...pairs(KEPT_AS_WRITTEN)]
  expect(known.length).toBe(new Set(known).size)
  expect(known.filter((one) => one !== 'journal.objet_id').sort()).toEqual(await namingAccounts(db))
})

test('each of them is named where an account is erased, or signs what stays', async () => {
  const { db } = await testApp()
  const gone = new Set<string>([...FORGOTTEN_TABLES, 'sessions', 'connexions', 'defis_cles', 'section_membres'])
  const own = [...OF_PERSON, ...ENDED_COLUMNS].map((one) => one.replace('.user_id', ''))
  expect(own.filter((table) => !gone.has(table))).toEqual([])
  const all = (await namingAccounts(db)).map((one) => one.split('.')[0] ?? '')
  expect([...gone].filter((table) => !all.includes(table))).toEqual([])
})

/** One row that names the account in this column, whatever else the table asks for. */
async function plant(
  db: Db,
  columns: readonly Column[],
  at: string,
  { id, source, next }: { id: number; source: number; next: () => number },
): Promise<void> {
  const [table = '', name = ''] = at.split('.')
  const own = columns.filter((column) => column.table === table && column.name !== name && !column.isFree)
  const value = ({ name: of, type }: Column) =>
    of === 'source_id' ? source : /int/i.test(type) ? next() : /bool/i.test(type) ? false : `{"${next()}":1}`
  const cells = [
    { name, value: id as unknown },
    ...own.map((column) => ({ name: column.name, value: value(column) as unknown })),
  ]
  const names = sql.join(cells.map((cell) => sql.ref(cell.name)))
  await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(cells.map((cell) => sql.val(cell.value)))})`.execute(
    db,
  )
}

const rowsOf = async (db: Db, at: string, id: number): Promise<number> => {
  const [table = '', name = ''] = at.split('.')
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from ${sql.table(table)} where ${sql.ref(name)} = ${id}`.execute(db)
  return Number(rows[0]?.n)
}

test('a row of each: the account that stays has it, or nobody, and the one that goes has nothing but its journal', async () => {
  const t = await testApp()
  const [from, to] = [await t.make.user({ name: 'ancien' }), await t.make.user({ name: 'nouveau' })]
  const columns = await columnsOf(t.db)
  const source = await t.make.source({ section: t.saintMalo })
  let n = 1_000_000
  const next = () => {
    n += 1
    return n
  }
  const all = (await namingAccounts(t.db)).filter((at) => at !== 'users.fusion_vers')
  const withoutKeys = isPostgres ? sql`set session_replication_role = replica` : sql`pragma foreign_keys = off`
  const withKeys = isPostgres ? sql`set session_replication_role = origin` : sql`pragma foreign_keys = on`
  await t.db.connection().execute(async (db) => {
    await withoutKeys.execute(db)
    for (const at of all) await plant(db as unknown as Db, columns, at, { id: from.id, source: source.id, next })
    await withKeys.execute(db)
  })
  expect(await Promise.all(all.map(async (at) => [at, await rowsOf(t.db, at, from.id)]))).toEqual(
    all.map((at) => [at, 1]),
  )
  const by = actorWithout(t.admin.id)
  const merge = { from: from.id, to: to.id, version: 1, version_vers: 1 }
  expect(await mergeAccounts(t.db, by, merge, new Date(Date.now()))).toEqual({ ok: true, value: 'faite' })
  for (const at of all) {
    const kept = [...SIGNED_COLUMNS, ...OF_PERSON].includes(at) ? 1 : 0
    expect([at, await rowsOf(t.db, at, from.id), await rowsOf(t.db, at, to.id)]).toEqual([
      at,
      at === 'journal.user_id' ? 1 : 0,
      kept,
    ])
  }
  expect(await rowsOf(t.db, 'users.fusion_vers', to.id)).toBe(1)
})
