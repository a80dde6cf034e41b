// Copies that follow the server, and who may read them (src/db/dialect/postgres/copies.ts).
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { readingFrom } from '../../src/db/reading.ts'
import type { Db } from '../../src/db/schema.ts'
import { isPooled, isPostgres } from '../support/db.ts'
import { followedServer, LOOK_MS } from '../support/followed.ts'
import { runSql } from '../support/postgres.ts'

vi.setConfig({ testTimeout: 60_000 })
/** A server with a table, and copies that follow it. */
async function servers(count: number) {
  const made = await followedServer(count)
  await sql`create table t (n int)`.execute(made.db)
  await made.caughtUp()
  return made
}

async function look(db: Db): Promise<{ n: number; copie: boolean }> {
  const { rows } = await sql<{ n: number; copie: boolean }>`
    select count(*) as n, pg_is_in_recovery() as copie from t`.execute(db)
  return rows[0] ?? { n: -1, copie: false }
}

const write = (db: Db) => sql`insert into t values (1)`.execute(db)

describe.runIf(isPostgres && !isPooled)('copies', () => {
  test('are read within a page alone, and hold what its reader wrote, however late they are', async () => {
    const { db, reads, replicas, copies } = await servers(1)
    expect(await look(reads)).toEqual({ n: 0, copie: false })
    expect(await readingFrom(0, () => look(reads))).toEqual({ n: 0, copie: true })
    expect(await readingFrom(0, () => look(db))).toEqual({ n: 0, copie: false })
    expect((await readingFrom(Number.MAX_SAFE_INTEGER, () => look(reads))).copie).toBe(false)
    const within = () => reads.transaction().execute(async (trx) => (await look(trx)).copie)
    expect([await within(), await readingFrom(0, within)]).toEqual([false, true])
    await expect(readingFrom(0, () => reads.transaction().execute(write))).rejects.toThrow('read-only')
    const seen: number[] = []
    let ofCopy = 0
    for (const delay of ['0', '200ms']) {
      await replicas[0]?.delay(delay)
      for (let i = 0; i < 40; i += 1) {
        await write(db)
        const after = await copies.position()
        if (i % 2 === 0) await setTimeout(10)
        const { n, copie } = await readingFrom(after, () => look(reads))
        seen.push(n)
        if (copie) ofCopy += 1
      }
    }
    expect(seen).toEqual(Array.from({ length: 80 }, (_, i) => i + 1))
    expect(ofCopy).toBeGreaterThan(0)
  })

  test('that are killed, frozen or made servers of their own are left: nobody is refused, and who comes back is read', async () => {
    const { db, reads, replicas, used } = await servers(2)
    const [first, second] = replicas
    let asks = true
    const errors: unknown[] = []
    const readers = Array.from({ length: 10 }, async () => {
      for (; asks; await setTimeout(5))
        await readingFrom(0, () => look(reads)).catch((error: unknown) => errors.push(error))
    })
    first?.signal('SIGSTOP')
    await expect.poll(used).toEqual([false, true])
    await second?.stop()
    await expect.poll(used).toEqual([false, false])
    first?.signal('SIGCONT')
    await expect.poll(used, { timeout: 10_000 }).toEqual([true, false])
    await runSql(first?.url ?? '', 'select pg_promote()')
    await expect.poll(used).toEqual([false, false])
    asks = false
    await Promise.all(readers)
    expect(errors).toEqual([])
    expect((await readingFrom(0, () => look(reads))).copie).toBe(false)
    await write(db)
  })

  test('that are too far behind are left until they have caught up', async () => {
    const { db, replicas, copies, used } = await servers(1)
    await replicas[0]?.delay('3s')
    const writer = setInterval(() => void write(db), 20)
    await expect.poll(used, { timeout: 10_000 }).toEqual([false])
    expect(copies.states()[0]?.lateMs).toBeGreaterThan(LOOK_MS)
    clearInterval(writer)
    await replicas[0]?.delay('0')
    await expect.poll(used, { timeout: 10_000 }).toEqual([true])
    expect(copies.states()[0]?.lateMs).toBe(0)
  })
})
