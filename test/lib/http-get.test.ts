import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { httpGet } from '../../src/lib/http-get.ts'

const PATIENCE = { silenceMs: 2000, wholeMs: 4000 }

async function server(): Promise<number> {
  const made = createServer((request, response) => response.end(request.headers.host))
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void made.close())
  return (made.address() as AddressInfo).port
}

test('goes to the address that was looked at, whatever the name says by now', async () => {
  const port = await server()
  // Nobody answers for this name: it is not asked for.
  const url = new URL(`http://archives.invalid:${port}/manifest`)
  expect(await text(await httpGet(url, PATIENCE, '127.0.0.1'))).toBe(`archives.invalid:${port}`)
})

test('a name that leads here by now is not followed away from the address that was looked at', async () => {
  const port = await server()
  // Nobody listens at that port of the address that was looked at; `localhost` leads to the server.
  await expect(httpGet(new URL(`http://localhost:${port}/`), PATIENCE, '127.0.0.2')).rejects.toThrow('ECONNREFUSED')
  expect(await text(await httpGet(new URL(`http://localhost:${port}/`), PATIENCE, '127.0.0.1'))).toContain('localhost')
})
