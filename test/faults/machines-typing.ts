// Somebody types and others read while the three machines of docs/trois-machines.md fall one after another, or are taken care of.
import { expect } from 'vitest'
import { openDatabase } from '../../src/db/open.ts'
import { type Broken, formOf, lost, pause, recordOf, stored, tell } from './support.ts'
import { ALL, addressOfMachine, type Machines, type Name } from './support-machines.ts'

const RATE_MS = 50
/** The lease of the machine that fell is nine of them. */
const MOST_S = 15

/** One person's browser: it keeps its cookies. */
export class Browser {
  readonly #site: Broken
  readonly #address: string
  readonly #cookies: Map<string, string>

  constructor(site: Broken, address: string) {
    this.#site = site
    this.#address = address
    this.#cookies = new Map([['session', site.session]])
  }

  async #fetch(path: string, init: RequestInit): Promise<{ status: number; text: string }> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const signal = AbortSignal.timeout(30_000)
    const answer = await fetch(new URL(path, this.#address), {
      ...init,
      signal,
      redirect: 'manual',
      headers: { cookie },
    })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (name !== 'session') this.#cookies.set(name, value)
    }
    return { status: answer.status, text: await answer.text() }
  }

  get = (path: string) => this.#fetch(path, {}).catch(() => ({ status: 0, text: '' }))

  /** Whether the form was acknowledged. */
  async post(fields: Record<string, string>): Promise<boolean> {
    const path = `/sources/${this.#site.sourceId}/releves`
    const { status } = await this.#fetch(path, { method: 'POST', body: formOf(this.#site, fields) }).catch(() => ({
      status: 0,
    }))
    return status === 303
  }
}

/** A form every 50 ms; one that is not acknowledged is sent again as it was, until it is. */
function writing(site: Broken, address: string) {
  const browser = new Browser(site, address)
  const saved: string[] = []
  const at: number[] = [performance.now()]
  let resent = 0
  const deliver = async (nom: string) => {
    const fields = recordOf(nom)
    while (!(await browser.post(fields))) {
      resent += 1
      await pause(3000)
    }
    saved.push(nom)
    at.push(performance.now())
  }
  const under: Promise<void>[] = []
  const run = words()
  const timer = setInterval(() => under.push(deliver(`Acte ${run()}`)), RATE_MS)
  return async () => {
    clearInterval(timer)
    await Promise.all(under)
    const gaps = at.slice(1).map((time, n) => (time - (at[n] ?? time)) / 1000)
    return { saved, resent, gapS: Math.max(...gaps) }
  }
}

let worded = 0

/** Words of letters alone, none of which was there before. */
function words(): () => string {
  const letters = (n: number) => [...String(n).padStart(6, '0')].map((digit) => 'bcdfghjklm'[Number(digit)]).join('a')
  return () => {
    worded += 1
    return letters(worded)
  }
}

/** A site that was moved to the machines, and where it answers. */
export interface Moved {
  site: Broken
  address: string
}

/** Breaks something while somebody writes; nothing of it may be missing afterwards, or there twice. */
export async function whileWriting(what: string, { site, address }: Moved, fault: () => Promise<void>): Promise<void> {
  const end = writing(site, address)
  await pause(3000)
  await fault()
  const { saved, resent, gapS } = await end()
  const db = openDatabase(ALL)
  const missing = lost(await stored(db).finally(() => db.destroy()), saved)
  tell(
    `${what}: ${saved.length} acts, ${resent} forms sent again, ${missing.length} lost or twice, pause ${gapS.toFixed(1)} s`,
  )
  expect.soft(missing).toEqual([])
  expect.soft(gapS).toBeLessThan(MOST_S)
}

/** A command that tries to write on that machine, by itself or through its pooler. */
export const writingOn = (name: Name, port: 5432 | 6432): string =>
  `PGPASSWORD=mot-de-passe-releves psql -h ${port === 5432 ? '127.0.0.1' : addressOfMachine(name)} -p ${port} -U releves releves -c 'create table essai ()'`

/** It takes nothing that is written, however it is asked. */
export function refusesWrites(machines: Machines, name: Name): void {
  for (const port of [5432, 6432] as const) expect(() => machines.run(name, writingOn(name, port))).toThrow('read-only')
}

/** 20 people read while a copy falls; the statuses that were no page. */
export async function reading({ site, address }: Moved, fault: () => Promise<void>) {
  let isOn = true
  const seen = { good: 0, bad: [] as number[], times: [] as number[] }
  const reader = async () => {
    const browser = new Browser(site, address)
    while (isOn) {
      const before = performance.now()
      const { status } = await browser.get('/recherche?nom=martin')
      seen.times.push(performance.now() - before)
      if (status === 200) seen.good += 1
      else seen.bad.push(status)
    }
  }
  const all = Promise.all(Array.from({ length: 20 }, reader))
  await pause(3000)
  await fault()
  await pause(10_000)
  isOn = false
  await all
  return seen
}

/** How many transactions the copies have answered. */
export const answered = (machines: Machines, names: readonly Name[]): number =>
  names.reduce((sum, name) => sum + Number(machines.run(name, `${PSQL} -Atc "${COMMITS}"`)), 0)
export const PSQL = 'cd / && sudo -u postgres psql'
const COMMITS = "select xact_commit from pg_stat_database where datname = 'releves'"

/** Each person writes and reads the act back; how many did not find it. */
export async function readBack({ site, address }: Moved, count: number): Promise<number> {
  let [left, stale] = [count, 0]
  const run = words()
  const person = async () => {
    const browser = new Browser(site, address)
    while (left > 0) {
      left -= 1
      const nom = run()
      const fields = recordOf(nom.toUpperCase())
      while (!(await browser.post(fields))) await pause(500)
      const { text } = await browser.get(`/recherche?nom=${nom}`)
      if (!text.includes(nom.toUpperCase())) stale += 1
    }
  }
  await Promise.all(Array.from({ length: 5 }, person))
  return stale
}
