// Copies elsewhere at servers that others wrote: sshd of OpenSSH, mod_dav of Apache, s3rver of npm. What they really answer to a wrong
// password, an expired key, a full disk, a wrong clock or a kill is told by name, and leaves the good copies.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { backupsFolder, makeBackup } from '../../src/features/sauvegardes/actions/backups.ts'
import { sendCopy } from '../../src/features/sauvegardes/ailleurs/actions/copy.ts'
import { fetchCopy } from '../../src/features/sauvegardes/ailleurs/actions/fetch.ts'
import { tryPlace } from '../../src/features/sauvegardes/ailleurs/actions/trial.ts'
import { siteMark } from '../../src/features/sauvegardes/ailleurs/rules/remote-names.ts'
import { backupName } from '../../src/features/sauvegardes/rules/names.ts'
import type { Elsewhere } from '../../src/lib/elsewhere.ts'
import { backedUpSite } from '../features/mises-a-jour/support.ts'
import { isPostgres } from '../support/db.ts'
import { temporaryFolder } from '../support/folder.ts'
import { placeOf } from '../support/places/settings.ts'
import { newKey } from '../support/places/sftp.ts'
import { freePort, tell } from './support.ts'

const SSHD = '/usr/sbin/sshd'
const APACHE = '/usr/sbin/apache2'
const MODULES = '/usr/lib/apache2/modules'
const isRoot = process.getuid?.() === 0
const QUICK = { workFactor: 10, silenceMs: 20_000 }
const ROOM_MB = 24

/** A server, and what it says where something is wrong. */
interface Server {
  place: Elsewhere
  /** A place that the server refuses, and how it is told. */
  wrong: [Partial<Elsewhere>, string][]
  /** How a full disk is told: not every server says why it writes nothing. */
  full: string[]
  /** Bytes of a file that it is told to refuse, whatever room there is. */
  tooLarge?: number
  kill: () => Promise<void>
  /** Starts it again at its port. */
  start: () => Promise<void>
}

/** A disk of so many megabytes where one may be mounted; else a folder. */
function disk(): { files: string; isSmall: boolean } {
  const files = temporaryFolder()
  if (!isRoot) return { files, isSmall: false }
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${ROOM_MB}m,mode=777`, 'tmpfs', files])
  if (mounted.status !== 0) return { files, isSmall: false }
  onTestFinished(() => void execFileSync('umount', ['-l', files]))
  return { files, isSmall: true }
}

/** A program that serves at a port, begun anew as often as wanted. */
function served(program: string, args: string[], port: number) {
  let child: ChildProcess | undefined
  const start = async () => {
    child = spawn(program, args, { stdio: 'ignore' })
    const answers = () =>
      fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        (error: { cause?: { code?: string } }) => error.cause?.code !== 'ECONNREFUSED',
      )
    await expect.poll(answers, { timeout: 30_000 }).toBe(true)
  }
  const kill = async () => {
    const one = child
    if (!one || one.exitCode !== null || one.signalCode !== null) return
    const end = new Promise((resolve) => one.once('exit', resolve))
    one.kill('SIGKILL')
    await end
  }
  onTestFinished(kill)
  return { start, kill }
}

/** OpenSSH, which only lets in who has started it, by keys. */
async function sshd(files: string): Promise<Server> {
  const folder = temporaryFolder()
  const [mine, host, late, other] = [newKey(), newKey(), newKey(), newKey()]
  const at = (name: string) => join(folder, name)
  writeFileSync(at('hote'), host.private, { mode: 0o600 })
  writeFileSync(at('cles'), `${mine.public}\nexpiry-time="20200101" ${late.public}\n`)
  if (isRoot) mkdirSync('/run/sshd', { recursive: true })
  const port = await freePort()
  const lines = [
    ...[`Port ${port}`, 'ListenAddress 127.0.0.1', `HostKey ${at('hote')}`, `AuthorizedKeysFile ${at('cles')}`],
    ...['StrictModes no', 'UsePAM no', 'PasswordAuthentication no', 'PermitRootLogin yes', `PidFile ${at('pid')}`],
    ...['Subsystem sftp internal-sftp', 'ForceCommand internal-sftp', 'MaxStartups 100'],
  ]
  writeFileSync(at('config'), lines.join('\n'))
  const server = served(SSHD, ['-D', '-e', '-f', at('config')], port)
  await server.start()
  const place = placeOf({ sorte: 'sftp', adresse: '127.0.0.1', port, dossier: files, identifiant: userInfo().username })
  const wrong: Server['wrong'] = [
    [{ cle_privee: late.private }, 'identifiants'],
    [{ cle_privee: other.private }, 'identifiants'],
    [{ cle_privee: '', secret: 'un autre' }, 'identifiants'],
    [{ dossier: `${files}/absent` }, 'dossier'],
    [{ cle_hote: `SHA256:${'A'.repeat(43)}` }, 'cle_serveur'],
  ]
  return { ...server, wrong, full: ['ecriture'], place: { ...place, secret: '', cle_privee: mine.private } }
}

async function apache(files: string): Promise<Server> {
  const folder = temporaryFolder()
  const at = (name: string) => join(folder, name)
  const port = await freePort()
  const { secret, identifiant } = placeOf({ sorte: 'webdav', adresse: '' })
  const digest = execFileSync('openssl', ['passwd', '-apr1', secret], { encoding: 'utf8' }).trim()
  writeFileSync(at('comptes'), `${identifiant}:${digest}\n`)
  mkdirSync(join(files, 'dav'))
  const modules = ['mpm_event', 'dav', 'dav_fs', 'auth_basic', 'authn_core', 'authn_file', 'authz_core', 'authz_user']
  const lines = [
    ...modules.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`),
    ...[`Listen 127.0.0.1:${port}`, 'ServerName 127.0.0.1', `PidFile ${at('pid')}`, `ErrorLog ${at('erreurs')}`],
    ...[`DocumentRoot ${files}`, `DavLockDB ${at('verrous')}`, ...(isRoot ? ['User nobody', 'Group nogroup'] : [])],
    ...['<Location />', 'Dav On', 'AuthType Basic', 'AuthName x', `AuthUserFile ${at('comptes')}`],
    ...['Require valid-user', '</Location>', `LimitRequestBody ${3 * ROOM_MB * 1_000_000}`],
  ]
  writeFileSync(at('config'), lines.join('\n'))
  if (isRoot) execFileSync('chown', ['-R', 'nobody:', folder, join(files, 'dav')])
  execFileSync('chmod', ['755', folder])
  const server = served(APACHE, ['-X', '-f', at('config')], port)
  await server.start()
  const adresse = `http://127.0.0.1:${port}/dav/`
  const wrong: Server['wrong'] = [
    [{ secret: 'un autre' }, 'identifiants'],
    [{ adresse: adresse.replace('/dav', '/absent') }, 'dossier'],
  ]
  const tooLarge = 4 * ROOM_MB * 1_000_000
  return { ...server, wrong, full: ['plein', 'panne'], tooLarge, place: placeOf({ sorte: 'webdav', adresse }) }
}

/** The one of npm, brought once by its client, for nothing else of the house needs it or its hundred packages. */
async function s3rver(files: string): Promise<Server | undefined> {
  const folder = join(import.meta.dirname, '../../.cache/s3rver')
  const args = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', 's3rver@3.7.1']
  const program = join(folder, 'node_modules/s3rver/bin/s3rver.js')
  if (!existsSync(program)) spawnSync('npm', args, { stdio: 'ignore' })
  if (!existsSync(program)) return undefined
  const port = await freePort()
  const where = [program, '-d', files, '-p', String(port), '-a', '127.0.0.1', '--silent', '--no-vhost-buckets']
  const server = served(process.execPath, [...where, '--configure-bucket', 'seau-asso'], port)
  await server.start()
  const place = placeOf({ sorte: 's3', adresse: `http://127.0.0.1:${port}`, seau: 'seau-asso', region: 'us-east-1' })
  // It checks no signature of the fourth kind, the one that is used today: a wrong secret goes unseen there.
  const wrong: Server['wrong'] = [
    [{ identifiant: 'autre' }, 'identifiants'],
    [{ seau: 'autre' }, 'dossier'],
  ]
  // It falls over in the middle of the sending, and never cleans up what was begun: somebody has to make room.
  const start = () => {
    rmSync(join(files, 'seau-asso', '._S3rver_uploads'), { recursive: true, force: true })
    return server.start()
  }
  return {
    ...server,
    start,
    wrong,
    full: ['panne', 'coupee'],
    place: { ...place, identifiant: 'S3RVER', secret: 'S3RVER' },
  }
}

/** A site of one backup of so many bytes. */
function siteWith(bytes: number, day: string) {
  const storage = temporaryFolder()
  const folder = join(storage, 'app', 'backups')
  mkdirSync(folder, { recursive: true })
  const name = backupName(new Date(`${day}T02:00:00.000Z`), 'quotidienne')
  writeFileSync(join(folder, name), randomBytes(bytes))
  const nightly = { jours: 2, semaines: 0, mois: 0 }
  const clock = () => new Date(`${day}T03:00:00.000Z`)
  return { storage, keep: 2, nightly, clock, marque: siteMark('notre secret') }
}

const fault = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'fait',
    (error: { fault?: string; message: string }) => error.fault ?? error.message,
  )

const KINDS: [string, string, (files: string) => Promise<Server | undefined>][] = [
  ['OpenSSH', SSHD, sshd],
  ['Apache', APACHE, apache],
  ['s3rver', '/usr/bin/npm', s3rver],
]

for (const [kind, program, begin] of KINDS)
  test.runIf(!isPostgres && existsSync(program))(
    `${kind}: a copy arrives whole and comes back; wrong passwords, old keys, a full disk and a kill are told, and nothing is lost`,
    async ({ skip }) => {
      const { files, isSmall } = disk()
      const server = (await begin(files)) ?? skip(`${kind} cannot be brought here`)
      const { cleHote = '', ok, text } = await tryPlace(server.place)
      expect([ok, text]).toEqual([true, expect.stringContaining('réussi')])
      const place = { ...server.place, cle_hote: cleHote }
      const site = { ...(await backedUpSite()), marque: siteMark('notre secret') }
      const { name } = await makeBackup(site, 'manuelle')
      const { fichier } = await sendCopy(site, place, QUICK)
      const back = temporaryFolder()
      expect((await fetchCopy(back, place, '', QUICK)).name).toBe(name)
      expect(readFileSync(join(backupsFolder(back), name))).toEqual(
        readFileSync(join(backupsFolder(site.storage), name)),
      )
      const names = () => namesIn(files)
      for (const [other, expected] of server.wrong)
        expect([expected, await fault(sendCopy(site, { ...place, ...other }, QUICK))]).toEqual([expected, expected])
      expect(names()).toContain(fichier)
      if (server.tooLarge !== undefined)
        expect(await fault(sendCopy(siteWith(server.tooLarge, '2026-11-22'), place, QUICK))).toBe('limite')
      if (isSmall) {
        const large = siteWith(2 * ROOM_MB * 1_000_000, '2026-11-22')
        expect(server.full).toContain(await fault(sendCopy(large, place, QUICK)))
        expect(names().filter((name) => !name.endsWith('.partiel'))).toEqual([fichier])
      }
      await server.kill()
      expect(['refusee', 'coupee']).toContain(await fault(sendCopy(site, place, QUICK)))
      await server.start()
      const next = siteWith(9_000_000, '2026-11-22')
      const second = await sendCopy(next, place, QUICK)
      expect(names()).toEqual([fichier, second.fichier].sort())
      tell(`${kind}: ${names().length} copies`)
    },
    300_000,
  )

/** The names of the copies below a folder, whole or not. */
function namesIn(files: string): string[] {
  const all = readdirSync(files, { recursive: true, withFileTypes: true })
  return all
    .filter((one) => one.isFile() && /\.age(\.partiel|\._S3rver_object)?$/.test(one.name))
    .map((one) => one.name.replace('._S3rver_object', ''))
    .sort()
}
