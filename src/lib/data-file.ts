import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Path of a file of data/, which lies beside src/, or beside the dist/ that holds the built src/. */
export function dataFile(name: string): string {
  const near = join(import.meta.dirname, '..', '..', 'data', name)
  return existsSync(near) ? near : join(import.meta.dirname, '..', '..', '..', 'data', name)
}
