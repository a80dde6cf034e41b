// Measurements share a line on the terminal and a folder of their own.
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const say = (text: string) => process.stdout.write(`${text}\n`)

/** A new folder, or the one that `--keep` names, which a next run finds filled. */
export function benchFolder(kept?: string): string {
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'releves-bench-'))
  mkdirSync(folder, { recursive: true })
  return folder
}
