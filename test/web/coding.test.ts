import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { answerText, codingFor } from '../../src/web/coding.ts'
import { router } from '../../src/web/env.ts'

test('the best coding that a reader understands', () => {
  expect(codingFor('gzip, deflate, br, zstd')).toBe('br')
  expect(codingFor('br;q=0, gzip;q=0.5')).toBe('gzip')
  expect(codingFor('gzip;q=0.0')).toBe('identity')
  expect(codingFor('brotli, xgzip')).toBe('identity')
  expect(codingFor('gzip , br;q=1.0')).toBe('br')
  expect(codingFor('')).toBe('identity')
})

const TEXT = `<p>${'Marie LE GOFF, fille de Jean. '.repeat(20)}</p>`
const app = router()
app.all('/', (c) => answerText(c, TEXT, 200))
app.all('/court', (c) => answerText(c, '<p>ok</p>', 200))
app.get('/refus', (c) => answerText(c, TEXT, 422))

test('what was posted is answered whole each time, what was got has a tag', async () => {
  const headers = { 'accept-encoding': 'gzip' }
  const got = await app.request('/', { headers })
  const tag = got.headers.get('etag') ?? ''
  expect(gunzipSync(Buffer.from(await got.arrayBuffer())).toString()).toBe(TEXT)
  const known = { ...headers, 'if-none-match': tag }
  expect((await app.request('/', { headers: known })).status).toBe(304)
  for (const answer of [await app.request('/', { method: 'POST', headers: known }), await app.request('/refus')])
    expect([answer.status === 304, answer.headers.get('etag')]).toEqual([false, null])
})

test('a few letters are sent as they are', async () => {
  const answer = await app.request('/court', { headers: { 'accept-encoding': 'br' } })
  expect([answer.headers.get('content-encoding'), await answer.text()]).toEqual([null, '<p>ok</p>'])
})
