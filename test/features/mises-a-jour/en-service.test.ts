// What serves is led to the new code, and looked at.
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { announceService, endService, runningService } from '../../../src/features/mises-a-jour/en-service.ts'
import { reloadService } from '../../../src/features/mises-a-jour/essai.ts'
import { AppError } from '../../../src/lib/errors.ts'
import { temporaryFolder } from '../../support/shared-db.ts'

/** Serves /sante with a status, and takes another version on SIGHUP, or ends. */
const PROGRAM = `
import { createServer } from 'node:http'
import { hostname } from 'node:os'
import { writeFileSync } from 'node:fs'
const [storage, status, next] = process.argv.slice(2)
const server = createServer((_request, response) => response.writeHead(Number(status)).end())
server.listen(0, '127.0.0.1', () => tell('1.0.1'))
const tell = (version) => writeFileSync(storage + '/service.json', JSON.stringify({
  pid: process.pid, machine: hostname(), adresse: 'http://127.0.0.1:' + server.address().port, version, recharge: true, mot: String(performance.now()) }))
process.on('SIGHUP', () => next === 'fin' ? process.exit(1) : tell(next))
`

async function service(status: number, next: string) {
  const storage = temporaryFolder()
  const file = join(storage, 'service.mjs')
  writeFileSync(file, PROGRAM)
  const child = spawn(process.execPath, [file, storage, String(status), next])
  onTestFinished(() => void child.kill('SIGKILL'))
  await expect.poll(() => runningService(storage)?.version, { timeout: 10_000 }).toBe('1.0.1')
  const running = runningService(storage)
  if (!running) throw new Error('no service')
  const outcome = await reloadService(storage, running, '1.1.0').then(
    () => 'ok',
    (error: unknown) => (error instanceof AppError ? error.message : error),
  )
  return { storage, outcome, child }
}

test('a reload that comes to the new version is well, and only then', async () => {
  expect((await service(200, '1.1.0')).outcome).toBe('ok')
  expect((await service(500, '1.1.0')).outcome).toMatch(/sante/)
  expect((await service(200, 'fin')).outcome).toMatch(/s’est arrêté/)
  expect((await service(200, '1.0.1')).outcome).toMatch(/pas pu prendre le relais/)
})

test('a process that is gone serves nothing, and only who serves takes its word back', async () => {
  const { storage, child } = await service(200, '1.1.0')
  endService(storage)
  expect(runningService(storage)?.version).toBe('1.1.0')
  const gone = new Promise((resolve) => child.on('close', resolve))
  child.kill('SIGKILL')
  await gone
  expect(runningService(storage)).toBeUndefined()
  announceService(storage, { adresse: 'http://127.0.0.1:1', version: '1.0.1', recharge: false })
  expect(runningService(storage)?.pid).toBe(process.pid)
  endService(storage)
  expect(runningService(storage)).toBeUndefined()
  writeFileSync(join(storage, 'service.json'), '{')
  expect(runningService(storage)).toBeUndefined()
})
