// The README's commands for a volunteer are typed as they stand there, but for what a test machine does not have.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { publishRelease } from '../../bin/release-archive.ts'
import { backupsFolder, makeBackup } from '../../src/features/sauvegardes/actions/backups.ts'
import { builtTree, fakeNpm } from '../features/mises-a-jour/delivery.ts'
import { backedUpSite, contentAt } from '../features/mises-a-jour/support.ts'
import { isPostgres } from '../support/db.ts'
import { temporaryFolder } from '../support/folder.ts'
import { postgresDatabase } from '../support/shared-db.ts'

const fromRoot = (name: string): string => readFileSync(join(import.meta.dirname, '../..', name), 'utf8')
const readme = fromRoot('README.md')
const built = builtTree()

/** The commands under a heading, block by block. */
function blocks(heading: string): string[] {
  const section = readme.split(/^##+ /m).find((one) => one.startsWith(`${heading}\n`)) ?? ''
  return [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, commands = '']) => commands)
}

/** A machine that has what is in `folder`, and where every account is ours. */
function machine(folder: string, url: string) {
  const replaced: [RegExp, string][] = [
    [/^wget .*$/m, 'cp publie/* .'],
    [/releves-\d+\.\d+\.\d+/g, `releves-${fromRoot('VERSION').trim()}`],
    [/^sudo useradd .*$/m, 'mkdir -p /srv/releves'],
    [/install -o releves/, 'install'],
    [/^sudo systemctl (stop|start|enable --now) releves$/gm, ':'],
    [/sudo (-u releves )?/g, ''],
    [/chown -R releves:/g, `chown -R ${process.getuid?.()}`],
    [/'postgres:[^']*'/g, `'${url}'`],
    [/\/(srv|mnt)\//g, `${folder}/$1/`],
  ]
  const env = { PATH: `${fakeNpm(folder)}:${process.env.PATH}`, HOME: folder }
  return (commands: readonly (string | undefined)[]): string => {
    const script = replaced.reduce((text, [from, to]) => text.replace(from, to), commands.join('\n'))
    return execFileSync('sh', ['-euc', script], { cwd: folder, env, encoding: 'utf8' })
  }
}

test('a dead server comes back, and a folder copied by hand, by the commands of the README', async () => {
  const site = await backedUpSite()
  const before = await contentAt(site.address)
  const { name } = await makeBackup(site, 'manuelle')
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'mnt/copie'), { recursive: true })
  copyFileSync(join(backupsFolder(site.storage), name), join(folder, 'sauvegarde.tar'))
  const release = { key: undefined, server: undefined, from: undefined, at: new Date(0) }
  await publishRelease({ ...release, root: built.tree, folder: join(folder, 'publie') })

  const storage = join(folder, 'srv/releves/storage')
  const url = isPostgres ? await postgresDatabase() : `sqlite:${join(storage, 'database.sqlite')}`
  const type = machine(folder, url)
  const [install, fromElsewhere, put, onSqlite, onPostgres, open] = blocks('Le serveur est mort')
  expect(fromElsewhere).toBe('sudo -u releves bin/releve copie:restaurer\n')
  const said = type([...blocks('Obtenir le dossier'), install, put, isPostgres ? onPostgres : onSqlite, open])
  expect(said).toMatch(/restaurée\s: 300\srelevés[\s\S]*Relevés +300/)
  const expectAll = async () => {
    expect(await contentAt(url)).toEqual(before)
    const settings = JSON.parse(readFileSync(join(storage, 'app/settings.json'), 'utf8'))
    expect(settings.site_name).toBe('Cercle de Saint-Malo')
  }
  await expectAll()

  const [copy, putBack] = blocks('Copier storage à la main')
  type([copy])
  rmSync(join(storage, 'app/settings.json'))
  if (!isPostgres) rmSync(join(storage, 'database.sqlite'))
  type([putBack])
  await expectAll()
  expect(type(['cd /srv/releves', 'bin/releve status'])).toMatch(/Relevés +300/)
}, 180_000)
