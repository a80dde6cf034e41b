// COPY … FROM STDIN through the driver that the product has: rows of text, made as fast as the server takes them.
import { once } from 'node:events'
import type { Writable } from 'node:stream'
// biome-ignore lint/style/noRestrictedImports: the loader speaks the driver's own protocol
import type pg from 'pg'

/** The driver gives this to a query that it did not make itself (pg/lib/connection.js). */
interface Wire {
  stream: Writable
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

const CHUNK_BYTES = 256 * 1024

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** A value of a COPY row. */
export const copyText = (text: string): string => text.replace(/[\\\t\n\r]/g, (sign) => ESCAPES[sign] ?? sign)

/** Sends `lines` (each with its line feed) to a table; resolves when the server has them all. */
export function copyInto(client: pg.Client, statement: string, lines: Iterable<string>): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: unknown
    const send = async (wire: Wire) => {
      let text = ''
      const flush = async () => {
        wire.sendCopyFromChunk(Buffer.from(text))
        text = ''
        if (wire.stream.writableNeedDrain) await once(wire.stream, 'drain')
      }
      for (const line of lines) {
        text += line
        if (text.length >= CHUNK_BYTES) await flush()
      }
      if (text !== '') await flush()
      wire.endCopyFrom()
    }
    const query = {
      submit: (wire: Wire) => wire.query(statement),
      handleCopyInResponse: (wire: Wire) => {
        send(wire).catch((error: unknown) => {
          failure = error
          wire.sendCopyFail('the loader failed')
        })
      },
      handleError: (error: unknown) => reject(failure ?? error),
      handleCommandComplete: () => undefined,
      handleReadyForQuery: () => resolve(),
    }
    client.query(query as unknown as pg.Submittable)
  })
}
