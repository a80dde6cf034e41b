// Two servers of one site, each with its installation, on machines of different names that share the folder of the site and its
// PostgreSQL: one is updated, or taken back, while the other still has other code.
import { expect, test } from 'vitest'
import { listBackups } from '../../src/features/sauvegardes/actions/backups.ts'
import {
  builtTree,
  type Installed,
  installation,
  leftovers,
  newTable,
  otherServer,
  publish,
  serves,
  stateOf,
  versionOf,
  withMigrations,
} from '../features/mises-a-jour/delivery.ts'
import { isPostgres } from '../support/db.ts'
import { factories } from '../support/factories.ts'
import { sections, user } from './busy-site.ts'
import { pause, tell } from './support.ts'

const built = builtTree()

const health = async (address: string) => {
  const answer = await fetch(new URL('/sante', address))
  return [answer.status, ((await answer.json()) as { statut: string }).statut]
}
const WELL = [200, 'ok']
const OTHER = [503, 'autre-version']

/** Each of its processes looks for itself, every two seconds. */
async function isOut(address: string): Promise<void> {
  await expect.poll(() => health(address), { timeout: 10_000 }).toEqual(OTHER)
  await pause(2500)
}

const page = async (address: string) => (await fetch(new URL('/login', address))).text()

const done = async (server: Installed, args: string[]) => {
  const { code, err } = await server.run(args)
  expect([code, err]).toEqual([0, expect.any(String)])
  return err
}

const release = (server: Installed, version: string, tables: number) => {
  const bodies = Array.from({ length: tables }, (_, i) => newTable(i + 1))
  return publish(server.versions, built.tree, version, withMigrations(...bodies))
}

/** Both are there, and serve. */
async function twoServers() {
  const first = await installation(built.tree)
  const second = otherServer(first)
  return { first, second, at: { first: await serves(first), second: await serves(second) } }
}

const isPossible = isPostgres && process.getuid?.() === 0

test.runIf(isPossible)(
  'one is updated: the other says so and writes nothing, until it follows',
  async () => {
    const { first, second, at } = await twoServers()
    const admin = await factories(first.site.db).user({ role: 'admin' })
    await release(first, '1.1.0', 1)
    const users = await Promise.all([
      user(first, at.first.address, admin.id),
      user(second, at.second.address, admin.id),
    ])
    expect(await done(first, ['app:update'])).toContain('D’autres serveurs')
    await isOut(at.second.address)
    const [here, there] = await Promise.all(users.map((end) => end()))
    const saved = [...(here?.saved ?? []), ...(there?.saved ?? [])]
    tell(
      `two servers: ${here?.saved.length} and ${there?.saved.length} saved, ${there?.refused} refused by the second; reads that failed: ${here?.unread.length} and ${new Set(there?.unread).size > 0 ? [...new Set(there?.unread)] : 0}`,
    )
    expect(await sections(first)).toEqual(expect.arrayContaining(saved))
    expect([here?.unread, [...new Set(there?.unread)].filter((status) => status !== 503)]).toEqual([[], []])
    expect([await health(at.first.address), versionOf(second)]).toEqual([WELL, '1.0.1'])
    expect(await page(at.second.address)).toContain('bin/releve app:update')
    const backups = listBackups(first.site.storage).length
    expect(await done(second, ['app:update'])).toContain('seul le code change')
    expect([await health(at.second.address), versionOf(second)]).toEqual([WELL, '1.1.0'])
    expect([listBackups(first.site.storage).length, leftovers(first), leftovers(second)]).toEqual([backups, [], []])
    expect((await second.run(['app:update'])).out).toContain('à jour (version 1.1.0)')
    await Promise.all([at.first.stop(), at.second.stop()])
  },
  240_000,
)

test.runIf(isPossible)(
  'both at once: one waits for nobody, the other is told so and follows; one that is behind does not lead further',
  async () => {
    const { first, second, at } = await twoServers()
    await release(first, '1.1.0', 1)
    const ends = await Promise.all([first, second].map((server) => server.run(['app:update'])))
    expect(ends.map(({ code }) => code).sort()).toEqual([0, 1])
    expect(ends.find(({ code }) => code === 1)?.err).toContain('déjà en cours')
    const late = ends[0]?.code === 1 ? first : second
    const early = late === first ? second : first
    await release(first, '1.2.0', 2)
    const state = await stateOf(early)
    const { code, err } = await late.run(['app:update'])
    expect([code, err]).toEqual([1, expect.stringContaining('plus récente que ce serveur')])
    expect([await stateOf(early), versionOf(late), leftovers(late)]).toEqual([state, '1.0.1', []])
    await done(early, ['app:update'])
    await done(late, ['app:update'])
    for (const { address } of [at.first, at.second]) await expect.poll(() => health(address)).toEqual(WELL)
    await Promise.all([at.first.stop(), at.second.stop()])
  },
  240_000,
)

test.runIf(isPossible)(
  'one is taken back: the other does not bring the database forward again, and goes back with it',
  async () => {
    const { first, second, at } = await twoServers()
    const old = await stateOf(first)
    await release(first, '1.1.0', 1)
    await done(first, ['app:update'])
    await done(second, ['app:update'])
    const point = async (server: Installed) => {
      const lines = (await server.run(['app:rollback'])).out.split('\n')
      return (
        lines
          .find((line) => line.includes('version 1.0.1'))
          ?.trim()
          .split('.')[0] ?? ''
      )
    }
    await done(first, ['app:rollback', await point(first)])
    await isOut(at.second.address)
    // Nor does a start of it.
    await at.second.stop()
    at.second = await serves(second)
    expect(await health(at.second.address)).toEqual(OTHER)
    expect(await page(at.second.address)).toContain('app:rollback')
    expect(await stateOf(first)).toEqual(old)
    expect(await done(second, ['app:rollback', await point(second)])).toContain('seul le code change')
    await expect.poll(() => health(at.second.address), { timeout: 10_000 }).toEqual(WELL)
    expect([await stateOf(first), versionOf(second)]).toEqual([old, '1.0.1'])
    await Promise.all([at.first.stop(), at.second.stop()])
  },
  240_000,
)

test.runIf(isPossible)(
  'where releases are put in place by themselves the other follows by itself',
  async () => {
    const first = await installation(built.tree)
    const second = otherServer(first)
    second.env.AUTO_UPDATE = 'true'
    const at = { first: await serves(first), second: await serves(second) }
    await release(first, '1.1.0', 1)
    await done(first, ['app:update'])
    await isOut(at.second.address)
    await expect.poll(() => versionOf(second), { timeout: 120_000, interval: 1000 }).toBe('1.1.0')
    await expect.poll(() => health(at.second.address), { timeout: 30_000 }).toEqual(WELL)
    await Promise.all([at.first.stop(), at.second.stop()])
  },
  240_000,
)
