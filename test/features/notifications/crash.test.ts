// A mail is sent, then marked as sent: what becomes of it when the process dies between the two.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { mailHandlers } from '../../../src/features/notifications/mail-task.tsx'
import { settingsStore } from '../../../src/features/parametres/store.ts'
import { changeStatus } from '../../../src/features/sources/actions/transitions.ts'
import { LEASE_MS } from '../../../src/features/taches/actions.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { silentLog } from '../../../src/lib/log.ts'
import { makeCharacters } from '../../support/characters.ts'
import { factories } from '../../support/factories.ts'
import { builtChild } from '../../support/process.ts'
import { sharedDb } from '../../support/shared-db.ts'
import { smtpSink } from '../../support/smtp.ts'

const START = Date.parse('2026-11-21T10:00:00.000Z')
const SECRET = 'secret-des-essais-'.repeat(3)
const CHILD = builtChild(join(import.meta.dirname, 'child.ts'))

/** A source that marie has just submitted: two mails wait, to admin and rene. */
async function site() {
  const storage = mkdtempSync(join(tmpdir(), 'releves-courriels-'))
  onTestFinished(() => rmSync(storage, { recursive: true, force: true }))
  const { url, db } = await sharedDb(storage)
  onTestFinished(() => db.destroy())
  const sink = await smtpSink()
  const settings = settingsStore(storage, silentLog, SECRET)
  settings.write({ smtp: sink.settings })
  const make = factories(db)
  const { marie, saintMalo } = await makeCharacters(make)
  const source = await make.source({ section: saintMalo, members: [marie] })
  await make.releve(source)
  const user = { id: marie.id, name: 'marie', email: '', role: 'membre', must_change_password: false } as const
  const change = { source_id: source.id, vers: 'a_valider', motif: null, version: 0 } as const
  await changeStatus(db, user, change, { now: new Date(START), mails: true })
  /** One pass of the loop of mails, by this process. */
  const pass = (at: number) => {
    const deps = { db, clock: () => new Date(at), log: silentLog, storage, settings, appUrl: undefined }
    return runTasks(deps, mailHandlers(deps))
  }
  /** A process does it that dies on the way; resolves with the signal that ended it. */
  const killed = (point: 'avant' | 'apres') => {
    const args = [url, storage, SECRET, new Date(START).toISOString(), point]
    const run = spawn(process.execPath, [CHILD, ...args])
    return new Promise((resolve) => run.on('exit', (_code, signal) => resolve(signal)))
  }
  const marks = async () =>
    (await db.selectFrom('notifications').select('courriel_at').execute()).map((row) => row.courriel_at)
  const ids = () => sink.received.map(({ to, email }) => `${to.join()} ${email.messageId}`).sort()
  return { pass, killed, marks, ids }
}

test('killed after the mail left and before it was marked: one double, with the same Message-ID', async () => {
  const { pass, killed, marks, ids } = await site()
  expect(await killed('apres')).toBe('SIGKILL')
  expect([ids().length, await marks()]).toEqual([1, [null, null]])
  const [first] = ids()
  // The other mail goes at once; the one that was under way waits until its holder is known to be dead.
  expect(await pass(START + 1000)).toBe(1)
  expect(new Set(ids()).size).toBe(2)
  expect(await pass(START + LEASE_MS + 1000)).toBe(1)
  expect(ids()).toHaveLength(3)
  expect(new Set(ids()).size).toBe(2)
  expect(ids().filter((id) => id === first)).toHaveLength(2)
  expect((await marks()).every((at) => at !== null)).toBe(true)
  expect(await pass(START + 100 * LEASE_MS)).toBe(0)
})

test('killed before the mail left: each arrives once', async () => {
  const { pass, killed, ids } = await site()
  expect(await killed('avant')).toBe('SIGKILL')
  expect(ids()).toEqual([])
  await pass(START + LEASE_MS + 1000)
  expect([ids().length, new Set(ids()).size]).toEqual([2, 2])
  expect(await pass(START + 100 * LEASE_MS)).toBe(0)
})
