import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { transformSync } from 'esbuild'
import { onTestFinished } from 'vitest'

const root = join(import.meta.dirname, '../..')

// V8 keeps here what it made of the application at the first start: the others, of whoever spawns them, take a sixth less.
const COMPILED = join(root, '.cache/compiled')
process.env.NODE_COMPILE_CACHE = COMPILED

export interface Ended {
  code: number | null
  out: string
  err: string
}

/** Compiled, as the application runs: each start takes half the time of one that compiles for itself. */
export function built(file: string): string {
  if (!isBuilt) execFileSync('sh', ['bin/build'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  isBuilt = true
  return join(root, 'dist', file.replace(/\.ts$/, '.js'))
}

let isBuilt = false

/** A file of the tests as a process of its own, beside the compiled application that it imports. */
export function builtChild(file: string): string {
  built(file)
  const target = join(root, 'dist', relative(root, file)).replace(/\.ts$/, '.js')
  const { code } = transformSync(readFileSync(file, 'utf8'), { loader: 'ts', target: 'es2023' })
  mkdirSync(dirname(target), { recursive: true })
  // Beside and renamed: the other workers may be starting it.
  writeFileSync(`${target}.${process.pid}`, code.replace(/(from "\.[^"]*)\.tsx?"/g, '$1.js"'))
  renameSync(`${target}.${process.pid}`, target)
  return target
}

/** Starts a file of `src` as a process of its own, which serves by one where nothing else is asked for; it is killed when the test ends. */
export function start(file: string, args: string[], env: Record<string, string>, input?: string) {
  const child: ChildProcess = spawn(process.execPath, [built(file), ...args], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: COMPILED,
      HOST: '127.0.0.1',
      PORT: '0',
      PROCESSES: '1',
      ...env,
    },
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const ended: Ended = { code: null, out: '', err: '' }
  child.stdout?.on('data', (bytes) => (ended.out += bytes))
  child.stderr?.on('data', (bytes) => (ended.err += bytes))
  child.stdin?.end(input)
  const end = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ ...ended, code })))
  return { child, ended, end }
}

/** Each look waits 50 ms; a start may end a broken update first, on a machine that has much else to do. */
const LOOKS = 1200

/** The address that a started server prints, of one that cannot serve its site too. */
export async function addressOf(ended: Ended): Promise<string> {
  for (let n = 0; n < LOOKS; n += 1) {
    const found = /http:\/\/[^\s]+/.exec(ended.out)?.[0] ?? /http:\/\/\S+(?= dit pourquoi)/.exec(ended.err)?.[0]
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`no address printed: ${ended.out}${ended.err}`)
}

/** Runs a command of bin/releve to its end. */
export const releve = (args: string[], storage: string, input = '', env: Record<string, string> = {}): Promise<Ended> =>
  start('src/cli.ts', args, { STORAGE_DIR: storage, ...env }, input).end
