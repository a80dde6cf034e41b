// Each serving process is led to the new code, and looked at.
import { spawn } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { reloadService } from '../../../src/features/mises-a-jour/update/actions/trial.ts'
import { beginService, handedOver, isServedElsewhere } from '../../../src/features/presence/presence.ts'
import { announceService, endService, runningServices } from '../../../src/features/presence/services.ts'
import { AppError } from '../../../src/lib/errors.ts'
import { temporaryFolder } from '../../support/folder.ts'

/** Serves /sante with a status, and takes another version on SIGHUP, or ends. */
const PROGRAM = `
import { createServer } from 'node:http'
import { hostname } from 'node:os'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
const debut = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ')[19]
const [storage, status, next] = process.argv.slice(2)
const server = createServer((_request, response) => response.writeHead(Number(status)).end())
server.listen(0, '127.0.0.1', () => tell('1.0.1'))
const tell = (version) => {
  const file = storage + '/service.' + hostname() + '.' + process.pid + '.json'
  writeFileSync(file + '.tmp', JSON.stringify({
    pid: process.pid, debut, machine: hostname(), dossier: '/srv/releves', adresse: 'http://127.0.0.1:' + server.address().port, version, recharge: true, mot: String(performance.now()) }))
  renameSync(file + '.tmp', file)
}
process.on('SIGHUP', () => next === 'fin' ? process.exit(1) : tell(next))
`

const HOME = '/srv/releves'

async function service(status: number, next: string) {
  const storage = temporaryFolder()
  const file = join(storage, 'service.mjs')
  writeFileSync(file, PROGRAM)
  const child = spawn(process.execPath, [file, storage, String(status), next])
  onTestFinished(() => void child.kill('SIGKILL'))
  await expect.poll(() => runningServices(storage, HOME)[0]?.version, { timeout: 10_000 }).toBe('1.0.1')
  const [running] = runningServices(storage, HOME)
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
  expect(runningServices(storage, HOME).map(({ version }) => version)).toEqual(['1.1.0'])
  const gone = new Promise((resolve) => child.on('close', resolve))
  child.kill('SIGKILL')
  await gone
  expect(runningServices(storage, HOME)).toEqual([])
  writeFileSync(join(storage, `service.${hostname()}.1.json`), '{')
  announceService(storage, { dossier: HOME, adresse: 'http://127.0.0.1:1', version: '1.0.1', recharge: false })
  expect(runningServices(storage, HOME).map(({ pid }) => pid)).toEqual([process.pid])
  // The first word of a service takes away what others before it left.
  expect(readdirSync(storage).filter((name) => name.endsWith('.json'))).toHaveLength(1)
  endService(storage)
  expect(runningServices(storage, HOME)).toEqual([])
})

test('of several installations of one site each is asked for by itself', () => {
  const storage = temporaryFolder()
  announceService(storage, { dossier: HOME, adresse: 'http://127.0.0.1:1', version: '1.0.1', recharge: true })
  writeFileSync(join(storage, 'service.une-autre-machine.1.json'), JSON.stringify({ version: '1.0.0' }))
  expect([runningServices(storage, HOME).length, runningServices(storage, '/srv/autre')]).toEqual([1, []])
  const { end } = beginService(storage, HOME, undefined)
  expect([isServedElsewhere(storage, HOME), isServedElsewhere(storage, '/srv/autre')]).toEqual([false, true])
  end()
  expect(isServedElsewhere(storage, '/srv/autre')).toBe(false)
})

test('a move of the database waits for whoever serves from the old one, and knows who does not follow', async () => {
  const [storage, before, after] = [temporaryFolder(), 'postgres://u@hote/avant', 'postgres://u@hote/apres']
  const presence = beginService(storage, HOME, before)
  onTestFinished(presence.end)
  expect([await handedOver(storage, before, 0), await handedOver(storage, after, 0)]).toEqual([true, false])
  const moving = handedOver(storage, after)
  presence.uses(after)
  expect(await moving).toBe(true)
  presence.uses(undefined)
  expect(await handedOver(storage, after, 0)).toBe(false)
  presence.end()
  expect(await handedOver(storage, after, 0)).toBe(true)
})

test('a number that is somebody else’s by now, or another machine’s, is nobody who serves', () => {
  const storage = temporaryFolder()
  const said = { dossier: HOME, adresse: 'http://127.0.0.1:1', version: '1.0.1', recharge: true }
  // A process that runs: the one whose number a service had before a power cut.
  const left = JSON.stringify({ ...said, pid: process.ppid, debut: '1', machine: hostname(), mot: 'a' })
  writeFileSync(join(storage, `service.${hostname()}.${process.ppid}.json`), left)
  const other = `service.${hostname()}.exemple.org.${process.ppid}.json`
  writeFileSync(join(storage, other), left)
  expect(runningServices(storage, HOME)).toEqual([])
  announceService(storage, said)
  expect(runningServices(storage, HOME).map(({ pid }) => pid)).toEqual([process.pid])
  expect(
    readdirSync(storage)
      .filter((name) => name.endsWith('.json'))
      .sort(),
  ).toEqual([`service.${hostname()}.${process.pid}.json`, other])
})
