import { readFileSync } from 'node:fs'
import { codeOf } from './errors.ts'

const KIB = 1024

/**
 * Bytes of memory that a process holds, its part of what it shares with others (PSS); undefined where the system does not tell, as
 * where there is no /proc, or the process is gone or somebody else's.
 */
function memoryOf(pid: number): number | undefined {
  try {
    const kib = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
    return kib === undefined ? undefined : Number(kib) * KIB
  } catch (error) {
    if (!['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(codeOf(error))) throw error
    return undefined
  }
}

/** Bytes that all of these hold; undefined where the system does not tell of one of them. */
export function memoryOfAll(pids: readonly number[]): number | undefined {
  const held = pids.map(memoryOf).filter((bytes) => bytes !== undefined)
  return held.length === pids.length ? held.reduce((sum, bytes) => sum + bytes, 0) : undefined
}
