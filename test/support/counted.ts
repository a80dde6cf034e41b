import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

interface Exchange {
  /** Its first line: « POST /sources/1/releves HTTP/1.1 ». */
  line: string
  /** All that went over the line, headers included, as it was written. */
  up: number
  down: number
}

export interface CountedLine {
  url: string
  /** Requests and their answers, oldest first. */
  exchanges: Exchange[]
  close(): Promise<void>
}

/** A line to the site that counts what goes over it, one request at a time a connection, as browsers speak HTTP/1.1. */
export async function countedLine(site: { url: string }): Promise<CountedLine> {
  const port = Number(new URL(site.url).port)
  const exchanges: Exchange[] = []
  const open = new Set<Socket>()
  const server = createServer((front) => {
    const back = connect(port, '127.0.0.1')
    let current: Exchange | undefined
    front.on('data', (bytes) => {
      const line = /^[A-Z]+ \S+ HTTP\/1\.1(?=\r\n)/.exec(bytes.subarray(0, 2000).toString('latin1'))?.[0]
      if (line !== undefined) {
        current = { line, up: 0, down: 0 }
        exchanges.push(current)
      }
      if (current) current.up += bytes.length
      back.write(bytes)
    })
    back.on('data', (bytes) => {
      if (current) current.down += bytes.length
      front.write(bytes)
    })
    for (const [one, other] of [
      [front, back],
      [back, front],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => other.end())
    }
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
