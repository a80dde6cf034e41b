// Each migration is held against what it made of a database when it was written: released steps do not move, whatever
// becomes of the code around them. A new step adds its lines by `vitest -u`; a line that changes elsewhere is a mistake.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { migrations } from '../../db/migrations/index.ts'
import { migrateBy } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open.ts'
import type { Db } from '../../src/db/schema.ts'
import { isPostgres } from '../support/db.ts'
import { databaseUrl, runSql } from '../support/postgres.ts'

const SQLITE = sql<{ line: string }>`select type || ' ' || name || ': ' || coalesce(sql, 'its own') as line
  from sqlite_master where name not like 'kysely_%'`

/** A partition of the search is one line: it has the columns and the indexes of the whole. */
const POSTGRES = sql<{ line: string }>`with ours as (select c.* from pg_class c
    where relnamespace = 'public'::regnamespace and relname not like 'kysely_%' and not relispartition)
  select format('table %s: %s', relname, relkind) as line from ours where relkind in ('r', 'p')
  union all select format('partition %s: %s', relname, pg_get_expr(relpartbound, oid)) from pg_class
    where relnamespace = 'public'::regnamespace and relispartition and relkind = 'r'
  union all select format('column %s.%s: %s %s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
    (select collname from pg_collation l where l.oid = a.attcollation), case when a.attnotnull then 'not null' end,
    concat(a.attidentity, a.attgenerated), pg_get_expr(d.adbin, d.adrelid))
    from ours c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum where c.relkind in ('r', 'p')
  union all select format('index %s: %s', c.relname, pg_get_indexdef(c.oid)) from ours c where c.relkind in ('i', 'I')
  union all select format('constraint %s.%s: %s', c.relname, k.conname, pg_get_constraintdef(k.oid))
    from ours c join pg_constraint k on k.conrelid = c.oid where k.contype <> 'n'
  union all select format('trigger %s', pg_get_triggerdef(t.oid)) from ours c
    join pg_trigger t on t.tgrelid = c.oid where not t.tgisinternal
  union all select format('function %s: %s', proname, prosrc) from pg_proc where pronamespace = 'public'::regnamespace`

async function linesOf(db: Db): Promise<Set<string>> {
  const { rows } = await (isPostgres ? POSTGRES : SQLITE).execute(db)
  return new Set(rows.map(({ line }) => line.replace(/\s+/g, ' ').trim()))
}

async function emptyBase(): Promise<Db> {
  const folder = mkdtempSync(join(tmpdir(), 'releves-marches-'))
  const name = `marches_${process.pid}`
  if (isPostgres) await runSql(inject('pgUrl'), `create database ${name}`)
  const db = openDatabase(isPostgres ? databaseUrl(inject('pgUrl'), name) : `sqlite:${join(folder, 'base.sqlite')}`)
  onTestFinished(async () => {
    await db.destroy()
    rmSync(folder, { recursive: true })
    if (isPostgres) await runSql(inject('pgUrl'), `drop database ${name} with (force)`)
  })
  return db
}

test('each step makes of the database what it made when it was written', async () => {
  const db = await emptyBase()
  const told: string[] = []
  let before = new Set<string>()
  const done: string[] = []
  for (const name of Object.keys(migrations)) {
    await migrateBy(db, [...done, name])
    done.push(name)
    const after = await linesOf(db)
    const gone = [...before].filter((line) => !after.has(line)).sort()
    const come = [...after].filter((line) => !before.has(line)).sort()
    told.push(`## ${name}`, ...gone.map((line) => `- ${line}`), ...come.map((line) => `+ ${line}`), '')
    before = after
  }
  await expect(told.join('\n')).toMatchFileSnapshot(`../golden/schema-${isPostgres ? 'postgres' : 'sqlite'}.txt`)
}, 60_000)
