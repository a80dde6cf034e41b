import { spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { isAlive } from '../../src/lib/processes.ts'

test('who was killed is dead, even where nobody takes note of it', async () => {
  // The shell becomes a program that never asks how its child ended.
  const child = spawn('sh', ['-c', 'sleep 0.01 & echo $!; exec sleep 60'])
  onTestFinished(() => void child.kill('SIGKILL'))
  const pid = Number(await new Promise((resolve) => child.stdout.once('data', resolve)))
  await expect.poll(() => isAlive(pid)).toBe(false)
  expect(() => process.kill(pid, 0)).not.toThrow()
  expect([isAlive(child.pid ?? 0), isAlive(process.pid), isAlive(Number.NaN)]).toEqual([true, true, false])
})
