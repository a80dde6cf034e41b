import { expect, onTestFinished, test } from 'vitest'
import {
  expectWork,
  notifyNewTask,
  onNewTask,
  onTaskWritten,
  onWorkExpected,
  wakeLoops,
} from '../../../src/features/taches/wake.ts'

test('a task that is written wakes the loops here and is told to others; one of another process only wakes', async () => {
  const heard: string[] = []
  onTestFinished(onNewTask(() => heard.push('loop')))
  onTestFinished(onTaskWritten(() => heard.push('others')))
  notifyNewTask()
  await expect.poll(() => heard).toEqual(['loop', 'others'])
  wakeLoops()
  expect(heard).toEqual(['loop', 'others', 'loop'])
})

test('work that is expected is told to who prepares for it, as long as they listen', () => {
  let times = 0
  const forget = onWorkExpected(() => {
    times += 1
  })
  expectWork()
  forget()
  expectWork()
  expect(times).toBe(1)
})
