// The thread of `sqlite-readers.ts`: answers one statement after the other on a connection that cannot write.
import { parentPort, workerData } from 'node:worker_threads'
import { sqliteConnection } from './driver.ts'
import type { Answer, Question, ReaderData } from './readers.ts'

const { file, cacheKib } = workerData as ReaderData
const connection = sqliteConnection(file)
for (const pragma of ['query_only = on', `cache_size = -${cacheKib}`]) connection.prepare(`pragma ${pragma}`).run([])

function answer({ id, text, parameters }: Question): Answer {
  try {
    return { id, rows: [...connection.prepare(text).all(parameters)] }
  } catch (error) {
    const { message, code = '' } = error as Error & { code?: string }
    return { id, message, code }
  }
}

parentPort?.on('message', (question: Question) => parentPort?.postMessage(answer(question)))
