import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { openDatabase, openSqlite } from '../../src/db/open.ts'
import type { Db } from '../../src/db/schema.ts'
import { demoImage, demoTemplate } from './demo.ts'
import { throughPooler } from './pooler.ts'
import { databaseUrl, runSql } from './postgres.ts'

export const isPostgres = process.env.TEST_ENGINE === 'postgres'

/** The application goes through a pooler: what a connection keeps from one transaction to the next cannot be seen. */
export const isPooled = process.env.TEST_POOLER !== undefined

export interface TestDb {
  db: Db
  close(): Promise<void>
}

/**
 * Copying the template takes longer than most tests (each decade of the search is a table with its indexes), so the tests of
 * a worker take turns in databases that are emptied in between. What the migrations put in stays aside in the schema `gabarit`.
 */
const TABLES = `select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely_%'
  and tablename not like 'releve_recherche_%'`

const SEQUENCES = `select c.relname as tablename, s.relname as seq from pg_class s
  join pg_depend d on d.objid = s.oid and d.deptype = 'i' join pg_class c on c.oid = d.refobjid where s.relkind = 'S'`

/** Tables and columns in one number: a test that changed them leaves a database that nobody else may have. */
const SHAPE = `select sum(hashtextextended(c.relname || '.' || a.attname, a.attnum)) from pg_class c
  join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`

/**
 * Keeps the rows aside, and writes the function that empties the database for the next test, or says that its tables are no
 * longer those: each statement stands in it, so that a connection plans it once and not after every test.
 */
const KEEP = `do $$ declare t record; found boolean; n bigint; body text = ''; begin
  create schema gabarit;
  for t in ${TABLES} loop
    body = body || format('delete from public.%I;', t.tablename);
  end loop;
  for t in ${TABLES} loop
    execute format('select exists (select 1 from public.%I)', t.tablename) into found;
    if found then
      execute format('create table gabarit.%1$I as table public.%1$I', t.tablename);
      body = body || format('insert into public.%1$I select * from gabarit.%1$I;', t.tablename);
    end if;
  end loop;
  for t in ${SEQUENCES} loop
    execute format('select coalesce(max(id), 0) + 1 from public.%I', t.tablename) into n;
    body = body || format('perform setval(%L, %s, false);', 'public.' || quote_ident(t.seq), n);
  end loop;
  execute format('create function gabarit.vider() returns boolean language plpgsql set session_replication_role = replica as %L',
    format('begin if (${SHAPE.replaceAll("'", "''")}) <> %s then return false; end if; %s return true; end', (${SHAPE}), body));
end $$`

/** The address of a database as the application is told it. */
export const applicationUrl = (name: string): string => {
  const url = databaseUrl(inject('pgUrl'), name)
  return inject('pgPooler') === '' ? url : throughPooler(url, inject('pgPooler'))
}

let made = 0
const free: { name: string; db: Db }[] = []

async function database() {
  const known = free.pop()
  if (known) return known
  made += 1
  const name = `${inject('pgTemplate')}_${process.pid}_${made}`
  await runSql(inject('pgUrl'), `create database ${name} template ${inject('pgTemplate')} strategy file_copy`)
  const url = databaseUrl(inject('pgUrl'), name)
  await runSql(url, KEEP)
  return { name, db: openDatabase(applicationUrl(name)) }
}

/** Its connections are kept too: a fresh one learns the tables anew, which takes longer than most tests. */
async function emptyDatabase(): Promise<TestDb> {
  const one = await database()
  return {
    db: one.db,
    async close() {
      const isEmptied = await sql<{ vider: boolean }>`select gabarit.vider()`.execute(one.db).then(
        ({ rows }) => rows[0]?.vider,
        () => false,
      )
      if (!isEmptied) return one.db.destroy()
      free.push(one)
    },
  }
}

/** A migrated, empty database of this test's own, on the engine of the run; SQLite's lives in memory. */
export const testDb = (): Promise<TestDb> =>
  isPostgres ? emptyDatabase() : Promise.resolve(inMemory(readFileSync(inject('sqliteImage'))))

/** One with the demonstration archive. */
export async function demoDb(): Promise<TestDb> {
  if (!isPostgres) return inMemory(Buffer.from(await demoImage()))
  const template = await demoTemplate()
  made += 1
  const name = `${template}_${made}`
  await runSql(inject('pgUrl'), `create database ${name} template ${template} strategy file_copy`)
  const db = openDatabase(applicationUrl(name))
  return { db, close: () => db.destroy() }
}

function inMemory(image: Buffer): TestDb {
  // The header of a WAL database asks for a -wal file, which memory has not.
  image[18] = 1
  image[19] = 1
  const db = openSqlite(image)
  return { db, close: () => db.destroy() }
}
