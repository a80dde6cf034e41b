import { createReadStream, createWriteStream, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { AppError } from '../../../../lib/errors.ts'
import { type TarEntry, TarError, tarEntries } from '../../../../lib/tar.ts'

const MAX_BYTES = 500 * 1024 * 1024
/** Bytes for each compressed one: text shrinks to a tenth, a bomb to a thousandth. */
const MAX_RATIO = 50

const MODE = { plain: 0o644, program: 0o755 }
const NEEDED = [
  'VERSION',
  'package.json',
  'package-lock.json',
  'bin/start',
  'bin/node',
  'dist/src/main.js',
  'dist/src/cli.js',
]

const refuseArchive = (reason: string): never => {
  throw new TarError(reason)
}

/** Names that are one on some systems, a file where a folder is needed. */
function checkNames(names: readonly string[], top: string): void {
  const folded = new Set(names.map((name) => name.normalize('NFC').toLowerCase()))
  if (folded.size !== names.length) refuseArchive('two names are the same but for their case')
  for (const name of names) {
    if (!name.startsWith(`${top}/`)) refuseArchive(`outside of the folder of the release: ${name}`)
    for (let at = dirname(name); at !== '.'; at = dirname(at))
      if (folded.has(at.toLowerCase())) refuseArchive(`both a file and a folder: ${at}`)
  }
  for (const name of NEEDED) if (!names.includes(`${top}/${name}`)) refuseArchive(`missing: ${name}`)
}

async function gunzip(archive: string, size: number, plain: string): Promise<void> {
  const most = Math.min(MAX_BYTES, size * MAX_RATIO)
  let total = 0
  async function* limited(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      total += chunk.length
      if (total > most) refuseArchive('the archive is out of proportion')
      yield chunk
    }
  }
  await pipeline(
    createReadStream(archive),
    createGunzip(),
    limited,
    createWriteStream(plain, { flags: 'wx', mode: 0o600 }),
  )
}

async function writeEntry(plain: string, { name, offset, size }: TarEntry, top: string, folder: string): Promise<void> {
  const inside = name.slice(top.length + 1)
  const path = join(folder, inside)
  mkdirSync(dirname(path), { recursive: true, mode: MODE.program })
  const content = size === 0 ? Readable.from([]) : createReadStream(plain, { start: offset, end: offset + size - 1 })
  const mode = inside.startsWith('bin/') ? MODE.program : MODE.plain
  await pipeline(content, createWriteStream(path, { flags: 'wx', mode }))
}

const isBadGzip = (error: unknown): boolean =>
  /^Z_|^ERR_ZLIB|^ERR_BUFFER/.test((error as NodeJS.ErrnoException).code ?? '')

/**
 * Opens an archive of a release into a folder of its own. Only plain files below the folder of the release, nothing twice,
 * nothing out of proportion; all names are looked at before the first file is written. AppError otherwise.
 */
export async function extractRelease(archive: string, size: number, version: string, folder: string): Promise<void> {
  const plain = `${folder}.tar`
  const top = `releves-${version}`
  try {
    await gunzip(archive, size, plain)
    const entries = await tarEntries(plain)
    checkNames(
      entries.map(({ name }) => name),
      top,
    )
    mkdirSync(folder, { mode: MODE.program })
    for (const entry of entries) await writeEntry(plain, entry, top, folder)
    if (readFileSync(join(folder, 'VERSION'), 'utf8').trim() !== version) refuseArchive('another version is inside')
    // A source tree would be built, and run what its packages say.
    if (existsSync(join(folder, 'tsconfig.json'))) refuseArchive('a source tree')
  } catch (error) {
    if (!(error instanceof TarError || isBadGzip(error))) throw error
    const reason = `L’archive de la version ${version} est refusée (${(error as Error).message})\u00a0: rien n’a été changé.`
    throw new AppError('conflit', reason)
  } finally {
    rmSync(plain, { force: true })
  }
}
