import { type IncomingMessage, request as plain } from 'node:http'
import { request as encrypted } from 'node:https'
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { FORBIDDEN_TARGET, guardedLookup } from './mail-connection.ts'
import { isReservedTarget } from './network.ts'

export interface HttpOrder {
  url: URL
  method: string
  headers?: Record<string, string>
  /** Its length is to be in the headers, where it is known beforehand. */
  body?: Uint8Array | AsyncIterable<Uint8Array> | undefined
  /** Milliseconds without a byte in either direction after which the connection is broken off. */
  silenceMs: number
  signal?: AbortSignal
}

const coded = (code: string, message: string): Error => Object.assign(new Error(message), { code })

/**
 * Sends a request, on a connection of its own, and comes back with the head of the answer, whose body is to be read or destroyed. An
 * answer that comes before the body was sent ends the connection, and has no body then. Follows no redirection. Rejects with an error that has a `code` where
 * the line breaks, is silent for too long or may not be used; with its own error where the body fails.
 */
export function httpSend({ url, method, headers, body, silenceMs, signal }: HttpOrder): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0 && isReservedTarget(host)) return reject(coded(FORBIDDEN_TARGET, 'reserved address'))
    const begin = url.protocol === 'https:' ? encrypted : plain
    const request = begin(url, {
      agent: false,
      method,
      timeout: silenceMs,
      lookup: guardedLookup,
      // A server told that the line ends with its answer may end it at once, in the middle of a body: its answer would be lost.
      headers: { 'accept-encoding': 'identity', connection: 'keep-alive', ...headers },
      ...(signal && { signal }),
    })
    let answer: IncomingMessage | undefined
    const sending = new AbortController()
    request.on('timeout', () => (answer ?? request).destroy(coded('ETIMEDOUT', 'nothing came for too long')))
    request.on('error', reject)
    request.on('response', (response) => {
      answer = response
      // The reader of the body is told of the error; without a listener, before anybody reads, it would end the process.
      response.on('error', () => undefined)
      if (!request.writableEnded) sending.abort()
      resolve(response)
    })
    if (body === undefined || body instanceof Uint8Array) return void request.end(body)
    // After an answer, a body that was not sent to its end is no error: the answer says what became of it.
    pipeline(Readable.from(body, { objectMode: false }), request, { signal: sending.signal }).catch(reject)
  })
}

/** The body of an answer as text. Rejects with `EMSGSIZE` where it is longer than `most` bytes. */
export async function textOf(answer: IncomingMessage, most = 16 * 1024 * 1024): Promise<string> {
  let size = 0
  const limited = Readable.from(
    (async function* () {
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        size += chunk.length
        if (size > most) throw coded('EMSGSIZE', 'the answer is too long')
        yield chunk
      }
    })(),
  )
  return (await buffer(limited)).toString('utf8')
}
