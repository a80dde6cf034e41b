import {
  constants,
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { randomToken } from './crypto.ts'
import { AppError } from './errors.ts'
import { createFile } from './json-file.ts'

/** A process on another machine of the same folder cannot be asked whether it lives: work under a lock takes milliseconds. */
const STALE_MS = 10_000
const PATIENCE_MS = 3000
const PAUSE_MS = 5
/** Longer than anybody waits. */
const DRAFT_MS = 60_000

const BUSY = 'Un autre enregistrement est en cours au même endroit. Attendez quelques instants, puis recommencez.'

/** What the system says of a process, from its state on; nothing where there is no /proc. */
function factsOf(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name before the state is in brackets, and may hold some itself.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch (error) {
    if (!['ENOENT', 'ESRCH', 'EACCES'].includes(codeOf(error) ?? '')) throw error
    return []
  }
}

/**
 * Was it killed, and does it wait for somebody to take note of its end? In a container whose first process is not an init it waits
 * for ever.
 */
const isZombie = (pid: number): boolean => ['Z', 'X'].includes(factsOf(pid)[0] ?? '')

const START = 19

/** Since the start of the machine, whatever its clock says: tells a process from a later one of its number. '' where not known. */
export const startOf = (pid: number): string => factsOf(pid)[START] ?? ''

/** Does a process of this number run on this machine? */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: alive, and somebody else's.
    return codeOf(error) === 'EPERM'
  }
  return !isZombie(pid)
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

/** Undefined where the file is not there any more. */
function unlessGone<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Was this lock left by a process that was killed? One with our own number too: in a container every start has the same. */
function isStale(path: string, content: string): boolean {
  const [host, pid] = content.split(' ')
  if (host === hostname()) return Number(pid) === process.pid || !isAlive(Number(pid))
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat !== undefined && Date.now() - stat.mtimeMs > STALE_MS
}

/** Takes a stale lock away. Of two that try at once the second may get the lock of the first into its hands: it goes back. */
function breakStale(path: string, content: string): void {
  const aside = `${path}.${randomToken(5)}`
  if (unlessGone(() => renameSync(path, aside) ?? true) === undefined) return
  if (readFileSync(aside, 'utf8') !== content) tryLink(aside, path)
  rmSync(aside, { force: true })
}

/** Some file systems have no hard links. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK']

/** False where `to` is there already. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    if (!NO_LINKS.includes(codeOf(error) ?? '')) throw error
  }
  try {
    copyFileSync(from, to, constants.COPYFILE_EXCL)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)

function take(path: string, mine: string): void {
  const draft = `${path}.${randomToken(5)}`
  mkdirSync(dirname(path), { recursive: true, mode: 0o750 })
  // Written beside and linked: a lock is there with its content, or not at all.
  createFile(draft, mine)
  try {
    const deadline = performance.now() + PATIENCE_MS
    while (!tryLink(draft, path)) {
      const held = unlessGone(() => readFileSync(path, 'utf8'))
      if (held !== undefined && isStale(path, held)) breakStale(path, held)
      else if (performance.now() > deadline) throw new AppError('sature', BUSY, { retryAfter: 5 })
      else pause()
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Drafts of processes that were killed while they waited. */
function dropDrafts(path: string): void {
  for (const name of readdirSync(dirname(path)).filter((one) => one.startsWith(`${basename(path)}.`))) {
    const draft = join(dirname(path), name)
    const stat = statSync(draft, { throwIfNoEntry: false })
    if (stat && Date.now() - stat.mtimeMs > DRAFT_MS) rmSync(draft, { force: true })
  }
}

/**
 * Does short work that never waits while no other process of this folder does the same. A lock that a killed process left is
 * taken over. AppError `sature` where the other takes longer than anybody should.
 */
export function withLockFile<T>(path: string, work: () => T): T {
  const mine = `${hostname()} ${process.pid} ${randomToken(10)}`
  take(path, mine)
  try {
    dropDrafts(path)
    return work()
  } finally {
    if (unlessGone(() => readFileSync(path, 'utf8')) === mine) rmSync(path, { force: true })
  }
}
