// An empty site on each engine that is asked for.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createApp } from '../../src/app.tsx'
import { readConfig } from '../../src/config.ts'
import { migrateToLatest } from '../../src/db/migrate.ts'
import type { Db, UserRole } from '../../src/db/schema.ts'
import { createSession } from '../../src/features/auth/sessions.ts'
import { silentLog } from '../../src/lib/log.ts'
import { buildDeps } from '../../src/process/deps.ts'
import { databaseUrl, runSql, startPostgres } from '../../test/support/postgres.ts'
import { NOW } from './random.ts'
import { say } from './report.ts'
import { timed } from './timing.ts'

/** The application of an empty site at this address, its data in `folder`. */
export async function openSite(folder: string, url: string) {
  const deps = buildDeps(readConfig({ STORAGE_DIR: folder }), { url, secret: 'bench' }, silentLog)
  deps.settings.write({ site_name: 'Banc d’essai', installed_at: NOW })
  await migrateToLatest(deps.db)
  return { db: deps.db, app: createApp(deps) }
}

/** The cookie of the first person of this role. */
export async function cookieOf(db: Db, role: UserRole): Promise<string> {
  const first = db.selectFrom('users').select('id').where('role', '=', role).orderBy('id')
  const { id } = await first.executeTakeFirstOrThrow()
  return `session=${await createSession(db, id, 'bench')}`
}

type App = Awaited<ReturnType<typeof openSite>>['app']

interface TimedPage {
  /** Its name in the report. */
  what: string
  path: string
  /** Milliseconds at the 95th percentile, where there is a goal. */
  goal?: number | undefined
}

/** Times a page as a reader gets it, and says it; a goal that is missed fails the bench. */
export async function timePage(app: App, cookie: string, { what, path, goal }: TimedPage): Promise<void> {
  let bytes = 0
  const { median, p95, cpu } = await timed(async () => {
    const res = await app.request(path, { headers: { cookie, 'accept-encoding': 'gzip' } })
    bytes = (await res.arrayBuffer()).byteLength
    if (res.status !== 200) throw new Error(`${path} answered ${res.status}`)
  })
  const isOver = goal !== undefined && p95 > goal
  if (isOver) process.exitCode = 1
  const figures = `p50 ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, processor ${cpu.toFixed(1)} ms, ${(bytes / 1000).toFixed(1)} kB`
  say(`  ${what.padEnd(24)} ${figures}${goal === undefined ? '' : ` (goal ${goal} ms)`}${isOver ? '  TOO SLOW' : ''}`)
}

/** Measures on an empty database of each engine named in `asked`; `folder` is removed at the end. */
export async function onEngines(
  asked: string,
  folder: string,
  measure: (label: string, url: string) => Promise<void>,
): Promise<void> {
  try {
    if (asked.includes('sqlite')) await measure('SQLite', `sqlite:${join(folder, 'bench.sqlite')}`)
    if (!asked.includes('postgres')) return
    const server = await startPostgres()
    try {
      await runSql(server.url, 'create database bench')
      await measure('PostgreSQL', databaseUrl(server.url, 'bench'))
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
