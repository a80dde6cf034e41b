// Puts a function of ours in the place of one of Node.js, for the tests of one file. A mock of the module would do the same, but asks
// for a worker of its own, which reads the whole application anew; here the files of a worker go on sharing what they import.
import fs from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll } from 'vitest'

function replace<T extends object>(module: T, change: Partial<T>): void {
  const before = Object.fromEntries(Object.keys(change).map((name) => [name, module[name as keyof T]]))
  Object.assign(module, change)
  // Code that imports them by their names sees the change from now on.
  syncBuiltinESMExports()
  afterAll(() => {
    Object.assign(module, before)
    syncBuiltinESMExports()
  })
}

/** From here to the end of the file `node:fs` is changed. */
export const replaceFiles = (change: Partial<typeof fs>): void => replace(fs, change)

/** From here to the end of the file `node:fs/promises` is changed. */
export const replaceFilePromises = (change: Partial<typeof promises>): void => replace(promises, change)
