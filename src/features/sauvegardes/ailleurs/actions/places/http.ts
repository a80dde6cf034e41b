import type { IncomingMessage } from 'node:http'
import type { HttpOrder } from '../../../../../lib/http-send.ts'
import { httpSend, textOf } from '../../../../../lib/http-send.ts'
import { ElsewhereError, type Fault, tellingFaults } from '../../rules/faults.ts'

const BY_STATUS: Record<number, Fault> = {
  401: 'identifiants',
  403: 'droits',
  404: 'dossier',
  409: 'dossier',
  413: 'limite',
  429: 'panne',
  507: 'plein',
}

/** The fault that a status tells of. */
export function faultOfStatus(status: number): Fault {
  if (status >= 300 && status < 400) return 'redirection'
  return BY_STATUS[status] ?? (status >= 500 ? 'panne' : 'reponse')
}

export const statusOf = (answer: IncomingMessage): number => answer.statusCode ?? 0

export const isDone = (answer: IncomingMessage): boolean => statusOf(answer) >= 200 && statusOf(answer) < 300

/** Asks, and comes back with the answer whatever its status. Rejects with an ElsewhereError where there is none. */
export const answerTo = (order: HttpOrder): Promise<IncomingMessage> => tellingFaults(() => httpSend(order))

/** The text of an answer. */
export const bodyOf = (answer: IncomingMessage): Promise<string> => tellingFaults(() => textOf(answer))

/** The bytes of an answer; a line that breaks is an ElsewhereError. */
export async function* bytesOf(answer: IncomingMessage): AsyncGenerator<Uint8Array> {
  const chunks = (answer as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await tellingFaults(() => chunks.next())
      if (done) return
      yield value
    }
  } finally {
    answer.destroy()
  }
}

/** An answer that says the file or the folder is not there. */
export const isAbsent = (error: unknown): boolean => error instanceof ElsewhereError && error.fault === 'dossier'
