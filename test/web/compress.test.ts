import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { etag } from 'hono/etag'
import { expect, test } from 'vitest'
import { packing } from '../../src/web/compress.ts'
import { router } from '../../src/web/env.ts'

const TEXT = `<p>${'Marie LE GOFF, fille de Jean. '.repeat(20)}</p>`

const app = router()
app.use(...packing, etag())
app.all('/', (c) => c.html(c.req.query('text') ?? TEXT, { headers: { 'X-Other': 'stays', Vary: 'HX-Request' } }))
app.get('/large', (c) => c.html(TEXT.repeat(200)))
app.post('/json', (c) => c.json({ text: TEXT }))

const ask = (path: string, headers: Record<string, string>, method = 'POST') => app.request(path, { method, headers })

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
] as const)('a page goes out in one piece: %s', async (accepted, encoding, opened) => {
  for (const method of ['GET', 'POST']) {
    const answer = await ask('/', { 'Accept-Encoding': accepted }, method)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(opened(bytes).toString()).toBe(TEXT)
    const told = ['Content-Encoding', 'Content-Length', 'X-Other', 'Vary'].map((name) => answer.headers.get(name))
    expect(told).toEqual([encoding, `${bytes.length}`, 'stays', 'HX-Request, Accept-Encoding'])
  }
})

test.each([
  ['nothing that it opens', {}],
  ['signs refused', { 'Accept-Encoding': 'br;q=0, identity' }],
])('as it is, in whole: %s', async (_name, headers) => {
  const answer = await ask('/', headers)
  expect([answer.headers.get('Content-Encoding'), await answer.text()]).toEqual([null, TEXT])
})

test('a page that has not changed is told so, however it was packed', async () => {
  const br = { 'Accept-Encoding': 'br' }
  const etag = (await ask('/', br, 'GET')).headers.get('ETag') ?? ''
  expect(etag).toMatch(/^W\/"/)
  const again = await ask('/', { ...br, 'If-None-Match': etag }, 'GET')
  expect([again.status, await again.text(), again.headers.get('Content-Encoding')]).toEqual([304, '', null])
})

test('a few letters are sent as they are, and a head has no body', async () => {
  const answer = await ask('/?text=ok', { 'Accept-Encoding': 'br' })
  expect([answer.headers.get('Content-Encoding'), await answer.text()]).toEqual([null, 'ok'])
  const head = await ask('/', { 'Accept-Encoding': 'br' }, 'HEAD')
  expect([head.status, head.headers.get('Content-Encoding')]).toEqual([200, null])
})

test('what is large or no page is packed as it goes', async () => {
  for (const [path, method] of [
    ['/large', 'GET'],
    ['/json', 'POST'],
  ] as const) {
    const answer = await ask(path, { 'Accept-Encoding': 'gzip, br' }, method)
    expect([path, answer.headers.get('Content-Encoding')]).toEqual([path, 'gzip'])
    expect(answer.headers.get('Content-Length')).toBeNull()
    expect(gunzipSync(Buffer.from(await answer.arrayBuffer())).toString()).toContain('Marie LE GOFF')
  }
})
