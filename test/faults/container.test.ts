// The image of the Containerfile, made from a release archive and run as compose.yaml has it: nobody's rights, a root that nothing
// writes, a wizard, an act, and all of it there when the container was thrown away. Podman and a Debian base of its own (container.sh).
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { publishRelease, runningOnly } from '../../bin/release-archive.ts'
import { builtTree } from '../features/mises-a-jour/delivery.ts'
import { ADMIN, Browser, PASSWORD } from '../features/setup/bench.ts'
import { isPostgres } from '../support/db.ts'
import { temporaryFolder } from '../support/folder.ts'
import { freePort, tell } from './support.ts'

const ROOT = join(import.meta.dirname, '../..')
const isPossible = !isPostgres && process.getuid?.() === 0 && process.arch === 'x64'
const built = builtTree()

/** The folder of a version, unpacked from its archive, and the packages that it runs on. */
async function unpacked(folder: string): Promise<string> {
  const release = { key: undefined, server: undefined, from: undefined, at: new Date(0) }
  const { annonce } = await publishRelease({ ...release, root: built.tree, folder })
  execFileSync('tar', ['xzf', annonce.archive], { cwd: folder })
  const { packages } = runningOnly(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')))
  for (const place of Object.keys(packages).filter((one) => one !== '' && !one.includes('node-linux')))
    try {
      cpSync(join(ROOT, place), join(folder, place), { recursive: true })
    } catch {
      // It is for another machine.
    }
  return join(folder, `releves-${annonce.version}`)
}

function machine(folder: string) {
  const script = join(import.meta.dirname, 'container.sh')
  const run = (program: string, args: readonly string[]) =>
    spawnSync('sh', [script, folder, program, ...args], { encoding: 'utf8' })
  execFileSync('sh', [script, folder, 'prepare', join(ROOT, 'node_modules')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onTestFinished(() => {
    run('podman', ['rm', '--all', '--force'])
    run('podman', ['rmi', '--all', '--force'])
    process.kill(Number(readFileSync(join(folder, 'monde'), 'utf8')), 'SIGKILL')
  })
  const must = (program: string, ...args: string[]): string => {
    const { status, stdout, stderr } = run(program, args)
    if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`)
    return stdout
  }
  return { run, must }
}

/** The switches of `podman run` that say what compose.yaml says. */
function asComposed(): string[] {
  const text = readFileSync(join(ROOT, 'compose.yaml'), 'utf8').split(/^ {2}postgres:/m)[0] ?? ''
  for (const line of ['read_only: true', 'init: true', 'hostname: releves', 'stop_grace_period: 40s'])
    expect(text).toContain(line)
  expect(text).toMatch(/tmpfs:\s+- \/tmp\s+cap_drop:\s+- ALL\s+security_opt:\s+- no-new-privileges:true/)
  expect(text).toMatch(/volumes:\s+- donnees:\/donnees/)
  return [
    ...['--init', '--read-only', '--tmpfs', '/tmp', '--cap-drop', 'all', '--security-opt', 'no-new-privileges'],
    ...['--volume', 'donnees:/donnees'],
    // Rights that a container in a container has not, and a network that needs no program of its own.
    ...['--ulimit', 'nofile=1024:4096', '--ulimit', 'nproc=4096:4096', '--cgroups=disabled', '--network=host'],
  ]
}

/** The health check of compose.yaml, of a site at that port. */
function healthCheck(port: string): string[] {
  const [, program = ''] = /- "(fetch\(.*)"/.exec(readFileSync(join(ROOT, 'compose.yaml'), 'utf8')) ?? []
  return ['sh', 'bin/node', '-e', program.replace('3000', port)]
}

/** The image, made in the folder of a version, and a container of it that is begun anew as often as wanted. */
async function container() {
  const folder = temporaryFolder()
  const tree = await unpacked(folder)
  const { run, must } = machine(folder)
  const as = ['--format', 'docker', '--build-arg', 'BASE=localhost/base', '--tag', 'localhost/releves']
  must('buildah', 'bud', '--isolation', 'chroot', ...as, tree)
  const port = String(await freePort())
  const address = `http://127.0.0.1:${port}`
  const status = () =>
    fetch(`${address}/sante`).then(
      (answer) => answer.status,
      () => 0,
    )
  const begin = async () => {
    const env = ['--hostname=releves', '--env', `PORT=${port}`, '--env', 'HOST=127.0.0.1']
    must('podman', 'run', '--detach', '--name', 'releves', ...asComposed(), ...env, 'localhost/releves')
    await expect.poll(status, { timeout: 60_000 }).toBe(200)
  }
  const visitor = () =>
    new Browser({
      fetch: (request) => {
        const headers = new Headers(request.headers)
        // Its forms come from where it is asked.
        if (headers.has('origin')) headers.set('origin', address)
        const url = request.url.replace('http://localhost', address)
        return fetch(new Request(url, new Request(request, { headers, redirect: 'manual' })))
      },
    })
  const exec = (...command: string[]) => run('podman', ['exec', 'releves', ...command])
  return { folder, run, must, port, begin, visitor, exec }
}

type Container = Awaited<ReturnType<typeof container>>

/** Goes through the wizard by the address that the log says, with the demonstration. */
async function install({ must, visitor }: Container): Promise<void> {
  const browser = visitor()
  await browser.enter(/setup\?code=(\S+)/.exec(must('podman', 'logs', 'releves'))?.[1])
  await browser.post('/setup/1')
  const answers = [
    { moteur: 'sqlite', fichier: 'database.sqlite' },
    { site_name: 'Cercle d’Aleth', app_url: '' },
    ADMIN,
  ]
  for (const [n, fields] of answers.entries()) {
    await browser.get(`/setup?etape=${n + 2}`)
    expect((await browser.post(`/setup/${n + 2}`, fields)).location).toBe(`/setup?etape=${n + 3}`)
  }
  await browser.get('/setup?etape=5')
  expect((await browser.post('/setup/5', { demo: '1' })).page.h1).toBe('Relevés est installé')
}

async function signedIn({ visitor }: Container): Promise<Browser> {
  const browser = visitor()
  await browser.get('/login')
  expect((await browser.post('/login', { login: 'anne', password: PASSWORD })).status).toBe(303)
  return browser
}

/** An act is typed, and found as long as its volume is there. */
const NAME = 'Kergonan'
async function enter(site: Container): Promise<void> {
  const anne = await signedIn(site)
  const { page } = await anne.get('/sources/1/releves/nouveau')
  const act = { 'data[nom]': NAME, 'data[date_evenement][valeur]': '12/08/1787' }
  expect((await anne.post('/sources/1/releves', { _envoi: page.value('_envoi'), ...act })).status).toBe(303)
}
async function expectActThere(site: Container): Promise<void> {
  const { page } = await (await signedIn(site)).get(`/recherche?q=${NAME}`)
  expect(page.text).toMatch(/(?<!\d)1\s*relevé(?!s)/)
}

/** The account that runs it is nobody's, and can write its data and /tmp. */
function expectNobody({ exec, port }: Container): void {
  expect(exec('id', '-u').stdout.trim()).toBe('10001')
  expect(exec('touch', '/srv/releves/x').stderr).toContain('Read-only file system')
  expect(exec('touch', '/tmp/x', '/donnees/x').status).toBe(0)
  const status = exec('cat', '/proc/self/status').stdout
  expect([/CapBnd:\s+0+$/m.test(status), /NoNewPrivs:\s+1$/m.test(status)]).toEqual([true, true])
  expect([exec(...healthCheck(port)).status, exec(...healthCheck('1')).status]).toEqual([0, 1])
  const update = exec('sh', 'bin/releve', 'app:update')
  expect([update.status, update.stderr]).toEqual([1, expect.stringContaining('prenez l’image de la nouvelle version')])
}

/** Megabytes of the image above its base. */
function weight({ must }: Container): number {
  const [image, base] = ['releves', 'base'].map(
    (name) => JSON.parse(must('podman', 'image', 'inspect', `localhost/${name}`))[0],
  )
  expect([image.Config.User, image.Config.StopSignal]).toEqual(['releves', 'SIGTERM'])
  expect(image.HealthCheck?.Test?.[0] ?? image.Healthcheck?.Test?.[0]).toBe('CMD')
  return Math.round((image.Size - base.Size) / 1024 / 1024)
}

test.runIf(isPossible)(
  'an image made from the archive serves as nobody, and its volume outlives it',
  async () => {
    const site = await container()
    const { must, begin } = site
    const mb = weight(site)
    await begin()
    await install(site)
    await enter(site)
    expectNobody(site)
    const before = performance.now()
    must('podman', 'stop', '--time', '40', 'releves')
    const stopped = Math.round(performance.now() - before)
    expect(JSON.parse(must('podman', 'inspect', 'releves'))[0].State.ExitCode).toBe(0)
    const volume = must('podman', 'volume', 'inspect', '--format', '{{.Mountpoint}}', 'donnees').trim()
    expect(readdirSync(volume).filter((name) => name.startsWith('en-service'))).toEqual([])
    must('podman', 'rm', 'releves')
    await begin()
    await expectActThere(site)
    // A power cut, and a new one.
    must('podman', 'kill', 'releves')
    must('podman', 'rm', 'releves')
    await begin()
    await expectActThere(site)
    tell(`container: ${mb} MB above its base, stopped in ${stopped} ms`)
  },
  900_000,
)

const hasCompose = spawnSync('docker-compose', ['--version']).status === 0

test.runIf(isPossible && hasCompose)('compose.yaml is read by docker-compose, with SQLite and with PostgreSQL', () => {
  const folder = temporaryFolder()
  cpSync(join(ROOT, 'compose.yaml'), join(folder, 'compose.yaml'))
  const settings = ['POSTGRES_PASSWORD=secret', 'DATABASE_URL=postgres://releves:secret@postgres/releves']
  const read = (...args: string[]) =>
    execFileSync('docker-compose', ['-f', 'compose.yaml', ...args], { cwd: folder, encoding: 'utf8' }).trim()
  writeFileSync(join(folder, '.env'), settings.join('\n'))
  const whole = read('--profile', 'postgres', 'config')
  for (const line of [
    settings[1]?.replace('=', ': '),
    'POSTGRES_PASSWORD: secret',
    'postgres:17',
    'read_only: true',
    'name: releves-donnees',
  ])
    expect(whole).toContain(line)
  expect(whole).toMatch(/process\.exit\(ok \?\s+0 : 1\)/)
})
