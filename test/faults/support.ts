// A site of this run's engine behind its real processes, and people who work on it while something breaks.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../bench/support/server.ts'
import type { Db } from '../../src/db/schema.ts'
import { createSession } from '../../src/features/auth/sessions.ts'
import { keyedDigest, randomToken } from '../../src/lib/crypto.ts'
import { isAlive } from '../../src/lib/processes.ts'
import { factories } from '../support/factories.ts'
import { temporaryFolder } from '../support/folder.ts'
import { addressOf, start } from '../support/process.ts'
import { sharedDb } from '../support/shared-db.ts'

export const SECRET = 'f'.repeat(64)

/** Says the figures of a proof. */
export const tell = (figures: string): void => void process.stdout.write(`  ${figures}\n`)

export { freePort }

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export interface Broken {
  storage: string
  base: string
  db: Db
  session: string
  sourceId: number
}

/** An installed site with an administrator and a source that is open to entry. `folder`: where its files go; `base`: its database. */
export async function brokenSite(folder = temporaryFolder(), base = sharedDb(folder)): Promise<Broken> {
  const { url, db } = await base
  const make = factories(db)
  const { id } = await make.user({ name: 'admin', role: 'admin' })
  const source = await make.source()
  const database = url.replace(`sqlite:${folder}/`, 'sqlite:')
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ secret: SECRET, database }))
  writeFileSync(join(folder, 'installed'), '1.0.1 2026-01-01\n')
  return { storage: folder, base: url, db, session: await createSession(db, id, 'essai'), sourceId: source.id }
}

/** Serves it at a port that stays the same when every process falls over. */
export async function serve(site: Broken, env: Record<string, string> = {}) {
  const where = { STORAGE_DIR: site.storage, PORT: String(await freePort()) }
  // Most machines have two cores, whatever this one has.
  const server = start('src/main.ts', [], { ...where, PROCESSES: '2', ...env })
  return { ...server, address: await addressOf(server.ended) }
}

/** The processes that serve it. */
export const serving = ({ storage }: Broken): number[] =>
  readdirSync(storage)
    .filter((name) => name.startsWith('en-service.'))
    .map((name) => Number(name.split('.').at(-1)))
    .filter(isAlive)

/** The status of a page. */
export async function read(site: Broken, address: string, path = '/profil'): Promise<number> {
  const answer = await fetch(new URL(path, address), { redirect: 'manual', headers: headersOf(site) })
  await answer.arrayBuffer()
  return answer.status
}

const headersOf = ({ session }: Broken) => ({ cookie: `session=${session}` })

export const formOf = (site: Broken, fields: Record<string, string>): URLSearchParams =>
  new URLSearchParams({ ...fields, _csrf: keyedDigest(SECRET, 'csrf', site.session) })

/** Fields of one record. */
export const recordOf = (nom: string, notes = ''): Record<string, string> => ({
  _envoi: randomToken(),
  'data[nom]': nom,
  'data[notes]': notes,
  'data[date_evenement][valeur]': '12/08/1787',
})

/** Posts a form as the administrator. */
export async function post(site: Broken, address: string, path: string, fields: Record<string, string>) {
  const body = formOf(site, fields)
  const answer = await fetch(new URL(path, address), {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: headersOf(site),
  })
  return { status: answer.status, text: await answer.text() }
}

/** Saves one record; the status of the answer, 303 when it was acknowledged. */
export async function save(site: Broken, address: string, nom: string, notes = ''): Promise<number> {
  return (await post(site, address, `/sources/${site.sourceId}/releves`, recordOf(nom, notes))).status
}

export interface Work {
  /** Names of the records that were acknowledged. */
  saved: string[]
  /** Statuses of the others; 0 where the connection broke. */
  refused: number[]
  /** Each answer counts here, in milliseconds. */
  times: number[]
}

let people = 0

/** `hands` people save without a pause until the result is called. */
export function work(site: Broken, address: string, hands: number): () => Promise<Work> {
  const done: Work = { saved: [], refused: [], times: [] }
  let isOn = true
  const one = async () => {
    people += 1
    const who = people
    for (let n = 0; isOn; n += 1) {
      const nom = `Personne ${who} acte ${n}`
      const before = performance.now()
      const status = await save(site, address, nom).catch(() => 0)
      done.times.push(performance.now() - before)
      if (status === 303) done.saved.push(nom)
      else done.refused.push(status)
      if (status !== 303) await pause(20)
    }
  }
  const all = Promise.all(Array.from({ length: hands }, one))
  return async () => {
    isOn = false
    await all
    return done
  }
}

/** How often each name is there: once, for what was acknowledged. */
export async function stored(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('releves').select('nom').execute()
  const counts = new Map<string, number>()
  for (const { nom } of rows) counts.set(nom ?? '', (counts.get(nom ?? '') ?? 0) + 1)
  return counts
}

/** Those of them that are not there exactly once. */
export const lost = (counts: Map<string, number>, names: readonly string[]): string[] =>
  names.filter((nom) => counts.get(nom) !== 1)

export const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0
