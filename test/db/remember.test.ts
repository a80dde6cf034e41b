// Values are read once for as long as nothing is stored (src/db/remember.ts).
import { expect, test } from 'vitest'
import { readAnew, rememberEach, remembering } from '../../src/db/remember.ts'
import type { Db } from '../../src/db/schema.ts'

/** No statement is asked of it here. */
const someDb = () => ({}) as Db

test('is read once at a moment, anew at another, and each time by who knows no moment', async () => {
  const db = someDb()
  let n = 0
  const read = () => {
    n += 1
    return Promise.resolve(n)
  }
  const asked = [
    await remembering(db, 'a')('nom', read),
    await remembering(db, 'a')('nom', read),
    await remembering(db, 'a')('autre', read),
    await remembering(db, 'b')('nom', read),
    await remembering(db, undefined)('nom', read),
    await remembering(someDb(), 'b')('nom', read),
  ]
  expect(asked).toEqual([1, 1, 2, 3, 4, 5])
})

test('a reading that began before a change is not answered after it', async () => {
  const db = someDb()
  const ends: ((value: string) => void)[] = []
  const slow = remembering(db, 'avant')('nom', () => new Promise<string>((resolve) => ends.push(resolve)))
  const after = remembering(db, 'après')
  for (const end of ends) end('ancien')
  expect(await slow).toBe('ancien')
  expect(await after('nom', () => Promise.resolve('nouveau'))).toBe('nouveau')
})

test('what could not be read is read again', async () => {
  const remember = remembering(someDb(), 'a')
  await expect(remember('nom', () => Promise.reject(new Error('no line')))).rejects.toThrow('no line')
  expect(await remember('nom', () => Promise.resolve('là'))).toBe('là')
})

test('one by one: those alone that are not known, and what is not there is known not to be', async () => {
  const remember = remembering(someDb(), 'a')
  const asked: number[][] = []
  const each = (keys: number[], how = remember) =>
    rememberEach(how, 'doubles', keys, (missing: number[]) => {
      asked.push(missing)
      return Promise.resolve(new Map(missing.filter((key) => key > 0).map((key) => [key, 2 * key])))
    })
  expect([...(await each([1, 2, 2, -1]))]).toEqual([
    [1, 2],
    [2, 4],
  ])
  expect([...(await each([3, -1, 1]))]).toEqual([
    [1, 2],
    [3, 6],
  ])
  await each([1, 2, 3])
  await each([1], readAnew)
  expect(asked).toEqual([[1, 2, -1], [3], [1]])
})
