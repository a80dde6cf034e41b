// Imports beside the pages of others, on several sides by turns.
import { say } from './report.ts'
import { processorMs } from './server.ts'
import { imported, line, type Side, timesLine } from './sides.ts'
import { quantile } from './timing.ts'

/** Others ask for a page so often. */
export const BEAT_MS = 50
const IDLE_MS = 15_000
const PAUSE_MS = 5000
const ROUNDS = 3

interface Asked {
  /** A file of so many lines, for the type of the source `like`. */
  path: string
  lines: number
  like: number
  /** Addresses that the others go through. */
  pages: readonly ((n: number) => string)[]
}

/** Others wait so long for their pages until `isOver`, asked for on the beat whether the one before has come or not. */
async function others({ visitor }: Side, pages: Asked['pages'], isOver: () => boolean): Promise<number[]> {
  const times: number[] = []
  const open: Promise<void>[] = []
  const begun = performance.now()
  for (let n = 0; !isOver(); n += 1) {
    const due = begun + n * BEAT_MS
    await new Promise((go) => setTimeout(go, Math.max(0, due - performance.now())))
    const path = pages[n % pages.length]?.(n) ?? '/'
    open.push(visitor.get(path).then(() => void times.push(performance.now() - due)))
  }
  await Promise.all(open)
  return times
}

interface Importing {
  idle: number[]
  during: number[]
  rates: number[]
  /** Microseconds of processor a line. */
  used: number[]
}

/** Pages of others for so long. */
function othersFor(side: Side, pages: Asked['pages'], ms: number): Promise<number[]> {
  const end = performance.now() + ms
  return others(side, pages, () => performance.now() > end)
}

/** The pages of others while an import is written, the lines it wrote a second, and what the server needed for both. */
async function importBeside(side: Side, asked: Asked, { during, rates, used }: Importing): Promise<void> {
  // The import before has something left to do, on either side, which is not this one's.
  await new Promise((go) => setTimeout(go, PAUSE_MS))
  let isOver = false
  const ended = () => {
    isOver = true
  }
  const before = processorMs(side.child.pid ?? 0)
  // Together: an import that fails must be what is told, not the pages that no server answers any more.
  const [waited, { dryMs, writeMs }] = await Promise.all([
    others(side, asked.pages, () => isOver),
    imported(side, asked.path, asked.like).finally(ended),
  ])
  during.push(...waited)
  rates.push((asked.lines * 1000) / (dryMs + writeMs))
  used.push(((processorMs(side.child.pid ?? 0) - before) * 1000) / asked.lines)
  say(`  ${side.label}: dry run ${dryMs.toFixed(0)} ms, written ${writeMs.toFixed(0)} ms`)
}

/** Imports a file into a source of each side, by turns, while others ask for pages; says how long these wait, and how fast it goes. */
export async function importsBeside(sides: readonly Side[], asked: Asked): Promise<void> {
  const told: Importing[] = []
  for (const side of sides) {
    await othersFor(side, asked.pages, PAUSE_MS)
    told.push({ idle: await othersFor(side, asked.pages, IDLE_MS), during: [], rates: [], used: [] })
  }
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, side] of sides.entries()) await importBeside(side, asked, told[at] as Importing)
  timesLine(
    'others, nobody imports',
    sides,
    told.map(({ idle }) => idle),
  )
  timesLine(
    'others, while it is imported',
    sides,
    told.map(({ during }) => during),
  )
  const median = (what: string, of: (one: Importing) => number[]) => {
    const values = told.map((one) => quantile(of(one), 0.5))
    line(
      what,
      sides,
      values.map((value) => [value.toFixed(0), value]),
    )
  }
  median('lines a second, dry run and all', ({ rates }) => rates)
  median('µs of processor a line, pages too', ({ used }) => used)
}
