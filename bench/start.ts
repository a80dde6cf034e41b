// From `bin/start` (installed and built) to the first page, and memory at rest, beside a bare node:http server.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const RUNS = 5
const REST_MS = 5000
const BARE = "require('http').createServer((q,r)=>r.end('ok')).listen(process.env.PORT,'127.0.0.1')"

async function untilAnswer(port: number): Promise<void> {
  const end = Date.now() + 60_000
  while (Date.now() < end) {
    const ok = await fetch(`http://127.0.0.1:${port}/sante`).then(
      (res) => res.ok,
      () => false,
    )
    if (ok) return
    await new Promise((go) => setTimeout(go, 5))
  }
  throw new Error('no answer within 60 s')
}

const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

async function measure(start: (port: number) => ChildProcess, port: number): Promise<{ ms: number; mb: number }> {
  const before = performance.now()
  const child = start(port)
  try {
    await untilAnswer(port)
    const ms = performance.now() - before
    await new Promise((go) => setTimeout(go, REST_MS))
    return { ms, mb: residentMb(child.pid ?? 0) }
  } finally {
    child.kill('SIGTERM')
    await new Promise((go) => child.once('exit', go))
  }
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

async function main(): Promise<void> {
  const storage = mkdtempSync(join(tmpdir(), 'releves-bench-'))
  const options = (port: number) => ({
    env: { ...process.env, PORT: String(port), STORAGE_DIR: storage, SETUP_CODE: 'bench' },
    stdio: 'ignore' as const,
  })
  const bare = []
  const ours = []
  for (let run = 0; run < RUNS; run += 1) {
    bare.push(await measure((port) => spawn(process.execPath, ['-e', BARE], options(port)), 31_000 + run))
    ours.push(await measure((port) => spawn('sh', ['bin/start'], options(port)), 32_000 + run))
  }
  rmSync(storage, { recursive: true })
  const line = (name: string, list: { ms: number; mb: number }[]) =>
    `${name.padEnd(34)} ${median(list.map((m) => m.ms))
      .toFixed(0)
      .padStart(6)} ms ${median(list.map((m) => m.mb))
      .toFixed(0)
      .padStart(6)} MB`
  process.stdout.write(`${line('bare node:http', bare)}\n${line('npm start (already built)', ours)}\n`)
}

await main()
