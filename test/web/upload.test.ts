// Which routes take a file is said where they are made (`takesFile`), and nowhere else.
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { AppError } from '../../src/lib/errors.ts'
import { csrf } from '../../src/web/csrf.ts'
import { type Deps, router } from '../../src/web/env.ts'
import { isStreamedUpload, takesFile } from '../../src/web/upload.ts'

let called: string[]
let folder: string
beforeEach(() => {
  called = []
  folder = mkdtempSync(join(tmpdir(), 'releves-upload-'))
})

/** A route that says it takes a file, one that does not, and one whose path another handler has as well. */
function site() {
  const app = router()
  app.use(async (c, next) => {
    c.set('deps', { secret: 'secret', trustProxy: { list: [] } } as unknown as Deps)
    c.set('sessionId', 'session')
    await next()
  })
  app.onError((error, c) => c.text('', error instanceof AppError && error.code === 'interdit' ? 403 : 500))
  app.use(csrf)
  app.get('/jeton', (c) => c.text(c.var.csrf))
  const files = router()
  const received = takesFile({
    before: () => called.push('before'),
    folder: () => folder,
    received: async (c, { ok }) => {
      called.push('received')
      return c.text(ok ? 'taken' : 'refused')
    },
  })
  files.post('/declared', received)
  files.post('/shared', async (_, next) => next(), received)
  files.post('/undeclared', async (c) => {
    called.push('undeclared')
    return c.text(String(isStreamedUpload(c)))
  })
  files.post('/:id', (c) => c.text('shadowed'))
  app.route('/', files)
  return app
}

async function upload(token?: string): Promise<RequestInit> {
  const form = new FormData()
  if (token !== undefined) form.append('_csrf', token)
  form.append('fichier', new Blob(['nom\nDol\n']), 'lieux.csv')
  // In one piece: undici writes on into a body that was refused.
  const encoded = new Response(form)
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
  return { method: 'POST', body: await encoded.arrayBuffer(), headers }
}

const tokenOf = async (app: ReturnType<typeof site>) => (await app.request('/jeton')).text()

test('a route that says it takes a file gets it, once the token is checked', async () => {
  const app = site()
  const answer = await app.request('/declared', await upload(await tokenOf(app)))
  expect(await answer.text()).toBe('taken')
  expect(called).toEqual(['before', 'received'])
  expect(readdirSync(folder)).toHaveLength(1)
})

test.each([undefined, '', 'somebody else’s'])('without the token it is not reached: %s', async (token) => {
  const answer = await site().request('/declared', await upload(token))
  expect(answer.status).toBe(403)
  expect(called).toEqual(['before'])
  expect(readdirSync(folder)).toEqual([])
})

test('a route that says nothing is checked before it is called, and streams no file', async () => {
  const app = site()
  expect((await app.request('/undeclared', await upload())).status).toBe(403)
  expect(called).toEqual([])
  expect(await (await app.request('/undeclared', await upload(await tokenOf(app)))).text()).toBe('false')
})

test('a handler that comes first puts the whole route under the ordinary check', async () => {
  expect((await site().request('/shared', await upload())).status).toBe(403)
  expect(called).toEqual([])
})
