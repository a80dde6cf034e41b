// PgBouncer before the server of the tests, one server for each transaction: TEST_POOLER=/usr/sbin/pgbouncer npm test -- --project postgres
import { spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isServerThere } from '../../src/db/dialect/postgres/hosts.ts'

const PORT = 6432
/** It refuses to run as root. */
const NOBODY = 65534

/** The address of a database behind the pooler whose socket is in that folder. */
export function throughPooler(url: string, folder: string): string {
  const address = new URL(url)
  address.port = String(PORT)
  address.searchParams.set('host', folder)
  return address.href
}

export interface Pooler {
  /** Folder of its socket. */
  folder: string
  stop(): Promise<void>
}

/** `more`: lines of its configuration. */
export async function startPooler(program: string, server: string, more: readonly string[] = []): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'releves-pooler-'))
  const behind = new URL(server).searchParams.get('host') ?? ''
  writeFileSync(
    join(folder, 'pooler.ini'),
    [
      '[databases]',
      `* = host=${behind}`,
      '[pgbouncer]',
      'listen_addr =',
      `listen_port = ${PORT}`,
      `unix_socket_dir = ${folder}`,
      ...['auth_type = trust', `auth_file = ${join(folder, 'users')}`, 'pool_mode = transaction'],
      ...['max_client_conn = 400', 'default_pool_size = 6', 'max_db_connections = 6', 'server_idle_timeout = 5'],
      ...more,
    ].join('\n'),
  )
  writeFileSync(join(folder, 'users'), '"postgres" ""\n')
  chownSync(folder, NOBODY, NOBODY)
  const child = spawn(program, ['-q', join(folder, 'pooler.ini')], { uid: NOBODY, gid: NOBODY, stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = throughPooler(server, folder)
  for (let tries = 0; !(await isServerThere(url)); tries += 1) {
    if (tries > 100 || child.exitCode !== null) throw new Error('the pooler does not start')
    await new Promise((later) => setTimeout(later, 50))
  }
  return {
    folder,
    async stop() {
      child.kill('SIGQUIT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
