import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from './folder.ts'

/** `gelee`: what is said arrives when it thaws, as at a stopped process. `muette`: it is lost, as on a broken line. */
export type LineState = 'ok' | 'coupee' | 'gelee' | 'muette'

/** Stands between the site and its database server at a Unix socket, which it can cut off, freeze or lose. */
export async function databaseLine(base: string): Promise<{ base: string; set: (state: LineState) => void }> {
  const [address, folder] = [new URL(base), temporaryFolder()]
  const socket = `.s.PGSQL.${address.port || 5432}`
  const behind = join(address.searchParams.get('host') ?? '', socket)
  const open = new Set<Socket>()
  let state: LineState = 'ok'
  const pass = (from: Socket, to: Socket) => {
    open.add(from)
    from.on('error', () => undefined)
    from.on('data', (bytes) => state !== 'muette' && to.write(bytes))
    from.on('close', () => to.end())
    if (state === 'gelee') from.pause()
  }
  const server = createServer((front) => {
    if (state === 'coupee') return void front.destroy()
    const back = connect(behind)
    pass(front, back)
    pass(back, front)
  })
  await new Promise<void>((ready) => server.listen(join(folder, socket), ready))
  onTestFinished(() => {
    for (const one of open) one.destroy()
    server.close()
  })
  address.searchParams.set('host', folder)
  const set = (next: LineState) => {
    // A connection that lost something, or is cut, is gone for good.
    const isBroken = state === 'muette' || next === 'coupee'
    for (const socket of open) {
      if (isBroken) socket.destroy()
      else if (next === 'gelee') socket.pause()
      else socket.resume()
    }
    state = next
  }
  return { base: address.href, set }
}
