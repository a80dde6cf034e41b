import { readFileSync } from 'node:fs'
import { codeOf } from './errors.ts'

/** Tells what the system says of a process, from its state on; nothing where there is no /proc. */
function factsOf(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name before the state is in brackets, and may hold some itself.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch (error) {
    if (!['ENOENT', 'ESRCH', 'EACCES'].includes(codeOf(error))) throw error
    return []
  }
}

/**
 * Was it killed, and does it wait for somebody to take note of its end? In a container whose first process is not an init it waits
 * for ever.
 */
const isZombie = (pid: number): boolean => ['Z', 'X'].includes(factsOf(pid)[0] ?? '')

const START = 19

/** Counts since the start of the machine, whatever its clock says: tells a process from a later one of its number. '' where not known. */
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
