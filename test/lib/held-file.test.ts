import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { hold, inTurn, isHeld, readWord, writeWord } from '../../src/lib/held-file.ts'
import { startOf } from '../../src/lib/processes.ts'
import { temporaryFolder } from '../support/folder.ts'

afterEach(() => void vi.useRealTimers())

const YEAR_MS = 365 * 86_400_000
const HOUR_MS = 3_600_000
const at = (ms: number) => vi.useFakeTimers({ now: Date.now() + ms, toFake: ['Date'] })

/** A file that another process of this machine holds. */
function heldByAnother(path: string) {
  const child = spawn('sleep', ['60'])
  onTestFinished(() => void child.kill('SIGKILL'))
  const pid = child.pid ?? 0
  writeFileSync(path, `${pid} ${hostname()} ${startOf(pid)}`)
  return child
}

test.each([YEAR_MS, -HOUR_MS])(
  'a file is held by who lives, and by nobody else, when the clock jumps by %s ms',
  async (ms) => {
    const folder = temporaryFolder()
    const [own, other] = [join(folder, 'le-notre'), join(folder, 'un-autre')]
    const release = hold(own)
    const child = heldByAnother(other)
    at(ms)
    expect([isHeld(own), isHeld(other), hold(own), hold(other)]).toEqual([true, true, undefined, undefined])
    const ended = new Promise((resolve) => child.on('close', resolve))
    child.kill('SIGKILL')
    await ended
    release?.()
    expect([isHeld(own), isHeld(other)]).toEqual([false, false])
    hold(other)?.()
  },
)

test('another process that has the number of one that is gone holds nothing', () => {
  const path = join(temporaryFolder(), 'verrou')
  const { pid } = heldByAnother(path)
  writeFileSync(path, `${pid} ${hostname()} 1`)
  expect(isHeld(path)).toBe(false)
})

test('of another machine the touch tells', () => {
  const path = join(temporaryFolder(), 'verrou')
  writeFileSync(path, `1 ailleurs.${hostname()} 1`)
  expect(isHeld(path)).toBe(true)
  const long = new Date(Date.now() - HOUR_MS)
  utimesSync(path, long, long)
  expect(isHeld(path)).toBe(false)
})

test('whoever holds a file may write a word into it', () => {
  const path = join(temporaryFolder(), 'verrou')
  const release = hold(path)
  writeWord(path, 'mot')
  expect([readWord(path), isHeld(path)]).toEqual(['mot', true])
  release?.()
  expect(readWord(path)).toBe('')
  writeWord(path, 'mot')
  expect(() => readFileSync(path)).toThrow()
})

test('what a lost holder left is taken over whole, and nothing of it stays beside', () => {
  const folder = temporaryFolder()
  const [long, turn] = [join(folder, 'long'), join(folder, 'tour')]
  // No process has this number: Linux gives out at most 2 ** 22.
  writeFileSync(long, `99999999 ${hostname()} 1 mot`)
  writeFileSync(turn, `${hostname()} 99999999 jeton`)
  const release = hold(long)
  expect([isHeld(long), readWord(long), hold(long)]).toEqual([true, '', undefined])
  expect(inTurn(turn, () => readFileSync(turn, 'utf8').split(' ').slice(0, 2))).toEqual([
    hostname(),
    String(process.pid),
  ])
  expect(readdirSync(folder)).toEqual(['long'])
  release?.()
  expect(readdirSync(folder)).toEqual([])
})
