// A server behind a pooler (src/db/dialect/postgres/line.ts): with PgBouncer itself in test/faults/pooler.test.ts.
import { sql } from 'kysely'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { dialectOf } from '../../src/db/dialect/index.ts'
import { keepPlan } from '../../src/db/dialect/postgres/kept-plans.ts'
import { openDatabase } from '../../src/db/open.ts'
import type { Db } from '../../src/db/schema.ts'
import { testApp } from '../support/app.ts'
import { isPostgres } from '../support/db.ts'
import { behindDoor, type Manner } from '../support/doorkeeper.ts'
import { postgresDatabase } from '../support/shared-db.ts'

function opened(url: string, options?: Parameters<typeof openDatabase>[1]): Db {
  const db = openDatabase(url, options)
  onTestFinished(() => db.destroy())
  return db
}

const setting = async (db: Db, name: string) => {
  const { rows } = await sql<{ v: string }>`select current_setting(${name}) as v`.execute(db)
  return rows[0]?.v
}

describe.runIf(isPostgres).each<Manner>(['refuse', 'ignore'])('a pooler that would %s settings', (manner) => {
  test('is gone through; nobody counts on what a connection keeps', async () => {
    const db = opened(await behindDoor(await postgresDatabase(), manner), { isWatched: true })
    const text = `select 7 as "${manner}"`
    keepPlan(text)
    await Promise.all([1, 2, 3].map(() => sql.raw(text).execute(db)))
    const { rows } = await sql`select name from pg_prepared_statements`.execute(db)
    expect([rows, await setting(db, 'statement_timeout')]).toEqual([[], '0'])
  })

  test('has its account told how connections begin; until then whoever runs the server is told', async () => {
    const direct = await postgresDatabase()
    const url = await behindDoor(direct, manner)
    const db = opened(url)
    const { concerns, settle } = dialectOf(db)
    expect(await concerns(db)).toEqual([expect.stringMatching(/PgBouncer.*alter role … set statement_timeout = '10s'/)])
    await settle(db)
    const later = opened(url)
    expect([await setting(later, 'statement_timeout'), await setting(later, 'jit')]).toEqual(['10s', 'off'])
    expect(await concerns(later)).toEqual([])
    expect(await concerns(opened(direct))).toEqual([])
  })

  test('is told of on the state of the site, whose pages it serves', async () => {
    const db = openDatabase(await behindDoor(await postgresDatabase(inject('pgTemplate')), manner))
    const t = await testApp(() => Promise.resolve({ db, close: () => db.destroy() }))
    const { status, page } = await (await t.as(t.admin)).get('/admin/etat')
    expect([status, page.text.includes('rien n’arrête une requête trop longue')]).toEqual([200, true])
    expect(t.failures).toEqual([])
  })

  test('has the settings of long work made in each transaction, and left in none of its connections', async () => {
    const url = await behindDoor(await postgresDatabase(), manner)
    const [plain, patient] = [
      opened(url),
      opened(url, { statementTimeoutMs: 77_000, searchPath: 'à côté', maxConnections: 1 }),
    ]
    await sql`create schema "à côté"`.execute(plain)
    await sql`create table t (n int)`.execute(patient)
    await patient.transaction().execute(async (trx) => {
      await sql`insert into t values (1)`.execute(trx)
      expect(await setting(trx, 'statement_timeout')).toBe('77s')
    })
    const lost = patient.transaction().execute(async (trx) => {
      await sql`insert into t values (2)`.execute(trx)
      throw new Error('non')
    })
    await expect(lost).rejects.toThrow('non')
    await expect(sql`insert into nulle_part values (1)`.execute(patient)).rejects.toThrow('nulle_part')
    expect((await sql`select n from t`.execute(patient)).rows).toEqual([{ n: 1 }])
    expect((await sql`select n from "à côté".t`.execute(plain)).rows).toEqual([{ n: 1 }])
    await expect(sql`select n from t`.execute(plain)).rejects.toThrow('does not exist')
  })
})
