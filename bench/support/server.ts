// A server of ours in a process of its own.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'

const PATIENCE_MS = 60_000

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** Until /sante says that all is well. Throws after a minute. */
export async function untilAnswer(port: number): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  while (performance.now() < end) {
    const ok = await fetch(`http://127.0.0.1:${port}/sante`).then(
      (res) => res.ok,
      () => false,
    )
    if (ok) return
    await new Promise((go) => setTimeout(go, 5))
  }
  throw new Error('no answer within 60 s')
}

/** A process and what it started: the application is a supervisor and those who serve. */
function familyOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  return [pid, ...children.flatMap(familyOf)]
}

/** The kernel counts a process's time in hundredths of a second. */
const TICK_MS = 10

/** Milliseconds of the processor that a process has had, and what it started; `withEnded`: what it started and is gone, too. */
export function processorMs(pid: number, { withEnded = false } = {}): number {
  const ticksOf = (one: number, ...fields: number[]) => {
    const stat = readFileSync(`/proc/${one}/stat`, 'utf8')
    // The name of the program, in brackets, may hold blanks: what is counted on comes after it.
    const values = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields.reduce((sum, field) => sum + Number(values[field]), 0)
  }
  const ended = withEnded ? ticksOf(pid, 13, 14) : 0
  return TICK_MS * familyOf(pid).reduce((sum, one) => sum + ticksOf(one, 11, 12), ended)
}

/** Own pages of each, and those that they may share with others (the program, its libraries) once. */
export function residentMb(pid: number): number {
  const family = familyOf(pid).map((one) => {
    const text = readFileSync(`/proc/${one}/smaps_rollup`, 'utf8')
    const kb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1])
    const own = kb('Private_Clean') + kb('Private_Dirty')
    return { own, shared: kb('Rss') - own }
  })
  const own = family.reduce((sum, one) => sum + one.own, 0)
  return (own + Math.max(...family.map(({ shared }) => shared))) / 1024
}
