// Two hundred people log in at the same moment (an evening of training): what others wait for their pages meanwhile, and what
// memory it takes, on both engines, with the server in a process of its own. reliability.md T3.
// Use: npm run bench -- connexions [--people 200] [--engine sqlite|postgres]
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { openDatabase } from '../src/db/open.ts'
import { hashPassword } from '../src/features/auth/rules/password.ts'
import { createSession } from '../src/features/auth/sessions.ts'
import { databaseUrl, runSql, startPostgres } from '../test/support/postgres.ts'
import { NOW } from './support/random.ts'
import { say } from './support/report.ts'
import { freePort, untilAnswer } from './support/server.ts'
import { quantile } from './support/timing.ts'

const { values: asked } = parseArgs({
  options: { people: { type: 'string', default: '200' }, engine: { type: 'string', default: 'sqlite,postgres' } },
})
const PEOPLE = Number(asked.people)
const PASSWORD = 'une longue phrase de passe'
const GOALS = { pageMs: 200, memoryMb: 150 }
/** A page of each kind: nothing of ours, a list with its counts, a search, a file that the disk holds. */
const PAGES = ['/sante', '/sources', '/recherche?q=le', '/favicon.ico']
const READER = join(import.meta.dirname, 'support', 'reader.ts')
const REST_MS = 3000
const TURNS = 2

/** A process and those that it started, in turn. */
function processes(pid: number): number[] {
  const started = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return [pid, ...(started === '' ? [] : started.split(' ').flatMap((child) => processes(Number(child))))]
}

/** `VmRSS` now, `VmHWM` the most so far; in MiB. */
const memoryOf = (pid: number, what: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

const memory = (pid: number, what: 'VmRSS' | 'VmHWM'): number =>
  processes(pid).reduce((sum, one) => sum + memoryOf(one, what), 0)

/** The demonstration site with as many accounts as people come; a session of one who is in already. */
async function prepare(env: NodeJS.ProcessEnv, url: string): Promise<string> {
  const who = ['--admin-name', 'admin', '--admin-email', 'admin@exemple.fr']
  execFileSync('sh', ['bin/releve', 'app:install', '--demo', ...who], { env, input: PASSWORD })
  const db = openDatabase(url)
  const password_hash = await hashPassword(PASSWORD)
  const names = Array.from({ length: PEOPLE }, (_, n) => `eleve${n}`)
  await db
    .insertInto('users')
    .values(
      names.map((name) => ({
        ...{ name, name_key: name, email: `${name}@exemple.fr`, email_key: `${name}@exemple.fr`, password_hash },
        ...{ role: 'membre' as const, created_at: NOW, updated_at: NOW },
      })),
    )
    .execute()
  const { id } = await db.selectFrom('users').select('id').where('name', '=', 'admin').executeTakeFirstOrThrow()
  const session = await createSession(db, id, 'banc')
  await db.destroy()
  return session
}

/** The form of the log-in as this person's browser has it. */
async function loginForm(origin: string, login: string): Promise<() => Promise<Response>> {
  const page = await fetch(`${origin}/login`)
  const cookie = page.headers.getSetCookie().map((line) => line.split(';')[0])
  const _csrf = /name="_csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? ''
  const init = {
    method: 'POST',
    redirect: 'manual' as const,
    headers: { cookie: cookie.join('; '), origin },
    body: new URLSearchParams({ login, password: PASSWORD, _csrf }),
  }
  return () => fetch(`${origin}/login`, init)
}

/** Goes on until in, coming back when told to, as the message asks people to; gives how often that was. */
async function comeIn(post: () => Promise<Response>): Promise<number> {
  for (let again = 0; ; again += 1) {
    const answer = await post()
    await answer.arrayBuffer()
    if (answer.status === 303) return again
    if (answer.status !== 503) throw new Error(`a log-in was answered ${answer.status}`)
    await new Promise((go) => setTimeout(go, Number(answer.headers.get('retry-after')) * 1000))
  }
}

/** Pages that somebody reads meanwhile, and how long each took, once told that it is enough. */
function reading(origin: string, session: string): () => Promise<[string, number[]][]> {
  const reader = spawn(process.execPath, [...process.execArgv, READER, origin, session, ...PAGES], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const told = text(reader.stdout)
  return async () => {
    reader.stdin.end()
    return Object.entries(JSON.parse(await told) as Record<string, number[]>)
  }
}

const shown = (value: number, goal: number, unit: string): string => {
  if (value > goal) process.exitCode = 1
  return `${value.toFixed(0)} ${unit}${value > goal ? ` OVER ${goal}` : ''}`
}

function report(times: [string, number[]][]): void {
  for (const [path, list] of times) {
    const [p95, most] = [quantile(list, 0.95), quantile(list, 1)]
    const told = `median ${quantile(list, 0.5).toFixed(0)} ms, p95 ${shown(p95, GOALS.pageMs, 'ms')}, most ${shown(most, GOALS.pageMs, 'ms')}`
    say(`    meanwhile ${path.padEnd(18)} ${String(list.length).padStart(4)} asked, ${told}`)
  }
}

async function crowd(origin: string, session: string): Promise<void> {
  const forms: (() => Promise<Response>)[] = []
  for (let n = 0; n < PEOPLE; n += 1) forms.push(await loginForm(origin, `eleve${n}`))
  const times = reading(origin, session)
  await new Promise((go) => setTimeout(go, REST_MS))
  const before = performance.now()
  const returns = await Promise.all(forms.map(comeIn))
  const seconds = (performance.now() - before) / 1000
  const told = `${returns.filter((n) => n > 0).length} of them told to come back`
  say(`  ${PEOPLE} people are in after ${seconds.toFixed(1)} s, ${told}, ${Math.max(...returns)} times at most`)
  report(await times())
}

async function quiet(origin: string, session: string): Promise<void> {
  const times = reading(origin, session)
  await new Promise((go) => setTimeout(go, REST_MS))
  say('  nobody is at the door')
  report(await times())
}

async function measure(label: string, folder: string, url: string): Promise<void> {
  say(label)
  const port = await freePort()
  const env = { ...process.env, STORAGE_DIR: folder, DATABASE_URL: url, PORT: String(port), NODE_ENV: 'production' }
  const session = await prepare(env, url)
  const server: ChildProcess = spawn('sh', ['bin/start'], { env, stdio: 'ignore' })
  const ended = new Promise((go) => server.once('exit', go))
  try {
    await untilAnswer(port)
    const [origin, pid] = [`http://127.0.0.1:${port}`, server.pid ?? 0]
    await quiet(origin, session)
    const rest = memory(pid, 'VmRSS')
    // From here on VmHWM is the most since now.
    for (const one of processes(pid)) writeFileSync(`/proc/${one}/clear_refs`, '5')
    for (let turn = 0; turn < TURNS; turn += 1) await crowd(origin, session)
    const more = memory(pid, 'VmHWM') - rest
    say(`  memory ${rest.toFixed(0)} MB before, at most ${shown(more, GOALS.memoryMb, 'MB')} more`)
  } finally {
    server.kill('SIGTERM')
    await ended
  }
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'releves-bench-'))
  try {
    if (asked.engine.includes('sqlite'))
      await measure('SQLite', join(folder, 's'), `sqlite:${join(folder, 'b.sqlite')}`)
    if (!asked.engine.includes('postgres')) return
    const server = await startPostgres()
    try {
      await runSql(server.url, 'create database banc')
      await measure('PostgreSQL', join(folder, 'p'), databaseUrl(server.url, 'banc'))
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
