// From `bin/start` (packages there, built) to the first answer, and memory at rest: the wizard, and a site with the demonstration
// archive, beside a bare node:http server.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, residentMb, untilAnswer } from './support/server.ts'

const RUNS = 5
const REST_MS = 5000
const BARE = "require('http').createServer((q,r)=>r.end('ok')).listen(process.env.PORT,'127.0.0.1')"

interface Measure {
  ms: number
  /** Resident, the whole family, in MiB. */
  mb: number
}

function installDemo(storage: string): void {
  const who = ['--admin-name', 'admin', '--admin-email', 'admin@exemple.fr']
  execFileSync('sh', ['bin/releve', 'app:install', '--demo', ...who], {
    env: { ...process.env, STORAGE_DIR: storage },
    input: 'un registre bien tenu',
  })
}

async function measure(start: (port: number) => ChildProcess): Promise<Measure> {
  const port = await freePort()
  const before = performance.now()
  const child = start(port)
  const ended = new Promise((go) => child.once('exit', go))
  try {
    await untilAnswer(port)
    const ms = performance.now() - before
    await new Promise((go) => setTimeout(go, REST_MS))
    return { ms, mb: residentMb(child.pid ?? 0) }
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'releves-bench-'))
  const options = (port: number, storage: string) => ({
    env: { ...process.env, PORT: String(port), STORAGE_DIR: join(folder, storage), SETUP_CODE: 'bench' },
    stdio: 'ignore' as const,
  })
  installDemo(join(folder, 'site'))
  const [bare, wizard, site]: [Measure[], Measure[], Measure[]] = [[], [], []]
  for (let run = 0; run < RUNS; run += 1) {
    bare.push(await measure((port) => spawn(process.execPath, ['-e', BARE], options(port, 'rien'))))
    wizard.push(await measure((port) => spawn('sh', ['bin/start'], options(port, 'assistant'))))
    site.push(await measure((port) => spawn('sh', ['bin/start'], options(port, 'site'))))
  }
  rmSync(folder, { recursive: true })
  const line = (name: string, list: Measure[]) =>
    `${name.padEnd(34)} ${median(list.map((m) => m.ms))
      .toFixed(0)
      .padStart(6)} ms ${median(list.map((m) => m.mb))
      .toFixed(0)
      .padStart(6)} MB`
  const lines = [
    line('bare node:http', bare),
    line('npm start, wizard', wizard),
    line('npm start, demonstration site', site),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

await main()
