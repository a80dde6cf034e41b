/**
 * Writes dist/source.tar.gz: the code that runs here as its developers have it, which the site hands to whoever asks (AGPL,
 * section 13). Run by bin/build; a release carries the one of the tree that it was made from.
 */
import { existsSync, renameSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { filesUnder, writeArchive } from './release-archive.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const FOLDERS = ['.ci', 'bench', 'bin', 'data', 'db', 'docs', 'src', 'static', 'test']
const FILES = [
  ...[
    '.biome.json',
    '.dockerignore',
    '.gitattributes',
    '.gitignore',
    '.knip.json',
    '.npmrc',
    '.tsconfig.build.json',
    '.vitest.config.ts',
  ],
  ...[
    'Containerfile',
    'LICENSE',
    'NOUVEAUTES.md',
    'README.md',
    'VERSION',
    'package-lock.json',
    'package.json',
    'compose.yaml',
    'tsconfig.json',
  ],
]
/** All files bear one date: the archive of one tree always has the same bytes. */
const AT = new Date(Date.UTC(2026, 0, 1))

const names = [...FILES, ...FOLDERS.flatMap((folder) => filesUnder(ROOT, folder))].filter((name) =>
  existsSync(path.join(ROOT, name)),
)
const files = new Map<string, Buffer>()
for (const name of names.sort()) files.set(name, await readFile(path.join(ROOT, name)))
const version = (files.get('VERSION') ?? Buffer.from('0')).toString('utf8').trim()
const target = path.join(ROOT, 'dist', 'source.tar.gz')
await writeArchive(`${target}.new`, `releves-${version}`, files, AT)
renameSync(`${target}.new`, target)
