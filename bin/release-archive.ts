/** bin/release publishes this. One tree always gives the same bytes: names sorted, one date, no owner. */
import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import {
  type Announcement,
  LATEST,
  MOST_NOTES,
  type Publication,
  VERSION,
} from '../src/features/mises-a-jour/releases/rules/announcement.ts'
import { newestNotes, type ReleaseNotes, readReleaseNotes } from '../src/lib/release-notes.ts'
import { tarWriter } from '../src/lib/tar.ts'
import { type Lock, sbomOf } from './sbom.ts'

/** All that an installed site runs. Packages come by the lock file, browser files are built: dist/assets. */
const CARRIED = [
  ...[
    '.dockerignore',
    '.npmrc',
    'Containerfile',
    'compose.yaml',
    'LICENSE',
    'NOUVEAUTES.md',
    'README.md',
    'VERSION',
    'package-lock.json',
    'package.json',
  ],
  ...[
    'bin/build',
    'bin/current.sh',
    'bin/install',
    'bin/lock.sh',
    'bin/node',
    'bin/releve',
    'bin/service',
    'bin/start',
  ],
  ...['data', 'dist/assets', 'dist/db', 'dist/src', 'dist/source.tar.gz'],
]

const MODE = { plain: 0o644, program: 0o755 }
const FIRST = '1.0.0'

export interface ReleaseTree {
  root: string
  /** Where what is published goes. */
  folder: string
  /** Date of everything in it. */
  at: Date
  /** Signs; without it there is no announcement. */
  key: KeyObject | undefined
  /** Where the sites of this release ask for the next one. */
  server: string | undefined
  /** The oldest version that may be updated to this one. */
  from: string | undefined
}

/** A folder with one of these is the storage of a site, from its set-up on. */
const STORAGE = new Set(['config.json', 'installed', 'setup-progress.json'])
const PRIVATE = /^\.env|\.(?:sqlite3?|db)(?:-\w+)?$|\.(?:log|pem|key)$/

/** The files of a folder, but for the data of a site that somebody put there: many call its folder `data`. */
export function filesUnder(root: string, name: string): string[] {
  if (!existsSync(path.join(root, name))) return []
  const entries = readdirSync(path.join(root, name), { recursive: true, withFileTypes: true })
  const files = entries.filter((one) => one.isFile())
  const storages = files.filter((one) => STORAGE.has(one.name)).map((one) => `${one.parentPath}${path.sep}`)
  const isOfSite = (file: string) => storages.some((storage) => file.startsWith(storage))
  return files
    .filter((one) => !PRIVATE.test(one.name))
    .map((one) => path.join(one.parentPath, one.name))
    .filter((file) => !isOfSite(file))
    .map((file) => path.relative(root, file))
}

export const carriedFiles = (root: string): string[] =>
  CARRIED.flatMap((name) => (/^(data|dist\/[a-z]+)$/.test(name) ? filesUnder(root, name) : [name]))

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

type Manifest = Record<string, unknown> & { scripts: { start: string } }

/** The commands of those who develop need what is not carried, and so do the packages that build and test. */
function startOnly({ devDependencies: _build, workspaces: _tests, ...known }: Manifest): Manifest {
  return { ...known, scripts: { start: known.scripts.start } }
}

/** A lock file that names what runs, and fits `startOnly`. */
export function runningOnly(lock: Lock): Lock {
  const { devDependencies: _build, workspaces: _tests, ...root } = lock.packages[''] ?? {}
  const running = Object.entries(lock.packages).filter(
    ([place, { dev, link }]) => /^node_modules/.test(place) && !dev && !link,
  )
  return { ...lock, packages: { '': root, ...Object.fromEntries(running) } }
}

const publicKeyOf = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')

async function contents({ root, key, server, at }: ReleaseTree, version: string): Promise<Map<string, Buffer>> {
  const all = new Map<string, Buffer>()
  for (const name of carriedFiles(root)) all.set(name, await readFile(path.join(root, name)))
  const parsed = (name: string) => JSON.parse((all.get(name) ?? '').toString())
  const lock = runningOnly(parsed('package-lock.json'))
  all.set('package.json', json(startOnly(parsed('package.json'))))
  all.set('package-lock.json', json(lock))
  all.set('sbom.json', json(sbomOf(lock, version, at)))
  all.set('update.json', json({ serveur: server ?? '', cle: key ? publicKeyOf(key) : '' }))
  return new Map([...all].sort(([a], [b]) => (a < b ? -1 : 1)))
}

export async function writeArchive(file: string, top: string, files: Map<string, Buffer>, at: Date): Promise<void> {
  const work = mkdtempSync(path.join(tmpdir(), 'releves-release-'))
  try {
    const plain = path.join(work, 'plain.tar')
    const writer = await tarWriter(plain, at)
    for (const [name, bytes] of files)
      await writer.add(
        `${top}/${name}`,
        [bytes],
        (name.startsWith('bin/') && !name.endsWith('.ts')) || name.startsWith('.ci/') ? MODE.program : MODE.plain,
      )
    await writer.end()
    await pipeline(createReadStream(plain), createGzip({ level: 9 }), createWriteStream(file))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Signed as one text, so that what is verified is what is read. */
function publication(annonce: Announcement, key: KeyObject): Publication {
  const text = JSON.stringify(annonce)
  return { annonce: text, signature: sign(null, Buffer.from(text), key).toString('base64') }
}

/** The notes of this version and of those before it. Throws, in French, where nothing is said of this one: nobody updates blindly. */
function notesOf(root: string, version: string): ReleaseNotes[] {
  const list = readReleaseNotes(readFileSync(path.join(root, 'NOUVEAUTES.md'), 'utf8'))
  const from = list.findIndex((notes) => notes.version === version)
  if ((list[from]?.points ?? []).length === 0)
    throw new Error(`NOUVEAUTES.md ne dit rien de la version ${version} : écrivez ce qu’elle change, puis recommencez.`)
  return newestNotes(list.slice(from), MOST_NOTES)
}

/** Writes archive, checksum, SBOM and (with a key) the signed announcement; returns their paths. */
export async function publishRelease(tree: ReleaseTree): Promise<{ files: string[]; annonce: Announcement }> {
  const { folder, at, key } = tree
  const version = readFileSync(path.join(tree.root, 'VERSION'), 'utf8').trim()
  if (!VERSION.test(version)) throw new Error(`VERSION: ${version}`)
  const nouveautes = notesOf(tree.root, version)
  mkdirSync(folder, { recursive: true })
  const top = `releves-${version}`
  const place = (name: string) => path.join(folder, name)
  const files = await contents(tree, version)
  const archive = `${top}.tar.gz`
  await writeArchive(place(archive), top, files, at)
  const bytes = await readFile(place(archive))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const facts = { nom: 'releves', version, date: at.toISOString(), depuis: tree.from ?? FIRST } as const
  const annonce: Announcement = { ...facts, archive, taille: bytes.length, sha256, nouveautes }
  const made: [string, Buffer | string][] = [
    [`${archive}.sha256`, `${sha256}  ${archive}\n`],
    [`${top}.sbom.json`, files.get('sbom.json') ?? ''],
  ]
  if (key) for (const name of [`${top}.json`, LATEST]) made.push([name, json(publication(annonce, key))])
  for (const [name, content] of made) await writeFile(place(name), content)
  return { files: [archive, ...made.map(([name]) => name)].map(place), annonce }
}
