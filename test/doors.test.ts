// The door knows who asks, under which name, and whether he is still there.
import type { IncomingMessage, Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { Context } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '../src/app.tsx'
import { readConfig } from '../src/config.ts'
import { AppError } from '../src/lib/errors.ts'
import { trustedProxies } from '../src/lib/network.ts'
import { clientAddress, publicOrigin } from '../src/web/address.ts'
import type { AppEnv } from '../src/web/env.ts'
import { behindProxy, type TestApp, testApp } from './support/app.ts'

/** A request as it stands at the door, from this peer. */
function asked(peer: string, proxies: string, headers: Record<string, string>) {
  const deps = { trustProxy: trustedProxies(proxies), appUrl: undefined }
  const kept = new Map<string, unknown>([['deps', deps]])
  return {
    env: { incoming: { socket: { remoteAddress: peer } } as Partial<IncomingMessage> },
    req: { url: 'http://nom/', header: (name: string) => headers[name] },
    var: { deps },
    get: (name: string) => kept.get(name),
    set: (name: string, value: unknown) => kept.set(name, value),
  } as unknown as Context<AppEnv>
}

test.each([
  ['127.0.0.1', '1', '198.51.100.9', '198.51.100.9'],
  ['::ffff:127.0.0.1', '1', '1.2.3.4, 198.51.100.9', '198.51.100.9'],
  ['127.0.0.1', '1', '1.2.3.4, 198.51.100.9, 10.0.0.2', '198.51.100.9'],
  ['127.0.0.1', '203.0.113.7', '198.51.100.9', '127.0.0.1'],
  ['203.0.113.7', '203.0.113.7', '198.51.100.9', '198.51.100.9'],
  ['203.0.113.8', '203.0.113.7', '198.51.100.9', '203.0.113.8'],
  ['198.51.100.1', '1', '1.2.3.4', '198.51.100.1'],
  ['127.0.0.1', '1', '1.2.3.4, 198.51.100.9:4711', '198.51.100.9'],
  ['127.0.0.1', '1', 'nimporte, 192.168.1.50', '192.168.1.50'],
  ['127.0.0.1', '1', 'nimporte', '127.0.0.1'],
  ['127.0.0.1', '1', '192.168.1.50', '192.168.1.50'],
])('from %s, proxies « %s », « %s »: it is %s', (peer, proxies, header, client) => {
  expect(clientAddress(asked(peer, proxies, { 'x-forwarded-for': header }))).toBe(client)
})

test('a name and a protocol are believed of a proxy of ours only', () => {
  const headers = { 'x-forwarded-host': 'releves.exemple.fr', 'x-forwarded-proto': 'https', host: 'interne:3000' }
  expect(publicOrigin(asked('10.0.0.2', '1', headers))).toBe('https://releves.exemple.fr')
  expect(publicOrigin(asked('198.51.100.9', '1', headers))).toBe('http://interne:3000')
})

test('DATABASE_READ_URLS names servers of PostgreSQL, with blanks between them', () => {
  const read = (urls: string) => readConfig({ DATABASE_READ_URLS: urls, STORAGE_DIR: '/tmp' }).copies
  expect(read(' postgres://u:p@a/b\n postgresql://u@c:5433/b ')).toEqual([
    'postgres://u:p@a/b',
    'postgresql://u@c:5433/b',
  ])
  expect(read('')).toEqual([])
  for (const wrong of ['sqlite:/tmp/a', 'postgres://[/b', 'postgres://u@a/b copie2'])
    expect(() => read(wrong)).toThrow('DATABASE_READ_URLS doit donner des adresses de serveurs PostgreSQL')
})

test.each(['maybe', '10.0.0.0/99', 'nginx'])('TRUST_PROXY=%s is told in French', (value) => {
  expect(() => readConfig({ TRUST_PROXY: value, STORAGE_DIR: '/tmp' })).toThrow(
    new AppError(
      'invalide',
      `TRUST_PROXY doit être 1 (mandataire sur cette machine ou dans un réseau privé), ou une liste d’adresses ou de réseaux (192.0.2.7, 10.0.0.0/8), pas « ${value} ».`,
    ),
  )
  for (const none of ['', '0', 'non', 'false'])
    expect(readConfig({ TRUST_PROXY: none, STORAGE_DIR: '/tmp' }).trustProxy('127.0.0.1')).toBe(false)
})

test.each(['a, b', 'a b', 'a/b', 'u@a', '"', 'é', ''])('« Host: %s » is refused', async (host) => {
  const t = await testApp()
  const answer = await t.anonymous().get('/login', { host: encodeURI(host) === host || host === '' ? host : `x${'"'}` })
  expect(answer.status).toBe(400)
})

test('two forwarded names are refused where they would be believed', async () => {
  const t = await testApp()
  const ask = async (name: string) => (await t.anonymous().get('/login', { 'x-forwarded-host': name })).status
  expect(await ask('evil.example, releves.fr')).toBe(200)
  t.deps.trustProxy = behindProxy
  expect(await ask('evil.example, releves.fr')).toBe(400)
  expect(await ask('evil.example"')).toBe(400)
  expect(await ask('releves.fr, releves.fr')).toBe(200)
  t.deps.appUrl = 'https://releves.fr'
  expect(await ask('evil.example, releves.fr')).toBe(200)
})

async function listening(t: TestApp): Promise<number> {
  const app = createApp(t.deps)
  const server = createAdaptorServer({ fetch: (request, env) => app.fetch(request, env) }) as Server
  onTestFinished(() => void server.close())
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return (server.address() as AddressInfo).port
}

/** Sends these bytes; the first line of the answer, or '' where who asks leaves at once. */
function send(port: number, bytes: string, leaves: boolean): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(bytes, () => leaves && setTimeout(() => socket.destroy(), 50)),
    )
    socket.once('data', (answer) => {
      resolve(answer.toString().split('\r\n')[0] ?? '')
      socket.destroy()
    })
    socket.on('close', () => resolve(''))
  })
}

test('two Host headers are refused, even the same twice', async () => {
  const port = await listening(await testApp())
  const get = (hosts: string) => send(port, `GET /login HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`, false)
  expect(await get('Host: localhost\r\n')).toContain('200')
  for (const hosts of ['Host: localhost\r\nHost: evil.example\r\n', 'Host: localhost\r\nhost: localhost\r\n', ''])
    expect(await get(hosts)).toContain('400')
})

test.each([
  ['a form', '/login', 'application/x-www-form-urlencoded', 'login=x'],
  ['a file', '/lieux/import', 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; na'],
])('a browser that leaves in the middle of %s is no error of ours', async (_what, path, type, begun) => {
  const t = await testApp()
  const told: string[] = []
  t.deps.log.info = (message) => void told.push(message)
  const admin = await t.as(t.admin)
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nContent-Type: ${type}`
  const port = await listening(t)
  await send(port, `${head}\r\nContent-Length: 5000\r\n\r\n${begun}`, true)
  await expect.poll(() => told).toEqual(['the browser left before its request was whole'])
  expect(t.failures).toEqual([])
})
