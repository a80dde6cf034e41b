import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { AppError } from '../../../../lib/errors.ts'
import { httpGet } from '../../../../lib/http-get.ts'
import { runningServices, type Service } from '../../../presence/services.ts'

const READY_MS = 90_000
const POLL_MS = 100
/** bin/install says itself what is missing. */
const MISSING_NPM = 78
const ANSWER_MS = 5000
const LOOKS = 3
const LOOK_PAUSE_MS = 200
/** The end of what a process said tells why it failed. */
const TOLD = 2000

export interface Ended {
  code: number | null
  out: string
  err: string
}

const fail = (reason: string, cause?: unknown): never => {
  throw new AppError('conflit', reason, { cause })
}

/** A stack of Node.js, or a line of a log. */
const TECHNICAL = /^\s+at |^node:|^Node\.js v|^\{"|Error: /m

/** A sentence that a failing program said is for whoever reads; anything else is for the log. */
function failBy(reason: string, said: string): never {
  const words = said.trim().slice(-TOLD)
  return TECHNICAL.test(words) ? fail(`${reason}.`, new Error(words)) : fail(`${reason}\u00a0: ${words}`)
}

/** Runs a program in the folder of a release to its end. */
export function runIn(folder: string, program: string, args: string[], env = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: folder,
      // biome-ignore lint/style/noProcessEnv: what the administrator set for this process holds for the release too
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended: Ended = { code: null, out: '', err: '' }
    child.stdout.on('data', (bytes) => (ended.out += bytes))
    child.stderr.on('data', (bytes) => (ended.err += bytes))
    child.on('error', reject)
    child.on('close', (code) => resolve({ ...ended, code }))
  })
}

/** A command of bin/releve with the code of a release. AppError with what it said where it fails. */
export async function releveOf(folder: string, args: string[]): Promise<string> {
  const { code, out, err } = await runIn(folder, join(folder, 'bin', 'node'), ['dist/src/cli.js', ...args])
  if (code !== 0) failBy(`« ${args[0]} » a échoué (code ${code})`, err || out)
  return out
}

const SelfCheck = z.object({ migrations: z.array(z.string()), tables: z.array(z.string()) })

/** The code of a release on a copy of a backup: restored beside the database, brought to its schema, asked for pages. */
export const selfCheckOf = async (folder: string, backup: string): Promise<z.infer<typeof SelfCheck>> =>
  SelfCheck.parse(JSON.parse(await releveOf(folder, ['app:self-check', backup])))

const Standing = z.object({ base: z.enum(['older', 'ours', 'newer']) })

/** How old the database of the site is for the code of a release. */
export const baseFor = async (folder: string): Promise<z.infer<typeof Standing>['base']> =>
  Standing.parse(JSON.parse(await releveOf(folder, ['app:self-check']))).base

/** The packages of a release, by its lock file. AppError where they cannot be had. */
export async function installPackages(folder: string): Promise<void> {
  const { code, err, out } = await runIn(folder, 'sh', ['bin/install'])
  if (code === MISSING_NPM) failBy('Les paquets n’ont pas pu être installés', err)
  if (code !== 0) fail('Les paquets n’ont pas pu être installés (npm a échoué).', new Error((err || out).trim()))
}

async function isWell(address: string): Promise<boolean> {
  try {
    const response = await httpGet(new URL('/sante', address), { silenceMs: ANSWER_MS, wholeMs: ANSWER_MS })
    response.destroy()
    return response.statusCode === 200
  } catch {
    return false
  }
}

/** Three looks in a row: a process that falls over and is started again does not pass. */
async function checkHealth(address: string): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1) {
    if (!(await isWell(address))) fail('La nouvelle version démarre, mais ne répond pas bien (/sante).')
    await pause(LOOK_PAUSE_MS)
  }
}

/** Has what serves take the code that `current` leads to, and looks at it. AppError where it does not come, or is not well. */
export async function reloadService(storage: string, { pid, mot, dossier }: Service, version: string): Promise<void> {
  process.kill(pid, 'SIGHUP')
  const deadline = performance.now() + READY_MS
  for (;;) {
    const service = runningServices(storage, dossier).find((one) => one.pid === pid)
    if (!service) return fail(`Le service s’est arrêté en passant à la version ${version}.`)
    if (service.version === version) return checkHealth(service.adresse)
    if (service.mot !== mot)
      return fail(`La version ${version} n’a pas pu prendre le relais\u00a0: la ${service.version} continue.`)
    if (performance.now() > deadline) return fail(`La version ${version} ne démarre pas.`)
    await pause(POLL_MS)
  }
}

const ended = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

async function addressOf(child: ChildProcess, said: () => string): Promise<string> {
  const deadline = performance.now() + READY_MS
  for (;;) {
    const found = /prêt\s:\s(http:\/\/\S+)/.exec(said())?.[1]
    if (found) return found
    if (ended(child) || performance.now() > deadline)
      return fail('La version ne démarre pas.', new Error(said().slice(-TOLD)))
    await pause(POLL_MS)
  }
}

/** Starts a release on the site for a moment, where nobody else finds it, and looks at it. AppError where it is not well. */
export async function tryRelease(folder: string): Promise<void> {
  const child = spawn(join(folder, 'bin', 'node'), ['dist/src/main.js', '--essai'], {
    cwd: folder,
    // biome-ignore lint/style/noProcessEnv: the environment of the site, but for where it answers
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', APP_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (said += bytes))
  const gone = new Promise((resolve) => child.on('close', resolve))
  try {
    await checkHealth(await addressOf(child, () => said))
  } finally {
    child.kill('SIGKILL')
    await gone
  }
}
