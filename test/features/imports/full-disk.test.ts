import { type createWriteStream, mkdirSync, readdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { createAdaptorServer } from '@hono/node-server'
import { expect, onTestFinished, test } from 'vitest'
import { type TestApp, testApp, type Visitor } from '../../support/app.ts'
import { replaceFiles } from '../../support/builtins.ts'

const ROOM = 300_000

/** Imitates a disk with that much room left. */
function filling() {
  let taken = 0
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      taken += chunk.length
      const full = taken > ROOM ? Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }) : null
      // Slower than a file comes that is sent from near by.
      setTimeout(() => done(full), 5)
    },
  })
}

replaceFiles({ createWriteStream: (() => filling()) as unknown as typeof createWriteStream })

/** A real server makes the form come piece by piece, as from a browser. */
async function listening({ app }: TestApp): Promise<string> {
  const server = createAdaptorServer({ fetch: app.fetch })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function send(visitor: Visitor, address: string, bytes: number) {
  const body = new FormData()
  body.append('_csrf', visitor.token())
  body.append('fichier', new Blob([Buffer.alloc(bytes, 'nom\nFrance\n')]), 'lieux.csv')
  const cookie = `session=${visitor.cookies.get('session')}`
  const answer = await fetch(address, { method: 'POST', body, headers: { cookie }, signal: AbortSignal.timeout(5000) })
  return [bytes, answer.status, await answer.text()]
}

test.each([
  ['/lieux/import', [400_000, 3_000_000]],
  ['/parametres/logo', [1_900_000]],
])(
  '%s: a file for which the disk has no room is answered once it was sent, and nothing of it stays',
  async (path, sizes) => {
    const t = await testApp()
    const tmp = join(t.deps.storage, 'app', 'tmp')
    mkdirSync(tmp, { recursive: true })
    const [admin, origin] = [await t.as(t.admin), await listening(t)]
    for (const bytes of sizes)
      expect(await send(admin, origin + path, bytes)).toEqual([
        bytes,
        507,
        expect.stringContaining('L’espace disque du serveur est épuisé'),
      ])
    expect(readdirSync(tmp, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'))).toEqual([])
  },
)
