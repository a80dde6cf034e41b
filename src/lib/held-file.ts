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
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { randomToken } from './crypto.ts'
import { AppError, codeOf } from './errors.ts'
import { createFile } from './json-file.ts'
import { isAlive, startOf } from './processes.ts'

/*
 * A file is held by one process at a time among all that share its folder, on whatever machine: for long (`hold`, touched again and
 * again) or for the moment that work takes which never waits (`inTurn`). The two write their holder in two orders, because releases
 * of other versions that share the folder read them.
 */

/** A held file is touched that often; one that nobody has touched for ten times as long has lost its holder. */
const TOUCH_MS = 15_000
const LOST_MS = 10 * TOUCH_MS

/** A turn takes milliseconds; whether its process still lives cannot be asked on another machine. */
const TURN_LOST_MS = 10_000
const PATIENCE_MS = 3000
const PAUSE_MS = 5
/** Nobody waits that long for a turn: a draft of that age was left by a process that was killed while it waited. */
const DRAFT_MS = 60_000

const BUSY = 'Un autre enregistrement est en cours au même endroit. Attendez quelques instants, puis recommencez.'

/** Gives undefined where the file is not there any more. */
function unlessGone<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

const contentOf = (path: string): string | undefined => unlessGone(() => readFileSync(path, 'utf8'))

/** Says that nobody has touched it for that long; false where it is gone. */
function isOlder(path: string, ms: number): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat !== undefined && Date.now() - stat.mtimeMs > ms
}

/** Some file systems have no hard links. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK']

/** Puts a file there as well, with its content at once; false where there is one already. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    if (!NO_LINKS.includes(codeOf(error))) throw error
  }
  try {
    copyFileSync(from, to, constants.COPYFILE_EXCL)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Takes away what a lost holder left. Of two that try at once the second may get the new file of the first: it puts that back. */
function clearAway(path: string, left: string): void {
  const aside = `${path}.${randomToken(5)}`
  if (unlessGone(() => renameSync(path, aside) ?? true) === undefined) return
  const moved = contentOf(aside)
  if (moved !== undefined && moved !== left) tryLink(aside, path)
  rmSync(aside, { force: true })
}

/** Files that this process holds for long. */
const ours = new Set<string>()

const UNKNOWN = '-'

const holder = (): string => `${process.pid} ${hostname()} ${startOf(process.pid) || UNKNOWN}`

/**
 * In a container every start has the same pid: a file of our own pid that we do not hold was left by a killed start. Of a process of
 * this machine the system knows whether it is still the same, whatever becomes of the clock. Processes of another machine that
 * shares the folder are known by their touch alone.
 */
function isLost(path: string, content: string): boolean {
  const [pid = '', host = hostname(), start = UNKNOWN] = content.split(' ')
  if (host !== hostname() || Number(pid) <= 0) return isOlder(path, LOST_MS)
  if (Number(pid) === process.pid) return !ours.has(path)
  if (!isAlive(Number(pid))) return true
  return start === UNKNOWN ? isOlder(path, LOST_MS) : start !== startOf(Number(pid))
}

/** Is some process holding this file for long? */
export function isHeld(path: string): boolean {
  // Asked by every request: to look whether it is there costs a sixth of an error of reading it.
  if (!statSync(path, { throwIfNoEntry: false })) return false
  const content = contentOf(path)
  return content !== undefined && !isLost(path, content)
}

function take(path: string): boolean {
  if (createFile(path, holder())) return true
  const content = contentOf(path)
  if (content !== undefined && !isLost(path, content)) return false
  if (content !== undefined) clearAway(path, content)
  return createFile(path, holder())
}

/** Holds a file until the result is called or this process ends; undefined where another process holds it. */
export function hold(path: string): (() => void) | undefined {
  if (ours.has(path) || !take(path)) return undefined
  ours.add(path)
  const timer = setInterval(() => {
    const now = new Date(Date.now())
    // Taken away by hand: there is nothing to touch any more.
    if (statSync(path, { throwIfNoEntry: false })) utimesSync(path, now, now)
  }, TOUCH_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    ours.delete(path)
    rmSync(path, { force: true })
  }
}

/** Writes one word into a file that this process holds, for others to read. */
export function writeWord(path: string, word: string): void {
  if (ours.has(path)) writeFileSync(path, `${holder()} ${word}`)
}

/** Reads the word of whoever holds the file; '' where there is none. */
export const readWord = (path: string): string => contentOf(path)?.split(' ')[3] ?? ''

/** Works while it holds a file. AppError `conflit` with that message where another process holds it. */
export async function alone<T>(path: string, message: string, work: () => Promise<T>): Promise<T> {
  const release = hold(path)
  if (!release) throw new AppError('conflit', message)
  try {
    return await work()
  } finally {
    release()
  }
}

/** A turn of our own number is nobody's either: in a container every start has the same, and a turn never waits. */
function isTurnLost(path: string, content: string): boolean {
  const [host, pid] = content.split(' ')
  if (host === hostname()) return Number(pid) === process.pid || !isAlive(Number(pid))
  return isOlder(path, TURN_LOST_MS)
}

const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)

function awaitTurn(path: string, mine: string): void {
  const draft = `${path}.${randomToken(5)}`
  mkdirSync(dirname(path), { recursive: true, mode: 0o750 })
  // Written beside and linked: it is there with its content, or not at all, wherever this process is killed.
  createFile(draft, mine)
  try {
    const deadline = performance.now() + PATIENCE_MS
    while (!tryLink(draft, path)) {
      const held = contentOf(path)
      if (held !== undefined && isTurnLost(path, held)) clearAway(path, held)
      else if (performance.now() > deadline) throw new AppError('sature', BUSY, { retryAfter: 5 })
      else pause()
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

function dropDrafts(path: string): void {
  for (const name of readdirSync(dirname(path)).filter((one) => one.startsWith(`${basename(path)}.`))) {
    const draft = join(dirname(path), name)
    if (isOlder(draft, DRAFT_MS)) rmSync(draft, { force: true })
  }
}

/**
 * Does short work that never waits while no other process of this folder does the same. What a killed process left is taken
 * over. AppError `sature` where another takes longer than anybody should.
 */
export function inTurn<T>(path: string, work: () => T): T {
  const mine = `${hostname()} ${process.pid} ${randomToken(10)}`
  awaitTurn(path, mine)
  try {
    dropDrafts(path)
    return work()
  } finally {
    if (contentOf(path) === mine) rmSync(path, { force: true })
  }
}
