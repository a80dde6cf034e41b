// Stands at the door as PgBouncer does, without PgBouncer: it takes no settings when a connection is opened. Behind it is PostgreSQL.
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from './folder.ts'

const HEAD = 8

/** Name and value by turns, each ended by a zero, and one zero at the end. */
const pairsOf = (packet: Buffer): string[] => packet.subarray(HEAD).toString().split('\0').slice(0, -2)

function without(packet: Buffer, name: string): Buffer {
  const pairs = pairsOf(packet)
  const at = pairs.indexOf(name)
  if (at >= 0) pairs.splice(at, 2)
  const body = Buffer.from(`${pairs.join('\0')}\0\0`)
  const head = Buffer.from(packet.subarray(0, HEAD))
  head.writeInt32BE(HEAD + body.length)
  return Buffer.concat([head, body])
}

function refusal(text: string): Buffer {
  const body = Buffer.from(`SFATAL\0C08P01\0M${text}\0\0`)
  const head = Buffer.from('E....')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/** `refuse`: as it comes. `ignore`: with `ignore_startup_parameters = options`. */
export type Manner = 'refuse' | 'ignore'

function receive(front: Socket, behind: string, manner: Manner): void {
  front.on('error', () => undefined)
  front.once('data', (packet) => {
    if (manner === 'refuse' && pairsOf(packet).includes('options'))
      return void front.end(refusal('unsupported startup parameter: options'))
    const back = connect(behind)
    back.on('error', () => undefined)
    back.write(without(packet, 'options'))
    front.pipe(back).pipe(front)
  })
}

/** The address of the same database, behind that door. */
export async function behindDoor(base: string, manner: Manner): Promise<string> {
  const [address, folder] = [new URL(base), temporaryFolder()]
  const socket = `.s.PGSQL.${address.port || 5432}`
  const behind = join(address.searchParams.get('host') ?? '', socket)
  const server = createServer((front) => receive(front, behind, manner))
  await new Promise<void>((ready) => server.listen(join(folder, socket), ready))
  onTestFinished(() => void server.close())
  address.searchParams.set('host', folder)
  return address.href
}
