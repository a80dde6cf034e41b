import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { Mood } from './mood.ts'

/** Listens until the test ends; with a key and a certificate by TLS. Returns the address, without a final slash. */
export async function listening(answer: RequestListener, tls?: { key: string; cert: string }): Promise<string> {
  const server = tls ? createTlsServer(tls, answer) : createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export const end = (response: ServerResponse, status: number, text = '', headers = {}): void => {
  response.writeHead(status, headers).end(text)
}

/** Reads a body as the mood lets it; undefined where the connection was cut, or is left without an answer. */
export async function received(
  request: IncomingMessage,
  response: ServerResponse,
  { roomFor = Infinity, cutAfter = Infinity, isSilent, drops, bytesPerSecond }: Mood,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > cutAfter) {
      request.socket.destroy()
      return undefined
    }
    if (size > roomFor) {
      end(response, 507)
      // It hears the rest out for a while, as servers do: a line that is closed at once would swallow the answer.
      request.resume()
      return undefined
    }
    if (!drops) chunks.push(chunk)
    if (bytesPerSecond) await wait((1000 * chunk.length) / bytesPerSecond)
  }
  return isSilent ? undefined : Buffer.concat(chunks)
}

/** Sends a file as the mood lets it. */
export function sendFile(response: ServerResponse, bytes: Buffer, { cutReadAfter = Infinity }: Mood): void {
  response.writeHead(200, { 'content-length': bytes.length })
  if (bytes.length <= cutReadAfter) return void response.end(bytes)
  response.write(bytes.subarray(0, cutReadAfter), () => response.destroy())
}
