// A copy of a test server that follows it (streaming replica): its folder copied while it runs, as pg_basebackup does, which the programs
// of the tests do not have.
import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { inFolders, NOBODY, nativeFolder, runServer, runSql, type TestPostgres, type TestServer } from './postgres.ts'

export interface Replica extends TestServer {
  /** Applies what it receives so much later, from now on. */
  delay(time: string): Promise<void>
}

/** Files of the running server alone. */
const APART = ['postmaster.pid', 'postmaster.opts']

async function copyData(server: TestPostgres, data: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query("select pg_backup_start('copie', true)")
  const { rows: places } = await client.query<{ v: string }>("select current_setting('data_directory') as v")
  const from = places[0]?.v ?? ''
  for (const name of readdirSync(from).filter((one) => !APART.includes(one)))
    cpSync(join(from, name), join(data, name), { recursive: true })
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  writeFileSync(join(data, 'backup_label'), rows[0]?.labelfile ?? '')
  writeFileSync(join(data, 'standby.signal'), '')
  await client.end()
}

export const followServer = (server: TestPostgres, settings: readonly string[] = []): Promise<Replica> =>
  inFolders(async ({ folder, data }) => {
    await copyData(server, data)
    const host = new URL(server.url).searchParams.get('host')
    const follow = (delay: string) =>
      writeFileSync(
        join(data, 'postgresql.auto.conf'),
        `primary_conninfo = 'host=${host} user=postgres'\nrecovery_min_apply_delay = '${delay}'\n`,
      )
    follow('0')
    if (process.getuid?.() === 0) spawnSync('chown', ['-R', String(NOBODY), data])
    const running = await runServer(nativeFolder(folder), { folder, data }, settings)
    return {
      ...running,
      async delay(time) {
        follow(time)
        await runSql(running.url, 'select pg_reload_conf()')
      },
    }
  })
