import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Db } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import { type Leaving, leavingFiles } from './files.ts'

/** Writes everything to an empty folder, or a new one. Returns how many files. AppError `interdit` where something is in it. */
export async function writeFolder(db: Db, folder: string, leaving: Leaving): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o750 })
  if ((await readdir(folder)).length > 0)
    throw new AppError('interdit', 'Ce dossier n’est pas vide : choisissez-en un autre, ou un nom nouveau.')
  let count = 0
  for await (const { name, pieces } of leavingFiles(db, leaving)) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true, mode: 0o750 })
    await pipeline(pieces, createWriteStream(path, { flags: 'wx', mode: 0o640 }))
    count += 1
  }
  return count
}

/** Writes everything to one archive, under `path`, which must be new. */
export async function writeArchive(db: Db, path: string, leaving: Leaving): Promise<void> {
  const zip = new ZipFile()
  const file = createWriteStream(path, { flags: 'wx', mode: 0o640 })
  zip.on('error', (error: Error) => file.destroy(error))
  const stored = once(file, 'finish')
  zip.outputStream.pipe(file)
  const add = async () => {
    for await (const { name, pieces } of leavingFiles(db, leaving)) {
      const content = Readable.from(pieces)
      zip.addReadStream(content, name)
      await finished(content)
    }
    zip.end()
  }
  try {
    await Promise.all([add(), stored])
  } finally {
    file.destroy()
  }
}
