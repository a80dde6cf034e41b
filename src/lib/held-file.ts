import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { AppError } from './errors.ts'
import { createFile } from './json-file.ts'
import { isAlive, startOf } from './lock-file.ts'

/** A held file is touched that often; one that nobody has touched for ten times as long has lost its holder. */
const TOUCH_MS = 15_000
const LOST_MS = 10 * TOUCH_MS

/** Files that this process holds. */
const ours = new Set<string>()

const UNKNOWN = '-'

const content = (): string => `${process.pid} ${hostname()} ${startOf(process.pid) || UNKNOWN}`

/**
 * In a container every start has the same pid: a file of our own pid that we do not hold was left by a killed start. Of a process of
 * this machine the system knows whether it is still the same, whatever becomes of the clock. Processes of another machine that
 * shares the folder are known by their touch alone.
 */
function isStale(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return true
  const isUntouched = Date.now() - stat.mtimeMs > LOST_MS
  const [pid = '', host = hostname(), start = UNKNOWN] = readFileSync(path, 'utf8').split(' ')
  if (host !== hostname() || Number(pid) <= 0) return isUntouched
  if (Number(pid) === process.pid) return !ours.has(path)
  if (!isAlive(Number(pid))) return true
  return start === UNKNOWN ? isUntouched : start !== startOf(Number(pid))
}

/** Is some process holding this file? */
export function isHeld(path: string): boolean {
  try {
    return !isStale(path)
  } catch (error) {
    // Given back between two looks.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

function take(path: string): boolean {
  if (createFile(path, content())) return true
  if (isHeld(path)) return false
  writeFileSync(path, content())
  const now = new Date(Date.now())
  utimesSync(path, now, now)
  return true
}

/**
 * Holds a file until the result is called or this process ends; undefined where another process holds it. One holder at a time
 * among all processes, on all machines that share the folder.
 */
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
  if (ours.has(path)) writeFileSync(path, `${content()} ${word}`)
}

/** The word of whoever holds the file; '' where there is none. */
export function readWord(path: string): string {
  const [, , , word = ''] = statSync(path, { throwIfNoEntry: false }) ? readFileSync(path, 'utf8').split(' ') : []
  return word
}

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
