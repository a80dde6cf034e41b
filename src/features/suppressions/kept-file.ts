import { createHash } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  createWriteStream,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { randomToken } from '../../lib/crypto.ts'
import { syncFolderOf } from '../../lib/json-file.ts'
import { present, share, unshare } from '../fichiers/rules/shelves.ts'
import { draftFolder, keptFolder } from './rules.ts'

/** A row as its line of the file has it: of which table, and its columns. */
export type KeptLine = [table: 'releves' | 'releve_versions' | 'rangs', row: Record<string, unknown>]

const pathOf = (storage: string, name: string): string => join(keptFolder(storage), name)

/** Writes the lines as they come, compressed, whole or not at all, and to the disk. Returns how many there were. */
export async function writeKept(storage: string, name: string, lines: AsyncIterable<KeptLine>): Promise<number> {
  const draft = join(draftFolder(storage), `${name}.${randomToken(4)}.tmp`)
  const path = pathOf(storage, name)
  for (const one of [draft, path]) mkdirSync(dirname(one), { recursive: true, mode: 0o750 })
  let count = 0
  async function* texts() {
    for await (const line of lines) {
      count += 1
      yield `${JSON.stringify(line)}\n`
    }
  }
  await pipeline(Readable.from(texts()), createGzip(), createWriteStream(draft, { mode: 0o600 }))
  const file = openSync(draft, 'r+')
  fsyncSync(file)
  closeSync(file)
  await share(path, draft)
  renameSync(draft, path)
  syncFolderOf(path)
  return count
}

/** SHA-256 of the file, in hexadecimal. */
export async function digestOf(storage: string, name: string): Promise<string> {
  const hash = createHash('sha256')
  await present(pathOf(storage, name))
  for await (const piece of createReadStream(pathOf(storage, name))) hash.update(piece as Buffer)
  return hash.digest('hex')
}

/** The lines of the file after so many of them, in slices of at most `size()`. */
export async function* readKept(storage: string, name: string, after: number, size: () => number) {
  const text = createReadStream(pathOf(storage, name)).pipe(createGunzip())
  let slice: KeptLine[] = []
  let n = 0
  for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) {
    n += 1
    if (n <= after) continue
    slice.push(JSON.parse(line) as KeptLine)
    if (slice.length < size()) continue
    yield slice
    slice = []
  }
  if (slice.length > 0) yield slice
}

/** Takes the file away, here and from all servers. */
export async function dropKept(storage: string, name: string): Promise<void> {
  rmSync(pathOf(storage, name), { force: true })
  await unshare(pathOf(storage, name))
}
