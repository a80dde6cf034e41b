// Two servers of one site behind a real nginx, as the README says (PostgreSQL: several servers). Debian's package `nginx`, on the
// path or in NGINX; nothing of it is installed or started otherwise.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isPostgres } from '../support/db.ts'
import { temporaryFolder } from '../support/folder.ts'
import { brokenSite, freePort, lost, pause, percentile, post, read, serve, stored, tell, work } from './support.ts'

const NGINX = process.env.NGINX ?? 'nginx'
const isInstalled = spawnSync(NGINX, ['-v']).status === 0

/** The example of the README, on ports of ours and without a certificate. */
function readmeExample(port: number, servers: readonly string[]): string {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
  const example = /```nginx\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
  return example
    .replace('  server 127.0.0.1:3000;', servers.map((address) => `  server ${new URL(address).host};`).join('\n'))
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
}

async function behindNginx(servers: readonly string[]): Promise<string> {
  const [folder, port] = [temporaryFolder(), await freePort()]
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'tmp'), { mode: 0o777 })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/tmp/${name};`,
  )
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
    http { access_log off; ${temporary.join(' ')} ${readmeExample(port, servers)} }`,
  )
  const child = spawn(NGINX, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')])
  onTestFinished(() => void child.kill('SIGTERM'))
  const address = `http://127.0.0.1:${port}/`
  await expect
    .poll(() =>
      fetch(new URL('/sante', address)).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)
  return address
}

test.runIf(isInstalled && isPostgres)(
  'two servers of one site behind nginx, reloaded and stopped one after the other',
  async () => {
    const site = await brokenSite()
    const env = { TRUST_PROXY: '1' }
    const [first, second] = [await serve(site, env), await serve(site, env)]
    const address = await behindNginx([first.address, second.address])
    const stop = work(site, address, 4)
    await pause(1000)
    for (const { child } of [first, second]) {
      child.kill('SIGHUP')
      await pause(3000)
    }
    // One of them knows what the other is told: settings by the shared folder, sessions by the database.
    const told = await post(site, first.address, '/parametres/general', {
      site_name: 'Cercle d’Aleth',
      journal_mois: '12',
    })
    expect(told.status).toBe(303)
    await expect
      .poll(async () => (await (await fetch(new URL('/login', second.address))).text()).includes('Cercle d’Aleth'))
      .toBe(true)
    first.child.kill('SIGTERM')
    expect((await first.end).code).toBe(0)
    await pause(1000)
    const { saved, refused, times } = await stop()
    tell(
      `nginx, 2 servers: ${saved.length} saved, ${refused.length} failed, p99 ${Math.round(percentile(times, 0.99))} ms`,
    )
    expect([refused, lost(await stored(site.db), saved)]).toEqual([[], []])
    await post(site, address, '/logout', {})
    expect(await read(site, second.address)).toBe(303)
    second.child.kill('SIGTERM')
    expect((await second.end).code).toBe(0)
  },
  120_000,
)
