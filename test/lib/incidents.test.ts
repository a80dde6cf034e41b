import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keepIncidents, readIncidents, SLOW_REQUEST } from '../../src/lib/incidents.ts'
import { silentLog } from '../../src/lib/log.ts'
import { temporaryFolder } from '../support/folder.ts'

const NOW = new Date('2026-11-21T10:00:00.000Z')
const LONG_AGO = new Date('2026-01-01T00:00:00.000Z')

test('errors and slow requests are kept, the newest first, and nothing else of the log is', () => {
  const folder = temporaryFolder()
  const said: string[] = []
  const tell = (message: string) => void said.push(message)
  const log = keepIncidents({ info: tell, warn: tell, error: tell }, folder, () => NOW)
  log.info('started')
  log.warn('half full')
  log.warn(SLOW_REQUEST, { method: 'GET', path: '/recherche', ms: 2345, status: 200, requestId: 'abc' })
  log.error('request failed', { error: new TypeError('x'.repeat(1000)), method: 'POST', path: '/', requestId: 'def' })
  expect(said).toEqual(['started', 'half full', SLOW_REQUEST, 'request failed'])
  const [error, slow, ...more] = readIncidents(folder, LONG_AGO)
  expect(more).toEqual([])
  const at = NOW.toISOString()
  expect(slow).toEqual({
    ...{ at, genre: 'lente', message: SLOW_REQUEST, reference: 'abc', methode: 'GET', chemin: '/recherche', ms: 2345 },
  })
  expect(error).toMatchObject({ at, genre: 'erreur', reference: 'def', methode: 'POST', chemin: '/' })
  expect(error?.cause).toMatch(/^TypeError: x{280,300}$/)
  expect(readIncidents(folder, new Date(NOW.getTime() + 1))).toEqual([])
})

test('a file that grows makes place for a new one, and a line that was cut is passed over', () => {
  const folder = temporaryFolder()
  const log = keepIncidents(silentLog, folder, () => NOW)
  const file = join(folder, 'incidents.jsonl')
  for (let n = 0; n < 3000; n += 1) log.error(`failure ${n}`, { error: new Error('y'.repeat(300)) })
  expect(statSync(file).size).toBeLessThan(300_000)
  const newest = readIncidents(folder, LONG_AGO)
  expect(newest[0]?.message).toBe('failure 2999')
  expect(newest.length).toBeGreaterThan(600)
  expect(newest.length).toBeLessThan(2000)
  appendFileSync(file, `{"at":"2026-11-21T10:00:00.000Z","genre":"err`)
  expect(readIncidents(folder, LONG_AGO).length).toBe(newest.length)
  expect(readFileSync(file, 'utf8')).toContain('failure 2999')
})

test('two processes that find the file full at one moment put it aside once', { timeout: 60_000 }, () => {
  const folder = temporaryFolder()
  const log = keepIncidents(silentLog, folder, () => NOW)
  const [file, former] = [join(folder, 'incidents.jsonl'), join(folder, 'incidents.avant.jsonl')]
  const full = `${JSON.stringify({ at: NOW.toISOString(), genre: 'erreur', message: 'old' })}\n`.repeat(5000)
  writeFileSync(file, full)
  // The other process is at it, and has done it by the time it lets go.
  const work = `
    const { inTurn } = await import(${JSON.stringify(join(import.meta.dirname, '../../src/lib/held-file.ts'))})
    const { renameSync, writeFileSync } = await import('node:fs')
    inTurn(${JSON.stringify(`${file}.tour`)}, () => {
      writeFileSync(${JSON.stringify(join(folder, 'ready'))}, '')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700)
      renameSync(${JSON.stringify(file)}, ${JSON.stringify(former)})
      writeFileSync(${JSON.stringify(file)}, '')
    })`
  const other = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', work], { stdio: 'inherit' })
  onTestFinished(() => void other.kill())
  while (!existsSync(join(folder, 'ready'))) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
  log.error('new')
  expect(readFileSync(former, 'utf8')).toBe(full)
  expect(readFileSync(file, 'utf8')).toContain('new')
  expect(readIncidents(folder, LONG_AGO)).toHaveLength(5001)
})

test('a folder that cannot be written takes nothing away from the log', () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'incidents.jsonl'))
  const said: string[] = []
  keepIncidents({ ...silentLog, error: (message) => void said.push(message) }, folder).error('request failed')
  expect(said).toEqual(['request failed'])
})
