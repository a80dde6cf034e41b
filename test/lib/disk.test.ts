import type { StatsFs, statfsSync } from 'node:fs'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isNearlyFull, lookAtDisk } from '../../src/lib/disk.ts'
import { replaceFilePromises, replaceFiles } from '../support/builtins.ts'

const disk = { space: {} as StatsFs, isFull: false }
const write = writeFile

async function written(...given: Parameters<typeof writeFile>): Promise<void> {
  const [path, content, options] = given
  await write(path, disk.isFull ? '' : content, options)
  if (disk.isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
}

replaceFiles({ statfsSync: (() => disk.space) as unknown as typeof statfsSync })
replaceFilePromises({ statfs: (async () => disk.space) as unknown as typeof statfs, writeFile: written })

const GB = 1_000_000_000
const space = (free: number, total: number) => ({ bavail: free, blocks: total, bsize: 1 }) as StatsFs

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'releves-disque-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

test.each([
  ['half of it is free', 50 * GB, 100 * GB, false],
  ['a tenth of it is free', 10 * GB, 100 * GB, false],
  ['less than a tenth of it is free', 9.9 * GB, 100 * GB, true],
  ['half of a small one is free', 0.4 * GB, 0.8 * GB, true],
])('a disk: %s', async (_what, free, total, expected) => {
  disk.space = space(free, total)
  disk.isFull = false
  const path = folder()
  expect([isNearlyFull(path), await lookAtDisk(path)]).toEqual([expected, { isNearlyFull: expected }])
  expect(readdirSync(path)).toEqual([])
})

test('a disk without room for a look at it says so, and nothing of the look stays', async () => {
  disk.isFull = true
  const path = folder()
  await expect(lookAtDisk(path)).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(readdirSync(path)).toEqual([])
})
