import { existsSync, readdirSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/** Nobody comes after the last. */
const LAST = 19
/** Linux keeps a priority for each thread; elsewhere the process has one, and there is no such folder. */
const THREADS = '/proc/self/task'

/**
 * Puts this process so many steps of `nice` behind the one that started it, at its start: the threads with which V8 compiles and cleans
 * run before our first line, and would stay beside those that serve; those begun later come after the one that begins them.
 */
export function stepBehind(steps: number): void {
  const priority = Math.min(LAST, getPriority() + steps)
  setPriority(priority)
  if (existsSync(THREADS)) for (const thread of readdirSync(THREADS)) setPriority(Number(thread), priority)
}
