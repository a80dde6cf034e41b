import { type IncomingMessage, request as plain } from 'node:http'
import { request as encrypted } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

export interface Patience {
  /** The longest time without a byte. */
  silenceMs: number
  /** The longest time until the last byte. */
  wholeMs: number
}

/** Was the other side silent, or slow, for too long? */
export const isTooSlow = (error: unknown): boolean => (error as { code?: string }).code === 'ETIMEDOUT'

/** Names are not asked for again: whoever answers for a name could say another address than the one that was looked at. */
const pinned =
  (address: string): LookupFunction =>
  (_host, options, answer) =>
    options.all ? answer(null, [{ address, family: isIP(address) }]) : answer(null, address, isIP(address))

/**
 * Asks for an address, on a connection of its own; comes back with the head of the answer, whose body is to be read or destroyed.
 * Not `fetch`: that of Node.js throws where nobody can catch it when a server closes the connection behind its answer.
 * Rejects, or has the body fail, where the line breaks or the server is too slow. `at`: the address
 * of the host, whatever its name says by now.
 */
export function httpGet(url: URL, patience: Patience, at?: string): Promise<IncomingMessage> {
  return httpAsk(url, { patience, at })
}

interface Asking {
  method?: 'GET' | 'HEAD'
  headers?: Record<string, string>
  patience: Patience
  at: string | undefined
}

/** Asks as `httpGet` does, with another method or headers of its own. */
export function httpAsk(url: URL, { method = 'GET', headers, patience, at }: Asking): Promise<IncomingMessage> {
  const { silenceMs, wholeMs } = patience
  return new Promise((resolve, reject) => {
    const begin = url.protocol === 'https:' ? encrypted : plain
    const request = begin(url, {
      agent: false,
      method,
      timeout: silenceMs,
      headers: { 'accept-encoding': 'identity', ...headers },
      ...(at !== undefined && { lookup: pinned(at) }),
    })
    let answer: IncomingMessage | undefined
    const giveUp = () =>
      (answer ?? request).destroy(Object.assign(new Error('the answer is too slow'), { code: 'ETIMEDOUT' }))
    const whole = setTimeout(giveUp, wholeMs)
    request.on('timeout', giveUp)
    request.on('close', () => clearTimeout(whole))
    request.on('error', reject)
    request.on('response', (response) => {
      answer = response
      // The reader of the body is told of the error; without a listener, before anybody reads, it would end the process.
      response.on('error', () => undefined)
      resolve(response)
    })
    request.end()
  })
}
