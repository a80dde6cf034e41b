// Servers of releases as they are in the world: small ones that close the connection behind each answer, slow ones, broken ones.
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { downloadRelease } from '../../../../src/features/mises-a-jour/releases/server.ts'
import { AppError } from '../../../../src/lib/errors.ts'
import { temporaryFolder } from '../../../support/folder.ts'

const BYTES = randomBytes(2_000_000)
const ANNONCE = {
  nouveautes: [],
  ...{ nom: 'releves' as const, version: '1.1.0', date: '2026-11-21T00:00:00.000Z', depuis: '1.0.0' },
  ...{ archive: 'releves-1.1.0.tar.gz', taille: BYTES.length },
  sha256: createHash('sha256').update(BYTES).digest('hex'),
}
/** It is written as `python3 -m http.server` writes it. */
const HEAD = `HTTP/1.0 200 OK\r\nServer: SimpleHTTP/0.6 Python/3.11.2\r\nContent-Length: ${BYTES.length}\r\n\r\n`
const PIECE = 16_384

/** A server that answers each request as told, byte by byte. */
async function rawServer(answer: (socket: Socket) => unknown): Promise<string> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => answer(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

async function sendPieces(socket: Socket, bytes = BYTES): Promise<void> {
  socket.write(HEAD)
  for (let at = 0; at < bytes.length; at += PIECE) {
    socket.write(bytes.subarray(at, at + PIECE))
    if (at % (4 * PIECE) === 0) await pause(1)
  }
}

const PATIENCE = { silenceMs: 100, wholeMs: 2000 }

async function download(server: string, patience = PATIENCE): Promise<string> {
  const path = join(temporaryFolder(), 'archive')
  try {
    await downloadRelease(server, ANNONCE, path, patience)
    return readFileSync(path).equals(BYTES) ? 'ok' : 'other bytes'
  } catch (error) {
    return error instanceof AppError ? error.message : String(error)
  }
}

test('forty downloads in a row from a server that closes the connection behind its answer', async () => {
  const server = await rawServer((socket) => {
    socket.write(HEAD)
    socket.end(BYTES)
  })
  // Nothing is measured here: a busy machine may hold a piece back for longer than a silent server is waited for.
  const patience = { silenceMs: 10_000, wholeMs: 30_000 }
  for (let n = 0; n < 40; n += 1) expect(await download(server, patience)).toBe('ok')
})

test('a server that falls silent is given up, whether it began its head, its body or nothing at all', async () => {
  expect(await download(await rawServer(() => undefined))).toMatch(/ne répond pas/)
  expect(await download(await rawServer((socket) => socket.write(HEAD.slice(0, 30))))).toMatch(/ne répond pas/)
  expect(await download(await rawServer((socket) => socket.write(HEAD)))).toMatch(/n’envoie plus rien/)
  expect(await download(await rawServer((socket) => sendPieces(socket, BYTES.subarray(0, 50_000))))).toMatch(
    /n’envoie plus rien.*Rien n’a été changé/,
  )
})

test('one that sends a byte now and then is given up in the end', async () => {
  const server = await rawServer((socket) => {
    socket.write(HEAD)
    const dripping = setInterval(() => socket.write('x'), 20)
    socket.on('close', () => clearInterval(dripping))
  })
  expect(await download(server, { silenceMs: 200, wholeMs: 300 })).toMatch(/n’envoie plus rien/)
})

test('an answer that is cut, too long, or no answer of HTTP, is refused in words', async () => {
  const cut = async (socket: Socket) => {
    await sendPieces(socket, BYTES.subarray(0, 50_000))
    socket.end()
  }
  expect(await download(await rawServer(cut))).toMatch(/interrompu/)
  const reset = async (socket: Socket) => {
    await sendPieces(socket, BYTES.subarray(0, 50_000))
    socket.resetAndDestroy()
  }
  expect(await download(await rawServer(reset))).toMatch(/interrompu/)
  const endless = (socket: Socket) => {
    socket.write('HTTP/1.0 200 OK\r\n\r\n')
    socket.write(BYTES)
    socket.end(BYTES)
  }
  expect(await download(await rawServer(endless))).toMatch(/plus qu’il ne devrait/)
  expect(await download(await rawServer((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')))).toMatch(/ne répond pas/)
  expect(
    await download(await rawServer((socket) => socket.end('HTTP/1.0 302 Found\r\nLocation: http://\r\n\r\n'))),
  ).toMatch(/autre site/)
})
