import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, inject, onTestFinished } from 'vitest'
import { openDatabase, openSqlite } from '../../src/db/open.ts'
import type { Db } from '../../src/db/schema.ts'
import { databaseUrl, readSql, runSql } from './postgres.ts'

export const isPostgres = process.env.TEST_ENGINE === 'postgres'

export interface TestDb {
  db: Db
  close(): Promise<void>
}

/**
 * Copying the template takes longer than most tests (each decade of the search is a table with its indexes), so a file's tests
 * take turns in databases that are emptied in between. What the migrations put in stays aside in the schema `gabarit`.
 */
const TABLES = `select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely_%'
  and tablename not like 'releve_recherche_%'`

const KEEP = `do $$ declare t record; found boolean; begin
  create schema gabarit;
  for t in ${TABLES} loop
    execute format('select exists (select 1 from public.%I)', t.tablename) into found;
    if found then execute format('create table gabarit.%1$I as table public.%1$I', t.tablename); end if;
  end loop;
end $$`

const SEQUENCES = `select c.relname as tablename, s.relname as seq from pg_class s
  join pg_depend d on d.objid = s.oid and d.deptype = 'i' join pg_class c on c.oid = d.refobjid where s.relkind = 'S'`

const EMPTY = `do $$ declare t record; begin
  set local session_replication_role = replica;
  for t in ${TABLES} loop execute format('delete from public.%I', t.tablename); end loop;
  for t in select tablename from pg_tables where schemaname = 'gabarit' loop
    execute format('insert into public.%1$I select * from gabarit.%1$I', t.tablename);
  end loop;
  for t in ${SEQUENCES} loop
    execute format('select setval(%L, coalesce((select max(id) from public.%I), 0) + 1, false)', 'public.' || t.seq, t.tablename);
  end loop;
end $$`

/** Tables and columns in one word: a test that changed them leaves a database that nobody else may have. */
const SHAPE = `select md5(string_agg(c.relname || '.' || a.attname, ',' order by c.relname, a.attnum)) as shape
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`

const shapeOf = async (url: string): Promise<unknown> => (await readSql(url, SHAPE))[0]?.shape

let shape: unknown
let made = 0
const free: string[] = []
const all: string[] = []

async function database(): Promise<string> {
  const known = free.pop()
  if (known) return known
  made += 1
  const name = `releves_${process.pid}_${made}`
  await runSql(inject('pgUrl'), `create database ${name} template ${inject('pgTemplate')} strategy file_copy`)
  all.push(name)
  const url = databaseUrl(inject('pgUrl'), name)
  shape ??= await shapeOf(url)
  await runSql(url, KEEP)
  return name
}

if (isPostgres) {
  afterAll(async () => {
    for (const name of all) await runSql(inject('pgUrl'), `drop database ${name} with (force)`)
  })
}

async function emptyDatabase(): Promise<TestDb> {
  const name = await database()
  const url = databaseUrl(inject('pgUrl'), name)
  const db = openDatabase(url)
  return {
    db,
    async close() {
      await db.destroy()
      if ((await shapeOf(url)) !== shape) return
      await runSql(url, EMPTY)
      free.push(name)
    },
  }
}

/** A migrated, empty database of this test's own, on the engine of the run; SQLite's lives in memory. */
export async function testDb(): Promise<TestDb> {
  if (isPostgres) return emptyDatabase()
  const image = readFileSync(inject('sqliteImage'))
  // The header of a WAL database asks for a -wal file, which memory has not.
  image[18] = 1
  image[19] = 1
  const db = openSqlite(image)
  return { db, close: () => db.destroy() }
}

/** A migrated, empty database that other processes may open too, until the test ends; SQLite's is a file in `folder`. */
export async function sharedDb(folder: string): Promise<{ url: string; db: Db }> {
  if (!isPostgres) {
    const path = join(folder, 'site.sqlite')
    copyFileSync(inject('sqliteImage'), path)
    const url = `sqlite:${path}`
    return { url, db: openDatabase(url) }
  }
  made += 1
  const name = `releves_partagee_${process.pid}_${made}`
  const server = inject('pgUrl')
  await runSql(server, `create database ${name} template ${inject('pgTemplate')}`)
  onTestFinished(() => runSql(server, `drop database ${name} with (force)`))
  const url = databaseUrl(server, name)
  return { url, db: openDatabase(url) }
}
