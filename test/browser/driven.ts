// The browsers that a test is asked of. What the server decides, or our own scripts, is the same in all of them: `npm test` asks the
// oldest, and `npm run faults` each one. One whole path of every kind (typing, saving, the queue, the table) is asked of each in both.
import { test } from 'vitest'
import { type BrowserName, browsers } from '../support/browsers.ts'

export const isThorough = process.env.TEST_BROWSERS === 'all'

const found = await browsers()

/** The oldest first. */
export const everyBrowser = found.map(({ name }) => name)

/** Those that playwright-core drives, the oldest first. */
export const everyDriven = found.filter(({ playwright }) => playwright).map(({ name }) => name)

export const askedOf = (all: readonly BrowserName[]) => (isThorough ? [...all] : all.slice(0, 1))

/** For a file whose tests would pass in each browser or in none. */
export const names = askedOf(everyDriven)

/** One of these tests beside a whole path that each of `all` goes through. */
export const testMore = (name: BrowserName, all: readonly BrowserName[] = everyDriven) =>
  test.skipIf(!askedOf(all).includes(name))

/** The server decides it, or a calculation of ours: another browser would ask the same again, in `npm run faults` too. */
export const testOnce = (name: BrowserName) => test.skipIf(name !== everyDriven[0])
