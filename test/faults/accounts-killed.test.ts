// Two accounts are merged, and one is erased, by processes that are killed at any moment of it: all of it is done, or nothing.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isPostgres } from '../support/db.ts'
import { factories } from '../support/factories.ts'
import { builtChild } from '../support/process.ts'
import { type Broken, brokenSite, pause, tell } from './support.ts'

const CHILD = builtChild(join(import.meta.dirname, 'accounts-child.ts'))
const RECORDS = 1000
const KILLS = Number(process.env.FAULTS_KILLS ?? 8)
const PATIENCE = { timeout: 60_000, interval: 50 }
const NOW = '2026-01-01T00:00:00.000Z'

/** Starts the work, and kills it so long after it began; without an end it may finish. How long it took, in milliseconds. */
async function worked({ base }: Broken, ids: number[], killAfter = Number.POSITIVE_INFINITY): Promise<number> {
  const child = spawn(process.execPath, [CHILD, base, ...ids.map(String)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const end = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await new Promise<void>((resolve) => child.stdout.once('data', () => resolve()))
  const began = performance.now()
  if (killAfter < Number.POSITIVE_INFINITY) {
    await pause(killAfter)
    child.kill('SIGKILL')
  }
  await end
  return performance.now() - began
}

/** A server of PostgreSQL ends what it was told last, and hears only then that nobody is there any more. */
async function settled({ db }: Broken): Promise<void> {
  if (!isPostgres) return
  const others = sql<{ n: number }>`select count(*)::integer as n from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`
  await expect.poll(async () => (await others.execute(db)).rows[0]?.n, PATIENCE).toBe(0)
}

/** An account with so much of everything that it takes a while. */
async function busyAccount({ db, sourceId }: Broken) {
  const make = factories(db)
  const person = await make.user({ name: 'marie' })
  const section = await make.section()
  await make.membre(section, person)
  await db.transaction().execute(async (trx) => {
    const within = factories(trx)
    for (let n = 0; n < RECORDS; n += 1) await within.releve({ id: sourceId }, { nom: `NOM ${n}` })
  })
  await db.updateTable('releves').set({ created_by: person.id, updated_by: person.id }).execute()
  await db.updateTable('releve_versions').set({ user_id: person.id }).execute()
  const draft = { source_id: sourceId, releve_id: null, version: 0, contenu: '{"a":"b"}', updated_at: NOW }
  const drafts = Array.from({ length: 40 }, (_, n) => ({ ...draft, user_id: person.id, cle: `cle${n}` }))
  await db.insertInto('brouillons').values(drafts).execute()
  return person
}

/** Tells who signed records and versions, has drafts and a section, is gone, and whose end the journal knows. */
async function standing({ db }: Broken) {
  const numbers = async (rows: Promise<{ id: number | null }[]>) => (await rows).map(({ id }) => id)
  return {
    records: await numbers(db.selectFrom('releves').select('created_by as id').distinct().execute()),
    versions: await numbers(db.selectFrom('releve_versions').select('user_id as id').distinct().execute()),
    drafts: await numbers(db.selectFrom('brouillons').select('user_id as id').distinct().execute()),
    sections: await numbers(db.selectFrom('section_membres').select('user_id as id').distinct().execute()),
    gone: await numbers(db.selectFrom('users').select('id').where('supprime_at', 'is not', null).execute()),
    journal: await numbers(
      db
        .selectFrom('journal')
        .select('objet_id as id')
        .where('action', 'in', ['compte.fusion', 'compte.suppression'])
        .execute(),
    ),
  }
}

test('a merge that is killed at any moment is whole or was never begun, and can be made afterwards', async () => {
  const site = await brokenSite()
  const make = factories(site.db)
  const admin = await site.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const first = await busyAccount(site)
  let holder = first.id
  const gone: number[] = []
  // How long it takes here, so that kills come in the middle of it.
  const measured = await make.user()
  const whole = await worked(site, [admin.id, holder, measured.id])
  gone.push(holder)
  holder = measured.id
  await make.membre(await make.section(), { id: holder })
  let broken = 0
  for (let n = 0; n < KILLS; n += 1) {
    const next = (await make.user()).id
    await worked(site, [admin.id, holder, next], (whole * 1.1 * n) / KILLS)
    await settled(site)
    const now = await standing(site)
    const isDone = now.gone.length > gone.length
    if (isDone) gone.push(holder)
    else broken += 1
    const owner = isDone ? next : holder
    expect({ ...now, gone: now.gone.toSorted(), journal: now.journal.toSorted() }).toEqual({
      ...{ records: [owner], versions: [owner], drafts: [owner], sections: isDone ? [] : [owner] },
      ...{ gone: gone.toSorted(), journal: gone.toSorted() },
    })
    if (isDone) await make.membre(await make.section(), { id: owner })
    holder = owner
  }
  const last = (await make.user()).id
  await worked(site, [admin.id, holder, last])
  expect((await standing(site)).records).toEqual([last])
  expect(broken).toBeGreaterThan(0)
  tell(`${KILLS} kills within ${Math.round(whole)} ms of ${RECORDS} records: ${broken} broken off, nothing half`)
}, 600_000)

test('an erasing that is killed leaves the person whole, or nothing of it', async () => {
  const site = await brokenSite()
  const admin = await site.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const { id } = await busyAccount(site)
  let [kills, isGone] = [0, false]
  for (; kills < KILLS && !isGone; kills += 1) {
    await worked(site, [admin.id, id], kills * 4)
    await settled(site)
    const now = await standing(site)
    isGone = now.gone.length > 0
    expect(now).toEqual({
      ...{ records: [id], versions: [id], drafts: isGone ? [] : [id], sections: isGone ? [] : [id] },
      ...{ gone: isGone ? [id] : [], journal: isGone ? [id] : [] },
    })
  }
  if (!isGone) await worked(site, [admin.id, id])
  expect(await standing(site)).toMatchObject({ gone: [id], journal: [id], drafts: [], sections: [] })
  tell(`${kills} kills of an erasing: the person was whole, or gone`)
}, 600_000)
