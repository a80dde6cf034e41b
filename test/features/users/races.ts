// Administrators against each other, at two processes that serve one database (reliability.md T21).
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { Db } from '../../../src/db/schema.ts'
import { createSession } from '../../../src/features/auth/sessions.ts'
import { keyedDigest } from '../../../src/lib/crypto.ts'
import { factories } from '../../support/factories.ts'
import { builtChild } from '../../support/process.ts'
import { sharedDb } from '../../support/shared-db.ts'
import { LIST } from './support.ts'

const SECRET = 'secret-of-the-races'
const CHILD = builtChild(join(import.meta.dirname, 'child.ts'))

/** A process of its own that serves this database; returns where. */
function startProcess(url: string): Promise<string> {
  const child = spawn(process.execPath, [CHILD, url, SECRET], { stdio: ['pipe', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.on('data', (text) => {
    said += text
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  onTestFinished(async () => {
    child.stdin.end()
    await ended
    expect(said).toBe('')
  })
  return new Promise((resolve, reject) => {
    child.stdout.once('data', (port) => resolve(`http://127.0.0.1:${String(port).trim()}`))
    child.once('exit', () => reject(new Error(said)))
  })
}

interface Admin {
  id: number
  name: string
  session: string
}

/** Two processes on one database, and its administrators, each signed in. */
export async function site(admins: number) {
  const folder = mkdtempSync(join(tmpdir(), 'releves-race-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { url, db } = await sharedDb(folder)
  onTestFinished(() => db.destroy())
  const make = factories(db)
  const people: Admin[] = []
  for (let n = 0; n < admins; n += 1) {
    const { id, name } = await make.user({ name: `admin ${n}`, role: 'admin' })
    people.push({ id, name, session: await createSession(db, id, 'test') })
  }
  return { db, people, hosts: await Promise.all([startProcess(url), startProcess(url)]) }
}

/** Posts a form as this administrator. Returns the status. */
export async function post(host: string, { session }: Admin, { path, fields = {} }: Attack) {
  const body = new URLSearchParams({ _csrf: keyedDigest(SECRET, 'csrf', session), ...fields })
  const headers = { cookie: `session=${session}` }
  const answer = await fetch(host + path, { method: 'POST', body, headers, redirect: 'manual' })
  await answer.arrayBuffer()
  return answer.status
}

interface Attack {
  path: string
  fields?: Record<string, string>
}

const demotion = ({ name, id }: Admin, version: number): Attack => ({
  path: `${LIST}/${id}`,
  fields: { name, email: `${name}@exemple.fr`.replace(' ', ''), role: 'membre', version: String(version) },
})
const closure = ({ id }: Admin): Attack => ({ path: `${LIST}/${id}/desactiver` })

export const activeAdmins = async (db: Db): Promise<number> =>
  (await db.selectFrom('users').select('id').where('role', '=', 'admin').where('is_active', '=', true).execute()).length

/** Two administrators demote or close each other at once, so many times. */
export async function duels(count: number): Promise<void> {
  const { db, people, hosts } = await site(2)
  const [one, two] = people as [Admin, Admin]
  let refused = 0
  for (let duel = 0; duel < count; duel += 1) {
    await db
      .updateTable('users')
      .set({ role: 'admin', is_active: true, version: duel + 1 })
      .execute()
    // The loser of the last duel is signed out: both sign in again.
    for (const person of [one, two]) person.session = await createSession(db, person.id, 'test')
    const attack = (from: Admin, on: Admin, host: string, closes: boolean) =>
      post(host, from, closes ? closure(on) : demotion(on, duel + 1))
    const statuses = await Promise.all([
      attack(one, two, hosts[duel % 2] ?? '', duel % 3 === 0),
      attack(two, one, hosts[(duel + 1) % 2] ?? '', duel % 4 < 2),
    ])
    const left = await activeAdmins(db)
    if (left !== 1) expect([duel, statuses, left]).toEqual([duel, statuses, 1])
    refused += statuses.filter((status) => status === 403 || status === 422).length
  }
  // Else the two never met under the lock, and the duels have shown nothing.
  expect(refused).toBeGreaterThan(10)
}

/** So many requests at once, each against another administrator: one is left. */
export async function melee(count: number): Promise<void> {
  const { db, people, hosts } = await site(25)
  // Else all of them wait for the first connections of two processes that have just begun.
  for (const host of hosts) await fetch(`${host}/login`)
  const requests: Promise<number>[] = []
  for (let n = 0; n < count; n += 1) {
    const from = people[n % people.length] as Admin
    const on = people[(n + 1 + Math.floor(n / people.length)) % people.length] as Admin
    requests.push(post(hosts[n % 2] ?? '', from, n % 2 === 0 ? closure(on) : demotion(on, 1)))
  }
  const statuses = await Promise.all(requests)
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  expect(await activeAdmins(db)).toBeGreaterThanOrEqual(1)
  expect(await activeAdmins(db)).toBeLessThan(25)
}
