// Updates of a site that is being used, on disks that are full or closed, twice at once.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runningServices } from '../../src/features/presence/services.ts'
import {
  answersBadly,
  builtTree,
  installation,
  leftovers,
  newTable,
  publish,
  rewrite,
  serves,
  stateOf,
  stepOf,
  withMigrations,
} from '../features/mises-a-jour/delivery.ts'
import { factories } from '../support/factories.ts'
import { temporaryFolder } from '../support/folder.ts'
import { squeeze } from '../support/html.ts'
import { sections, user } from './busy-site.ts'
import { pause } from './support.ts'

const built = builtTree()

test('two updates at once: one works, the other is told so', async () => {
  const installed = await installation(built.tree)
  await publish(installed.versions, built.tree, '1.1.0', withMigrations(newTable()))
  const before = await stateOf(installed)
  const ends = await Promise.all([1, 2].map(() => installed.run(['app:update'])))
  expect(ends.map(({ code }) => code).sort()).toEqual([0, 1])
  expect(ends.find(({ code }) => code === 1)?.err).toContain('déjà en cours')
  expect(await stateOf(installed)).toEqual({ ...before, version: '1.1.0', added: 1 })
  expect(leftovers(installed)).toEqual([])
}, 180_000)

/** A disk of its own, a little larger than an update asks for. */
function disk(): { folder: string; mount: (option: string) => void } {
  const folder = temporaryFolder()
  const [image, mounted] = [join(folder, 'disque'), join(folder, 'm')]
  mkdirSync(mounted)
  execFileSync('truncate', ['-s', '740M', image])
  execFileSync('mkfs.ext4', ['-q', '-m', '0', image])
  execFileSync('mount', ['-o', 'loop', image, mounted])
  onTestFinished(() => void execFileSync('umount', ['-l', mounted]))
  return { folder: mounted, mount: (option) => void execFileSync('mount', ['-o', `remount,${option}`, mounted]) }
}

const MB = 1024 * 1024

test.runIf(process.getuid?.() === 0)(
  'a disk that is full or closed when a release arrives: nothing changes',
  async () => {
    const { folder, mount } = disk()
    const installed = await installation(built.tree, folder)
    const { versions } = installed
    const before = await stateOf(installed)
    await publish(versions, built.tree, '1.1.0')
    const filler = join(folder, 'autre-chose')
    const refused = async (reason: RegExp) => {
      const { code, err } = await installed.run(['app:update'])
      expect([code, squeeze(err)]).toEqual([1, expect.stringMatching(reason)])
      rmSync(filler, { force: true })
      expect(await stateOf(installed)).toEqual(before)
      expect(leftovers(installed)).toEqual([])
    }
    const fill = (left: number) => {
      const { bavail, bsize } = statfsSync(folder)
      execFileSync('fallocate', ['-l', String(bavail * bsize - left), filler])
    }
    // Something else takes the place that was there when the update looked: for the archive, then for what is in it.
    for (const left of [MB / 4, 4 * MB]) {
      versions.answer = (path) => {
        if (path.endsWith('.tar.gz')) fill(left)
        return false
      }
      await refused(/disque du serveur est plein/)
    }
    versions.answer = undefined
    fill(50 * MB)
    await refused(/Pas assez de place/)
    mount('ro')
    await refused(/ne peut pas être modifié par cet utilisateur/)
    mount('rw')
    expect((await installed.run(['app:update'])).code).toBe(0)
  },
  300_000,
)

/** Well by itself, and not under its supervisor. */
const neverServes = (tree: string) => rewrite(tree, 'dist/src/worker.js', (text) => `process.exit(3)\n${text}`)

test('a site that is used meanwhile: read without an error, and nothing acknowledged is lost whichever version it ends with', async () => {
  const installed = await installation(built.tree)
  const { versions, site } = installed
  const { address, stop } = await serves(installed)
  const admin = await factories(site.db).user({ role: 'admin' })
  const releases = [
    { version: '1.1.0', served: '1.0.1', change: answersBadly },
    { version: '1.1.1', served: '1.0.1', change: neverServes },
    { version: '1.1.2', served: '1.1.2', change: () => undefined },
  ]
  for (const { version, served, change } of releases) {
    await publish(versions, built.tree, version, (tree) => {
      withMigrations(newTable())(tree)
      change(tree)
    })
    const begun = await user(installed, address, admin.id)
    const { code, err } = await installed.run(['app:update'])
    const { saved, refused, reads, unread } = await begun()
    process.stdout.write(
      `${version}: ${saved.length} saved, ${refused} refused; ${reads} reads, ${unread.length} failed\n`,
    )
    expect([code, err]).toEqual([version === served ? 0 : 1, expect.not.stringContaining('Redémarrez')])
    expect(runningServices(site.storage, installed.home)).toMatchObject([{ version: served, recharge: true }])
    expect([saved.length > 0, refused > 0, unread]).toEqual([true, true, []])
    expect(await sections(installed)).toEqual(expect.arrayContaining(saved))
  }
  await stop()
}, 600_000)

test('what was being written when an update began is there after it, even where the site comes back by its backup', async () => {
  const installed = await installation(built.tree)
  const { versions, site } = installed
  await publish(versions, built.tree, '1.1.0', (tree) => {
    withMigrations(newTable())(tree)
    answersBadly(tree)
  })
  let slow: Promise<void> | undefined
  const write = () =>
    site.db.transaction().execute(async (trx) => {
      await trx.insertInto('sections').values({ nom: 'Lente', nom_key: 'lente', description: null }).execute()
      while (stepOf(installed) !== 'sauvegarde') await pause(20)
      await pause(4000)
    })
  versions.answer = (path) => {
    if (path.endsWith('.tar.gz')) slow ??= write()
    return false
  }
  const { code, err } = await installed.run(['app:update'])
  await slow
  expect([code, err]).toEqual([1, expect.stringContaining('Retour à la version 1.0.1')])
  expect(await sections(installed)).toContain('Lente')
}, 120_000)
