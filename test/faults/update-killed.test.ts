// Updates from end to end: an installation made from an archive, a real server of releases, real processes. Updates that are
// killed, and releases that are not well: afterwards the old version or the new one serves, whole.
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listBackups } from '../../src/features/sauvegardes/actions/backups.ts'
import {
  answersBadly,
  builtTree,
  type Installed,
  installation,
  leftovers,
  newTable,
  publish,
  rewrite,
  serves,
  stateOf,
  stepOf,
  versionOf,
  withMigrations,
} from '../features/mises-a-jour/delivery.ts'
import { squeeze } from '../support/html.ts'

const KILLS = Number(process.env.FAULTS_KILLS ?? 25)
const RETURNS_KILLED = 5
const ETAPES = ['preparation', 'sauvegarde', 'migration', 'bascule']

const built = builtTree()

test('a newer release is found, put in place, and undone with its database', async () => {
  const installed = await installation(built.tree)
  const before = await stateOf(installed)
  expect((await installed.run(['app:check-update'])).out).toContain('à jour (version 1.0.1)')
  await publish(installed.versions, built.tree, '1.1.0', withMigrations(newTable()))
  // The answer is kept for an hour.
  expect((await installed.run(['app:check-update'])).out).toContain('à jour (version 1.0.1)')
  const done = await installed.run(['app:update'])
  expect([done.code, done.out, done.err]).toEqual([0, 'Relevés est à la version 1.1.0.\n', expect.any(String)])
  expect(await stateOf(installed)).toEqual({ ...before, version: '1.1.0', added: 1 })
  expect((await installed.run(['app:update'])).out).toContain('à jour (version 1.1.0)')
  expect(leftovers(installed)).toEqual([])
  const [backup] = listBackups(installed.site.storage)
  expect(backup?.origine).toBe('mise-a-jour')
  const list = await installed.run(['app:rollback'])
  expect(list.out).toMatch(/1\. .* · version 1\.0\.1 · .*mise-a-jour\.tar/)
  const back = await installed.run(['app:rollback', '1'])
  expect([back.code, back.err]).toEqual([0, expect.any(String)])
  expect(await stateOf(installed)).toEqual(before)
  expect(leftovers(installed)).toEqual([])
}, 180_000)

test('by itself: only where AUTO_UPDATE says so, where no administrator forbids it, and not what the site went back from', async () => {
  const installed = await installation(built.tree)
  const { versions, site, env } = installed
  const checked = async () => squeeze((await installed.run(['app:check-update'])).out)
  const forget = () => rmSync(join(site.storage, 'app', 'mise-a-jour.json'))
  await publish(versions, built.tree, '1.1.0')
  expect(await checked()).toMatch(/1\.1\.0 de Relevés est disponible.*app:update/)
  env.AUTO_UPDATE = 'true'
  const settings = (allowed: boolean) =>
    writeFileSync(join(site.storage, 'app', 'settings.json'), JSON.stringify({ update_check_enabled: allowed }))
  settings(false)
  expect(await checked()).toMatch(/désactivée/)
  settings(true)
  expect(await checked()).toMatch(/Relevés est à la version 1\.1\.0/)
  expect((await installed.run(['app:rollback', '1'])).code).toBe(0)
  expect(await checked()).toMatch(/revenu de cette version/)
  expect(versionOf(installed)).toBe('1.0.1')
  await publish(versions, built.tree, '1.1.1')
  forget()
  expect(await checked()).toMatch(/Relevés est à la version 1\.1\.1/)
}, 240_000)

test('whatever is wrong with a release, the site stays as it is', async () => {
  const installed = await installation(built.tree)
  const { versions, site } = installed
  const before = await stateOf(installed)
  const refused = async (reason: RegExp) => {
    const { code, out, err } = await installed.run(['app:update'])
    expect([code, out, squeeze(err)]).toEqual([1, '', expect.stringMatching(reason)])
    expect(await stateOf(installed)).toEqual(before)
    expect(leftovers(installed)).toEqual([])
  }
  const { annonce } = await publish(versions, built.tree, '1.1.0')
  const archive = join(versions.folder, annonce.archive)
  const bytes = readFileSync(archive)
  bytes[1000] = (bytes[1000] ?? 0) ^ 1
  writeFileSync(archive, bytes)
  await refused(/somme de contrôle/)
  await publish({ ...versions, key: generateKeyPairSync('ed25519').privateKey }, built.tree, '1.1.0')
  await refused(/pas signée/)
  // It would have left half a change: only the copy has it.
  await publish(versions, built.tree, '1.1.0', withMigrations(`${newTable()}\nthrow new Error('colonne absente')`))
  await refused(/app:self-check.*Référence/)
  expect(readFileSync(join(site.storage, 'commandes.log'), 'utf8')).toContain('colonne absente')
  await publish(versions, built.tree, '1.1.0', (tree) => {
    withMigrations(newTable())(tree)
    answersBadly(tree)
  })
  await refused(/Mise à niveau de la base….*sante.*Retour à la version 1\.0\.1….*avec toutes ses données/)
}, 240_000)

type State = Awaited<ReturnType<typeof stateOf>>

/** Starts a command and kills all of it, with what it started: at a moment, or as soon as it has noted a step. */
async function killed(installed: Installed, args: string[], at: number | string): Promise<void> {
  const { begin, home } = installed
  const child = begin(join(home, 'bin/releve'), args)
  const gone = new Promise((resolve) => child.on('close', resolve))
  const isThere = () => stepOf(installed) === at
  const begun = performance.now()
  while (child.exitCode === null && !isThere() && (typeof at === 'string' || performance.now() - begun < at))
    await new Promise((resolve) => setTimeout(resolve, 5))
  if (child.exitCode === null) process.kill(-(child.pid ?? 0), 'SIGKILL')
  await gone
}

/** `npm start`, until it is ready and answers. */
async function startsWell(installed: Installed): Promise<void> {
  const { address, stop } = await serves(installed)
  expect((await fetch(new URL('/sante', address))).status).toBe(200)
  await stop()
}

/** The way out of what was broken off, and what is there then: one of these states, to the last row. */
async function settles(installed: Installed, wayOut: 'start' | 'update', states: readonly State[]): Promise<State> {
  if (wayOut === 'start') await startsWell(installed)
  else expect((await installed.run(['app:update'])).code).toBe(0)
  const state = await stateOf(installed)
  expect(states).toContainEqual(state)
  return state
}

const timed = async (work: () => Promise<{ code: number | null }>): Promise<number> => {
  const begun = performance.now()
  expect((await work()).code).toBe(0)
  return performance.now() - begun
}

const randomly = (count: number, length: number) => Array.from({ length: count }, () => Math.random() * length)

test(`updates killed: ${KILLS} at any moment, one at each step`, async () => {
  const installed = await installation(built.tree)
  const next = async (n: number) => {
    const tables = Array.from({ length: n }, (_, i) => newTable(i + 1))
    await publish(installed.versions, built.tree, `1.${n}.0`, withMigrations(...tables))
  }
  let n = 1
  await next(n)
  const length = await timed(() => installed.run(['app:update']))
  let state = await stateOf(installed)
  const counts = { avant: 0, apres: 0 }
  for (const moment of [...ETAPES, ...randomly(KILLS, length)]) {
    n += 1
    await next(n)
    await killed(installed, ['app:update'], moment)
    const coming = { ...state, version: `1.${n}.0`, added: n }
    const found = await settles(installed, n % 2 === 0 ? 'start' : 'update', [state, coming])
    counts[found.version === state.version ? 'avant' : 'apres'] += 1
    state = found
  }
  process.stdout.write(
    `updates of ${Math.round(length)} ms killed: ${KILLS + ETAPES.length}; ${JSON.stringify(counts)}\n`,
  )
  expect((await installed.run(['app:update'])).code).toBe(0)
  expect(leftovers(installed)).toEqual([])
}, 3_000_000)

test(`returns killed: ${RETURNS_KILLED} at any moment`, async () => {
  const installed = await installation(built.tree)
  await publish(installed.versions, built.tree, '1.1.0', withMigrations(newTable()))
  const old = await stateOf(installed)
  const coming = { ...old, version: '1.1.0', added: 1 }
  const back = async () => {
    const list = (await installed.run(['app:rollback'])).out.split('\n')
    const line = list.find((one) => one.includes('version 1.0.1') && one.includes('mise-a-jour'))
    return ['app:rollback', line?.trim().split('.')[0] ?? '']
  }
  expect((await installed.run(['app:update'])).code).toBe(0)
  const length = await timed(async () => installed.run(await back()))
  for (const moment of ['retour', ...randomly(RETURNS_KILLED, length)]) {
    expect((await installed.run(['app:update'])).code).toBe(0)
    await killed(installed, await back(), moment)
    await settles(installed, 'start', [old, coming])
  }
  expect((await installed.run(['app:update'])).code).toBe(0)
  expect(leftovers(installed)).toEqual([])
}, 1_200_000)

/** Does something bad where a file is there, and leaves that file: well the first time, on the copy. */
const SECOND_TIME = (flag: string) =>
  `if (fs.existsSync('${flag}')) throw new Error('disque lent')\nfs.writeFileSync('${flag}', '')`

test('a migration, a start or an answer that fails on the site alone leads back by itself', async () => {
  const installed = await installation(built.tree)
  const old = await stateOf(installed)
  const flag = join(installed.home, 'drapeau')
  const bad: Record<string, (tree: string) => void> = {
    'db:migrate': withMigrations(`${newTable()}\n${SECOND_TIME(flag)}`),
    'ne démarre pas': (tree) => {
      withMigrations(newTable())(tree)
      rewrite(tree, 'dist/src/main.js', (text) => `process.exit(3)\n${text}`)
    },
    '/sante': (tree) => {
      withMigrations(newTable())(tree)
      answersBadly(tree)
    },
  }
  for (const [reason, change] of Object.entries(bad)) {
    await publish(installed.versions, built.tree, '1.1.0', change)
    const { code, err } = await installed.run(['app:update'])
    expect([code, err]).toEqual([1, expect.stringContaining(reason)])
    expect(await stateOf(installed)).toEqual(old)
    await startsWell(installed)
  }
  await publish(installed.versions, built.tree, '1.1.1', withMigrations(newTable()))
  expect((await installed.run(['app:update'])).code).toBe(0)
}, 600_000)

test('the packages of the lock file are enough: an archive installed by the real npm serves and updates itself', async () => {
  const installed = await installation(built.tree)
  const npm = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('npm-bin'))
  installed.env.PATH = npm.join(':')
  // Installs, before anybody counts the seconds until the site is ready.
  expect((await installed.run(['--help'])).code).toBe(0)
  await startsWell(installed)
  await publish(installed.versions, built.tree, '1.1.0', withMigrations(newTable()))
  expect((await installed.run(['app:update'])).code).toBe(0)
  await startsWell(installed)
}, 600_000)
