// The supervisor loads this file to know what the machine has and what the site takes of it: nothing of ours may come with it.
import { readFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'

const MIB = 2 ** 20

export interface Machine {
  cores: number
  memoryMib: number
  /** Its card is slow, its memory wanted by others, and one of its cores is enough for those who use it. */
  isRaspberry: boolean
}

function modelName(): string {
  try {
    return readFileSync('/proc/device-tree/model', 'utf8')
  } catch {
    return ''
  }
}

/** Gives what this process may use of it: a container or a unit of systemd may have less than the machine. */
export function thisMachine(): Machine {
  const allowed = process.constrainedMemory()
  const memory = allowed > 0 ? Math.min(allowed, totalmem()) : totalmem()
  return { cores: availableParallelism(), memoryMib: memory / MIB, isRaspberry: modelName().startsWith('Raspberry') }
}

/** Two processes hold 380 MB at most (npm run bench -- versus): what is sold as 1 GB has somewhat less. */
const ROOM_FOR_TWO_MIB = 900

/**
 * How many processes it is worth serving by. On a database server two: while one falls over or makes a long answer, the other serves.
 * On SQLite they write by turns, but most of what they do is to read and to make pages, so that a second core helps.
 */
export function processesFor(engine: 'sqlite' | 'postgres', { cores, memoryMib, isRaspberry }: Machine): number {
  if (engine === 'postgres') return 2
  return cores >= 2 && memoryMib >= ROOM_FOR_TWO_MIB && !isRaspberry ? 2 : 1
}

/**
 * How many steps of `nice` work in the background stands behind those that serve. With a second core it need not stand still while they
 * are busy: a tenth of the time of one core does. On a single one it would, with the writer of SQLite in its hand, and has a quarter.
 * Eight readers without a pause, saves meanwhile at 95 %: 0.2 s either way on two cores, 0.3 s on one.
 */
export const niceSteps = ({ cores }: Pick<Machine, 'cores'>): number => (cores > 1 ? 10 : 5)

const SMALLEST_HEAP_MIB = 256
const LARGEST_HEAP_MIB = 384

/**
 * How large the objects of a process may grow, in MiB. V8 lets them grow with what the machine has, far beyond what is used; what works
 * on much at a time here takes it by batches, so that a few hundred are enough for everybody.
 */
export const heapMib = ({ memoryMib }: Machine): number =>
  Math.round(Math.min(LARGEST_HEAP_MIB, Math.max(SMALLEST_HEAP_MIB, memoryMib / 8)))

/**
 * How large the nursery of new objects may be, in MiB. With 8 a page costs a tenth less of the processor than with 4, and a process 15 MB
 * more: where there is room for two of them.
 */
export const nurseryMib = (machine: Machine): number => (processesFor('sqlite', machine) === 2 ? 8 : 4)

/** Sold as 2 GB. */
const ROOM_FOR_GARBAGE_MIB = 1900

/**
 * How large the heap of work in the background is before V8 first looks through all of it for garbage, in MiB; 0: as V8 has it, which
 * begins with a few and looks again each time it has grown by some. Without that, the first 20,000 acts of a process are written in 4.9 s
 * instead of 6.4; it takes 80 MB more, which it gives back with the process.
 */
export const firstHeapMib = ({ memoryMib }: Pick<Machine, 'memoryMib'>): number =>
  memoryMib >= ROOM_FOR_GARBAGE_MIB ? 200 : 0
