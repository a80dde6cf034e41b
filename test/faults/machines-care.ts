// The three machines of docs/trois-machines.md are taken care of: backups by pgbackrest and the way back to an instant; and, to compare,
// they are reached through HAProxy.
import { execFileSync, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { openDatabase } from '../../src/db/open.ts'
import { settingsStore } from '../../src/features/parametres/store.ts'
import { silentLog } from '../../src/lib/log.ts'
import { temporaryFolder } from '../support/folder.ts'
import { releve } from '../support/process.ts'
import { type Moved, PSQL, whileWriting } from './machines-typing.ts'
import { pause, serve, tell } from './support.ts'
import { ALL, addressOfMachine, block, type Machines, NAMES, type Name } from './support-machines.ts'

const count = async (): Promise<number> => {
  const db = openDatabase(ALL)
  const one = db.selectFrom('releves').select((eb) => eb.fn.countAll<number>().as('n'))
  return Number((await one.executeTakeFirstOrThrow().finally(() => db.destroy())).n)
}

/** Without its first line, which installs packages that are here already. */
const withoutPackages = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !line.includes('apt-get'))
    .join('\n')

/** The line of the document for the machine of the site, as far as it asks pgbackrest. */
function toldByPgbackrest(machines: Machines): string {
  const line = /"\$\((.*)\)"/.exec(block('sauvegarde:faite'))?.[1] ?? ''
  return execFileSync('sh', ['-c', line.replace('/srv/sauvegardes', machines.backups)], { encoding: 'utf8' }).trim()
}

async function backedUp(machines: Machines, leader: Name, moved: Moved): Promise<void> {
  await machines.everywhere(withoutPackages(block('install -d -o postgres')))
  machines.run(leader, block('stanza-create'))
  await machines.everywhere(block('enable --now sauvegarde.timer'))
  await machines.everywhere('systemctl start sauvegarde.service')
  const info = machines.run(leader, `${AS_POSTGRES} pgbackrest --stanza=releves --output=json info`)
  const { backup } = JSON.parse(info)[0] as { backup: { type: string }[] }
  // The timer of whoever follows makes none.
  expect(backup.map(({ type }) => type)).toEqual(['full', expect.stringMatching(/^(incr|full)$/)])
  const { storage } = moved.site
  settingsStore(storage, silentLog, '').write({ sauvegarde_externe: 'pgbackrest' })
  const { code, out } = await releve(['sauvegarde:faite', toldByPgbackrest(machines)], storage)
  expect([code, out]).toEqual([0, expect.stringContaining('notée')])
  expect((await releve(['status'], storage)).out).toMatch(/Sauvegarde externe +pgbackrest, .*moins d’une heure/)
}

const AS_POSTGRES = 'cd / && sudo -u postgres'

/** All acts are deleted; the database goes back to the instant before. */
export async function pgbackrest(machines: Machines, moved: Moved): Promise<void> {
  const { leader } = await machines.whole('base1')
  await backedUp(machines, leader, moved)
  const before = await count()
  await pause(2000)
  const instant = machines.run(leader, `${PSQL} -Atc "select now()"`).trim()
  await pause(2000)
  machines.run(leader, `${PSQL} releves -c 'truncate releves cascade' -c 'select pg_switch_wal()'`)
  expect(await count()).toBe(0)
  await pause(5000)
  const begun = performance.now()
  const followers = NAMES.filter((name) => name !== leader)
  for (const name of [...followers, leader]) machines.run(name, 'systemctl stop patroni')
  machines.run(leader, block('--type=time').replace('2026-11-28 03:10:00+00', instant))
  await machines.leading(leader)
  for (const name of followers) machines.run(name, block('rm -rf /var/lib/postgresql/15/releves'))
  await machines.whole(leader)
  const seconds = ((performance.now() - begun) / 1000).toFixed(0)
  const after = await count()
  tell(
    `pgbackrest: ${before} acts, all deleted, ${after} back as of ${instant}, three machines again after ${seconds} s`,
  )
  expect(after).toBe(before)
}

const PROXY = 5000

/** HAProxy on the machine of the site: it asks Patroni each second who writes. */
async function proxied(moved: Moved): Promise<Moved> {
  const path = join(temporaryFolder(), 'haproxy.cfg')
  const servers = NAMES.map((name) => `  server ${name} ${addressOfMachine(name)}:6432 check port 8008`)
  const lines = [
    ...['defaults', '  mode tcp', '  timeout connect 3s', '  timeout client 30m', '  timeout server 30m'],
    ...[
      'listen releves',
      `  bind 10.77.0.1:${PROXY}`,
      '  option httpchk GET /primary',
      '  http-check expect status 200',
    ],
    ...['  default-server inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions', ...servers, ''],
  ]
  writeFileSync(path, lines.join('\n'))
  const proxy = spawn('haproxy', ['-db', '-f', path], { stdio: 'ignore' })
  onTestFinished(() => void proxy.kill('SIGKILL'))
  await pause(3000)
  const url = new URL(ALL.replace(/@[^/]+/, `@10.77.0.1:${PROXY}`))
  const { address } = await serve(moved.site, { DATABASE_URL: url.href })
  return { site: moved.site, address }
}

/** Compares both ways: HAProxy asks who writes, or the application, which knows the hosts, does. */
export async function throughProxy(machines: Machines, moved: Moved): Promise<void> {
  const through = await proxied(moved)
  for (const [way, site] of [
    ['hosts in the address', moved],
    ['HAProxy', through],
  ] as const) {
    const { leader } = await machines.whole('base1')
    await whileWriting(`${way}: ${leader} is off`, site, async () => {
      await machines.kill(leader)
      await pause(20_000)
    })
    await machines.start(leader)
    await machines.whole(NAMES.find((name) => name !== leader) ?? leader)
  }
}
