// The thread of `writer.ts`: runs one statement after the other on a connection of its own.
import { parentPort, workerData } from 'node:worker_threads'
import { sqliteConnection } from './driver.ts'
import type { Done, Order, WriterData } from './writer.ts'

const { file, pragmas } = workerData as WriterData
const connection = sqliteConnection(file)
// The driver asks again by itself where the file is held. A statement of many rows keeps what its pages held until its end, in case it fails
// half-way: above 64 kB in a file, which took a fifth of this thread's time.
for (const pragma of [...pragmas, 'busy_timeout = 0', 'temp_store = memory']) {
  const statement = connection.prepare(`pragma ${pragma}`)
  if (statement.reader) statement.all([])
  else statement.run([])
}

function ran({ text, parameters, runs }: Order): { rows: unknown[]; changes: number } {
  const statement = connection.prepare(text)
  if (runs) {
    for (const run of runs) statement.run(run)
    return { rows: [], changes: runs.length }
  }
  if (statement.reader) return { rows: statement.all(parameters), changes: 0 }
  return { rows: [], changes: Number(statement.run(parameters).changes) }
}

function done(order: Order): Done {
  try {
    return { ...ran(order), isInTransaction: connection.isInTransaction() }
  } catch (error) {
    const { message, code = '' } = error as Error & { code?: string }
    return { message, code, isInTransaction: connection.isInTransaction() }
  }
}

/** An order failed that nobody waits for: its transaction takes nothing more, and whatever is asked of it says why. */
let failed: Done | undefined

function answer(order: Order): Done {
  if (order.text === 'begin' || order.text === 'rollback') failed = undefined
  if (failed) return failed
  const answered = done(order)
  if (order.isUntold && 'message' in answered) failed = answered
  return answered
}

parentPort?.on('message', (order: Order) => {
  const answered = answer(order)
  if (!order.isUntold) parentPort?.postMessage(answered)
})
