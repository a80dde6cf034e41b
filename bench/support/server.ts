// A server of ours in a process of its own.
import { createServer } from 'node:net'

const PATIENCE_MS = 60_000

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** Until /sante says that all is well. Throws after a minute. */
export async function untilAnswer(port: number): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  while (performance.now() < end) {
    const ok = await fetch(`http://127.0.0.1:${port}/sante`).then(
      (res) => res.ok,
      () => false,
    )
    if (ok) return
    await new Promise((go) => setTimeout(go, 5))
  }
  throw new Error('no answer within 60 s')
}
