// The browsers that playwright-core drives, and what one of them proves for all.
import { test } from 'vitest'
import { type BrowserName, browsers } from '../support/browsers.ts'

/** The oldest first. */
export const names = (await browsers()).filter(({ playwright }) => playwright).map(({ name }) => name)

/** The server decides it, or a calculation of ours: the oldest browser shows it, and another one would ask the same again. */
export const testOnce = (name: BrowserName) => test.skipIf(name !== names[0])
