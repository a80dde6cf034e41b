import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { linesOf } from '../../../lib/lines.ts'
import type { AnyDb } from '../../schema.ts'
import type { SavedRows } from '../base.ts'
import { BaseMismatch, gathering } from '../base-rows.ts'
import { kindOf, type StoredRow } from '../tables.ts'
import { hostAddresses, primaryAmong } from './hosts.ts'

/** PostgreSQL's own programs, of one version. */
export interface PostgresTools {
  dump: string
  restore: string
}

/** Debian keeps each major version in a folder of its own; elsewhere they are in the path. */
const DEBIAN = '/usr/lib/postgresql'

function majorOf(program: string): number | undefined {
  const { stdout, status } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 5000 })
  return status === 0 ? Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]) : undefined
}

function folders(): string[] {
  try {
    return ['', ...readdirSync(DEBIAN).map((version) => join(DEBIAN, version, 'bin'))]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ['']
    throw error
  }
}

/** The newest programs that can read a server of that major version; undefined where there are none. */
export function findTools(serverMajor: number): PostgresTools | undefined {
  const found = folders().flatMap((folder) => {
    const tools = { dump: join(folder, 'pg_dump'), restore: join(folder, 'pg_restore') }
    const [dump, restore] = [majorOf(tools.dump), majorOf(tools.restore)]
    return dump !== undefined && restore !== undefined && Math.min(dump, restore) >= serverMajor
      ? [{ tools, major: dump }]
      : []
  })
  return found.sort((a, b) => b.major - a.major)[0]?.tools
}

export async function serverMajor(db: AnyDb): Promise<number> {
  const { rows } = await sql<{ n: number }>`select current_setting('server_version_num')::int / 10000 as n`.execute(db)
  return rows[0]?.n ?? 0
}

/** The address as libpq reads it, and the password apart: what stands on a command line, everybody on the machine can read. */
function libpqAddress(url: string): { address: string; password: string } {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  // The driver's word for « encrypted, whoever answers ».
  if (address.searchParams.get('sslmode') === 'no-verify') address.searchParams.set('sslmode', 'require')
  return { address: address.href, password }
}

const escaped = (text: string): string => text.replace(/[\\:]/g, '\\$&')

/** Runs a program, its output as it comes. Throws at the end where the program failed. */
async function* run(
  program: string,
  args: string[],
  { env = {}, input }: { env?: Record<string, string>; input?: Readable },
) {
  // biome-ignore lint/style/noProcessEnv: a program needs its PATH and its locale
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
  const ended = once(child, 'close')
  let said = ''
  child.stderr.on('data', (bytes) => {
    said = (said + bytes).slice(-2000)
  })
  // A program that ends early leaves us with a pipe that nobody reads.
  child.stdin.on('error', () => child.stdin.destroy())
  if (input) input.pipe(child.stdin)
  else child.stdin.end()
  try {
    yield* child.stdout as AsyncIterable<Buffer>
    const [code] = (await ended) as [number | null]
    if (code !== 0) throw new Error(`${program} failed (${code}): ${said.trim()}`)
  } finally {
    child.kill('SIGKILL')
  }
}

/** All of a schema in PostgreSQL's own format, as a snapshot that is held open sees it. */
export async function* dumpWithTools(
  tools: PostgresTools,
  url: string,
  schema: string,
  snapshotId: string,
): AsyncGenerator<Buffer, void> {
  const { address, password } = libpqAddress((await primaryAmong(hostAddresses(url))) ?? url)
  const folder = mkdtempSync(join(tmpdir(), 'releves-pgpass-'))
  try {
    const passfile = join(folder, 'pgpass')
    writeFileSync(passfile, `*:*:*:*:${escaped(password)}\n`, { mode: 0o600 })
    const options = ['--format=custom', '--no-owner', '--no-acl', '--load-via-partition-root', '--no-password']
    const chosen = [`--schema="${schema.replaceAll('"', '""')}"`, `--snapshot=${snapshotId}`, `--dbname=${address}`]
    yield* run(tools.dump, [...options, ...chosen], { env: { PGPASSFILE: passfile } })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const UNESCAPED: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** COPY writes booleans short; everywhere else they are words. */
const IN_FULL: Record<string, string> = { t: 'true', f: 'false' }

/** A cell of COPY's text format. */
const cellOf = (text: string): string | null =>
  text === '\\N' ? null : text.replace(/\\(.)/gs, (_all, sign: string) => UNESCAPED[sign] ?? sign)

const unquoted = (name: string): string => (name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name)
const COPY = /^COPY (?:(?:"(?:[^"]|"")+"|\w+)\.)?("(?:[^"]|"")+"|\w+) \((.*)\) FROM stdin;$/
const NAMES = /"(?:[^"]|"")+"|\w+/g

function rowOf(columns: readonly string[], line: string): StoredRow {
  return line.split('\t').map((text, at) => {
    const cell = cellOf(text)
    return cell !== null && kindOf(columns[at] ?? '', false) === 'oui_non' ? (IN_FULL[cell] ?? cell) : cell
  })
}

function readLine(line: string, gathered: ReturnType<typeof gathering>): void {
  const { columns } = gathered
  if (columns) {
    if (line === '\\.') gathered.turnTo(undefined)
    else gathered.add(rowOf(columns, line))
    return
  }
  const [, table, list] = COPY.exec(line) ?? []
  if (table) gathered.turnTo({ table: unquoted(table), columns: (list?.match(NAMES) ?? []).map(unquoted) })
}

/** The rows of an archive of `dumpWithTools`, table by table, some at a time. Throws where it cannot be read to its end. */
export async function* readDump(tools: PostgresTools, archive: Readable): AsyncGenerator<SavedRows, void> {
  const gathered = gathering()
  for await (const lines of linesOf(run(tools.restore, ['--data-only', '--file=-'], { input: archive }))) {
    for (const line of lines) readLine(line, gathered)
    yield* gathered.take()
  }
  if (gathered.columns) throw new BaseMismatch('the dump ends in the middle of a table')
}
