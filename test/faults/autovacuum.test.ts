// PostgreSQL tidies up by itself for minutes after a large import, table by table, and a move or an update must not wait for it.
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { dialectOf } from '../../src/db/dialect/index.ts'
import { openDatabase } from '../../src/db/open.ts'
import { isPostgres } from '../support/db.ts'
import { startPostgres } from '../support/postgres.ts'

/** It begins within a second, and takes minutes for a small table. */
const EAGER = [
  'autovacuum=on',
  'autovacuum_naptime=1s',
  'autovacuum_vacuum_cost_delay=100ms',
  'autovacuum_vacuum_cost_limit=1',
]

test.runIf(isPostgres)(
  'the tables are held against writers while autovacuum is at work on them',
  async () => {
    const server = await startPostgres(undefined, EAGER)
    onTestFinished(() => server.stop())
    const db = openDatabase(server.url, { statementTimeoutMs: 0 })
    onTestFinished(() => db.destroy())
    for (const name of ['a', 'b', 'c', 'd'])
      await sql`create table ${sql.table(name)} as select n, repeat('x', 200) as t from generate_series(1, 50000) n`.execute(
        db,
      )
    const atWork = async () =>
      (await sql`select 1 from pg_stat_activity where query like 'autovacuum:%public.%'`.execute(db)).rows.length
    await expect.poll(atWork, { timeout: 60_000 }).toBeGreaterThan(0)
    const before = performance.now()
    await dialectOf(db).copy.frozen(db, async () => expect(await atWork()).toBe(0))
    expect(performance.now() - before).toBeLessThan(30_000)
  },
  180_000,
)
