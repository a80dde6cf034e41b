// Databases of PostgreSQL that the tests of a worker take turns in.
import { sql } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase } from '../../src/db/open.ts'
import type { Db } from '../../src/db/schema.ts'
import { throughPooler } from './pooler.ts'
import { databaseUrl, runSql } from './postgres.ts'

/**
 * Copying the template takes longer than most tests (each decade of the search is a table with its indexes), so the tests of
 * a worker take turns in databases that are emptied in between. What is in them at first stays aside in the schema `gabarit`.
 */
const TABLES = `select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely_%'
  and tablename not like 'releve_recherche_%'`

const SEQUENCES = `select c.relname as tablename, s.relname as seq from pg_class s
  join pg_depend d on d.objid = s.oid and d.deptype = 'i' join pg_class c on c.oid = d.refobjid where s.relkind = 'S'`

/** A test that changes what the migrations made leaves a database that nobody else may have. */
const TELL_CHANGES = `create table gabarit.changements (n int);
  create function gabarit.change() returns event_trigger language plpgsql as $f$ begin
    if exists (select 1 from pg_event_trigger_ddl_commands() where schema_name = 'public') then
      insert into gabarit.changements values (1);
    end if;
  end $f$;
  create function gabarit.retrait() returns event_trigger language plpgsql as $f$ begin
    if exists (select 1 from pg_event_trigger_dropped_objects() where schema_name = 'public') then
      insert into gabarit.changements values (1);
    end if;
  end $f$;
  create event trigger gabarit_change on ddl_command_end execute function gabarit.change();
  create event trigger gabarit_retrait on sql_drop execute function gabarit.retrait();`

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
  execute format('create function gabarit.vider() returns boolean language plpgsql as %L',
    format('begin if exists (select 1 from gabarit.changements) then return false; end if; %s return true; end', body));
end $$`

/** The address of a database as the application is told it. */
export const applicationUrl = (name: string): string => {
  const url = databaseUrl(inject('pgUrl'), name)
  return inject('pgPooler') === '' ? url : throughPooler(url, inject('pgPooler'))
}

/** Its connections are kept too: a fresh one learns the tables anew, which takes longer than most tests. */
interface Turned {
  db: Db
  /** Keys and triggers hold nowhere in it. A session that is told so and then the contrary forgets its plans, each time. */
  emptying: pg.Client
}

/** Databases that begin alike. */
export interface Kind {
  /** Once in each new one, which has what the migrations make. */
  fill(db: Db): Promise<unknown>
  free: Turned[]
}

async function emptyingClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  // A transaction that a test left open may hold its rows for ever.
  await client.query(`${KEEP}; ${TELL_CHANGES} set session_replication_role = replica; set lock_timeout = '5s'`)
  return client
}

let made = 0

async function makeDatabase({ fill }: Kind): Promise<Turned> {
  made += 1
  const name = `${inject('pgTemplate')}_${process.pid}_${made}`
  await runSql(inject('pgUrl'), `create database ${name} template ${inject('pgTemplate')} strategy file_copy`)
  const db = openDatabase(applicationUrl(name))
  await fill(db)
  return { db, emptying: await emptyingClient(databaseUrl(inject('pgUrl'), name)) }
}

/** A test may have closed its database, too. */
async function isFit({ db, emptying }: Turned): Promise<boolean> {
  try {
    const [{ rows }] = await Promise.all([
      emptying.query<{ vider: boolean }>('select gabarit.vider()'),
      sql`select 1`.execute(db),
    ])
    return rows[0]?.vider ?? false
  } catch {
    return false
  }
}

/** One of these that nobody has; `close` makes it ready for the next, or drops it where that cannot be. */
export async function inTurn(kind: Kind): Promise<{ db: Db; close(): Promise<void> }> {
  const one = kind.free.pop() ?? (await makeDatabase(kind))
  return {
    db: one.db,
    async close() {
      if (await isFit(one)) kind.free.push(one)
      else await Promise.all([one.db.destroy(), one.emptying.end()])
    },
  }
}
