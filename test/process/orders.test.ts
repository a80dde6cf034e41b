import { expect, test } from 'vitest'
import { tellOthers } from '../../src/process/orders.ts'

test('all processes hear of a task, but for the one that wrote it and those that are gone', () => {
  const heard: string[] = []
  const one = (name: string, isThere = true) => ({ isConnected: () => isThere, send: () => heard.push(name) })
  const from = one('who wrote it')
  tellOthers(from, [one('first'), from, undefined, one('gone', false), one('last')])
  expect(heard).toEqual(['first', 'last'])
})
