// docs/trois-machines.md, followed to the letter: a site moves from SQLite to three machines with Patroni, which then fall one after
// another, and are taken care of. TROIS_MACHINES='gelée|switchover' does these steps alone.
import { expect, test } from 'vitest'
import { isPostgres } from '../support/db.ts'
import { temporaryFolder } from '../support/folder.ts'
import { squeeze } from '../support/html.ts'
import { releve } from '../support/process.ts'
import { sharedDb } from '../support/shared-db.ts'
import { pgbackrest, throughProxy } from './machines-care.ts'
import {
  answered,
  Browser,
  type Moved,
  PSQL,
  readBack,
  reading,
  refusesWrites,
  whileWriting,
  writingOn,
} from './machines-typing.ts'
import { brokenSite, pause, percentile, serve, tell } from './support.ts'
import { ALL, block, canRunMachines, EACH, Machines, NAMES, type Name } from './support-machines.ts'

/** A site on SQLite with its demonstration, moved there while it stands still. */
async function movedSite(): Promise<Moved> {
  const folder = temporaryFolder()
  const base = sharedDb(folder, { demo: true })
  const site = await brokenSite(folder, base)
  const { code, out, err } = await releve(['db:transfer', '--to', ALL], folder)
  expect([code, err]).toEqual([0, expect.any(String)])
  tell(out.split('\n')[0] ?? '')
  const { address } = await serve(site, { DATABASE_READ_URLS: EACH.join(' ') })
  return { site, address }
}

type Step = (machines: Machines, moved: Moved) => Promise<void>

const other = (name: Name): Name => NAMES.find((one) => one !== name) ?? name
const DATA = '/var/lib/postgresql/15/releves'
const BROKEN_MS = 20_000
const SETTLE_MS = 5000

/** Back again it follows another one, and takes nothing that is written. */
async function followsAgain(machines: Machines, name: Name): Promise<void> {
  await machines.whole(other(name))
  refusesWrites(machines, name)
}

const killed: Step = async (machines, moved) => {
  const { leader } = await machines.whole('base1')
  await whileWriting(`${leader}, which writes, loses its PostgreSQL (kill -9)`, moved, async () => {
    machines.run(leader, `kill -9 $(head -1 ${DATA}/postmaster.pid)`)
    await pause(BROKEN_MS)
  })
}

const off: Step = async (machines, moved) => {
  const { leader } = await machines.whole('base1')
  await whileWriting(`${leader}, which writes, is off`, moved, async () => {
    machines.leadEtcd(leader)
    await machines.kill(leader)
    await pause(BROKEN_MS)
  })
  await machines.start(leader)
  await followsAgain(machines, leader)
}

const frozen: Step = async (machines, moved) => {
  const { leader } = await machines.whole('base1')
  await whileWriting(`${leader}, which writes, is frozen and thawed`, moved, async () => {
    machines.leadEtcd(leader)
    machines.freeze(leader)
    await pause(BROKEN_MS)
    machines.freeze(leader, false)
    await pause(SETTLE_MS)
  })
  await followsAgain(machines, leader)
}

const cutOff: Step = async (machines, moved) => {
  const { leader } = await machines.whole('base1')
  await whileWriting(`${leader}, which writes, is cut off from the others and from the site`, moved, async () => {
    machines.leadEtcd(leader)
    machines.cut(leader)
    await pause(BROKEN_MS)
    // It goes on by itself, and takes nothing any more.
    expect(() => machines.run(leader, writingOn(leader, 5432))).toThrow(/read-only|starting up|refused|shutting down/)
    machines.cut(leader, false)
    await pause(SETTLE_MS)
  })
  await followsAgain(machines, leader)
}

const copyCutOff: Step = async (machines, moved) => {
  const { sync } = await machines.whole('base1')
  await whileWriting(`${sync}, for which writes wait, is cut off`, moved, async () => {
    machines.leadEtcd(sync)
    machines.cut(sync)
    await pause(BROKEN_MS)
    machines.cut(sync, false)
  })
  await machines.whole(other(sync))
}

/** Pages that readers get while something befalls a copy; none may be refused. */
async function readingWhile(what: string, moved: Moved, fault: () => Promise<void>): Promise<void> {
  const { good, bad, times } = await reading(moved, fault)
  tell(`${what} under 20 readers: ${good} pages, ${bad.length} refused, p95 ${percentile(times, 0.95).toFixed(0)} ms`)
  expect.soft(bad.length).toBe(0)
}

const copyOff: Step = async (machines, moved) => {
  const { sync } = await machines.whole('base1')
  machines.leadEtcd(sync)
  await readingWhile('a copy is off', moved, () => machines.kill(sync))
  await machines.start(sync)
  await machines.whole(other(sync))
}

const SMALL_MB = 500
const FOLDER = '/var/lib/postgresql/15'

/** A copy whose disk is small: it is filled anew from the one that writes. */
async function onSmallDisk(machines: Machines, name: Name, isSmall: boolean): Promise<void> {
  const place = isSmall ? `mount -t tmpfs -o size=${SMALL_MB}m,mode=755 tmpfs ${FOLDER}` : `umount ${FOLDER}`
  machines.run(name, `systemctl stop patroni && rm -rf ${DATA} && ${place} && chown postgres: ${FOLDER}`)
  machines.run(name, 'systemctl start patroni')
  await machines.whole(other(name))
}

const fullDisk: Step = async (machines, moved) => {
  const { other: name } = await machines.whole('base1')
  await onSmallDisk(machines, name, true)
  const state = new Browser(moved.site, moved.address)
  const said = async () => {
    const { text } = await state.get('/admin/etat')
    return new RegExp(`Copie ${addressOf(name)}\\S*([^<]*laissée)`).test(squeeze(text.replace(/<[^>]*>/g, '')))
  }
  await whileWriting(`${name}, a copy, has a full disk`, moved, () =>
    readingWhile('the disk of a copy is full', moved, async () => {
      machines.run(name, `dd if=/dev/zero of=${FOLDER}/plein bs=1M 2>/dev/null || true`)
      machines.run(other(name), `${PSQL} -c 'select pg_switch_wal()' || true`)
      await expect.poll(said, { timeout: 90_000, interval: 1000 }).toBe(true)
    }),
  )
  machines.run(name, `rm ${FOLDER}/plein`)
  await machines.whole(other(name))
  await onSmallDisk(machines, name, false)
}

const addressOf = (name: Name) => new URL(EACH[NAMES.indexOf(name)] ?? '').host

const switchover: Step = async (machines, moved) => {
  const { leader } = await machines.whole('base1')
  await whileWriting(`${leader} hands over (switchover)`, moved, async () => {
    machines.run(leader, block('switchover releves'))
    await pause(SETTLE_MS)
  })
  await machines.whole(leader)
  refusesWrites(machines, leader)
}

const reinit: Step = async (machines, moved) => {
  const { sync } = await machines.whole('base1')
  await whileWriting(`${sync}, for which writes wait, is copied anew (reinit)`, moved, async () => {
    machines.run(sync, block('reinit releves').replace('base1', `${sync} --force`))
    await pause(BROKEN_MS)
  })
  await machines.whole(other(sync))
}

const DELAYS = ['0', '300ms', '5s']
const READ_BACK = 1000

/** The copies apply what they receive so much later. */
function delay(machines: Machines, names: readonly Name[], time: string): void {
  const sql = `-c "alter system set recovery_min_apply_delay = '${time}'" -c "select pg_reload_conf()"`
  for (const name of names) machines.run(name, `${PSQL} ${sql}`)
}

const lateCopies: Step = async (machines, moved) => {
  const { sync, other: third } = await machines.whole('base1')
  const copies = [sync, third]
  for (const time of DELAYS) {
    delay(machines, copies, time)
    const [before, begun] = [answered(machines, copies), performance.now()]
    const stale = await readBack(moved, READ_BACK)
    const told = `${READ_BACK} acts read back in ${((performance.now() - begun) / 1000).toFixed(0)} s, ${stale} stale`
    tell(`delay ${time}: ${told}; the copies answered ${answered(machines, copies) - before}`)
    expect.soft(stale).toBe(0)
  }
  delay(machines, copies, '0')
}

const STEPS: Record<string, Step> = {
  ...{ tuée: killed, éteinte: off, gelée: frozen, coupée: cutOff, 'copie coupée': copyCutOff },
  ...{
    'copie éteinte': copyOff,
    'disque plein': fullDisk,
    switchover,
    reinit,
    retards: lateCopies,
    pgbackrest,
    haproxy: throughProxy,
  },
}

test.runIf(!isPostgres && canRunMachines)(
  'three machines, as the document says: each falls in its turn, and nothing acknowledged is lost',
  async () => {
    const machines = new Machines()
    await machines.install()
    const moved = await movedSite()
    const wanted = new RegExp(process.env.TROIS_MACHINES ?? '')
    for (const [name, step] of Object.entries(STEPS)) if (wanted.test(name)) await step(machines, moved)
  },
  3_600_000,
)
