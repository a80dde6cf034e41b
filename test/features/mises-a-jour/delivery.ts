// Releases as bin/release makes them, a server that offers them, and an installation that asks it.
import { execFileSync, spawn } from 'node:child_process'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { publishRelease } from '../../../bin/release-archive.ts'
import { updateUnderWay } from '../../../src/features/presence/update-note.ts'
import { isPostgres } from '../../support/db.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { addressOf, type Ended } from '../../support/process.ts'
import { type BackedUp, backedUpSite, contentAt } from './support.ts'

const ROOT = join(import.meta.dirname, '../../..')
const COPIED = [
  'VERSION',
  'NOUVEAUTES.md',
  'LICENSE',
  'README.md',
  '.npmrc',
  '.dockerignore',
  'Containerfile',
  'compose.yaml',
  'package.json',
  'package-lock.json',
  'bin',
  'data',
  'dist',
]

/** Code and browser files as `npm start` runs them, built from what stands here; once for the tests of a file. */
export function builtTree(): { readonly tree: string } {
  const built = { tree: '' }
  beforeAll(() => {
    built.tree = mkdtempSync(join(tmpdir(), 'releves-arbre-'))
    execFileSync('sh', ['bin/build'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
    for (const name of COPIED) cpSync(join(ROOT, name), join(built.tree, name), { recursive: true })
  }, 300_000)
  afterAll(() => rmSync(built.tree, { recursive: true, force: true }))
  return built
}

/** Stands in for npm: the packages that are here already, as a folder of links. */
export function fakeNpm(folder: string): string {
  const bin = join(folder, 'npm-bin')
  mkdirSync(bin)
  const packages = join(ROOT, 'node_modules')
  writeFileSync(
    join(bin, 'npm'),
    `#!/bin/sh\nrm -rf node_modules\nmkdir node_modules\nln -s ${packages}/* node_modules/\n`,
  )
  chmodSync(join(bin, 'npm'), 0o755)
  return bin
}

export interface Versions {
  folder: string
  address: string
  key: KeyObject
  publicKey: string
  /** Answers in place of the folder; false leaves it to the folder. */
  answer?: ((path: string, response: ServerResponse) => boolean) | undefined
  asked: string[]
}

/** A server of releases on this machine. */
export async function versionsServer(): Promise<Versions> {
  const folder = temporaryFolder()
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const versions: Versions = { folder, address: '', key: privateKey, publicKey: spki, asked: [] }
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    versions.asked.push(path)
    if (versions.answer?.(path, response)) return
    const file = join(folder, path)
    response.writeHead(existsSync(file) ? 200 : 404).end(existsSync(file) ? readFileSync(file) : '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  versions.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return versions
}

/** Changes a file of a tree. */
export function rewrite(tree: string, name: string, change: (text: string) => string): void {
  const before = readFileSync(join(tree, name), 'utf8')
  const after = change(before)
  if (after === before) throw new Error(`nothing to change in ${name}`)
  writeFileSync(join(tree, name), after)
}

/** Publishes the tree as a version, changed first. */
export async function publish(versions: Versions, tree: string, version: string, change?: (tree: string) => void) {
  const root = temporaryFolder()
  cpSync(tree, root, { recursive: true })
  writeFileSync(join(root, 'VERSION'), `${version}\n`)
  writeFileSync(join(root, 'NOUVEAUTES.md'), `## ${version}\n\n- Essai de la version ${version}.\n`)
  change?.(root)
  const at = new Date('2026-11-21T00:00:00.000Z')
  const { key, folder, address } = versions
  return publishRelease({ root, folder, at, key, server: address, from: undefined })
}

/** A release that starts, and answers nothing but errors. */
export const answersBadly = (tree: string) =>
  rewrite(tree, 'dist/src/process/server.js', (text) =>
    text.replace('host.fetch(request, env)', "new Response('', { status: 500 })"),
  )

/** Migrations that the tree gets on top; each is the body of its JavaScript, with `db` and `fs`. */
export const withMigrations =
  (...bodies: string[]) =>
  (tree: string) =>
    rewrite(tree, 'dist/db/migrations/index.js', (text) => {
      const added = bodies.map((body, i) => `migrations['99${100 + i}_essai'] = { async up(db) {\n${body}\n} }`)
      return [`import * as fs from 'node:fs'`, text, ...added, ''].join('\n')
    })

/** A migration that makes a table: the `n`th of those that tell how far a database has come. */
export const newTable = (n = 1) => `await db.schema.createTable('essai_${n}').addColumn('id', 'integer').execute()`

export interface Installed {
  home: string
  site: BackedUp
  env: Record<string, string>
  versions: Versions
  run(args: string[]): Promise<Ended>
  /** Begins a program without waiting for its end: for those who want to kill it. */
  begin(program: string, args: string[]): ReturnType<typeof spawn>
}

function collect(child: ReturnType<typeof spawn>): Promise<Ended> {
  const ended: Ended = { code: null, out: '', err: '' }
  child.stdout?.on('data', (bytes) => (ended.out += bytes))
  child.stderr?.on('data', (bytes) => (ended.err += bytes))
  return new Promise((resolve) => child.on('close', (code) => resolve({ ...ended, code })))
}

export const SECRET = 'x'.repeat(64)

/** Has a program run on a machine of another name. For root. */
const onMachine = (name: string) => ['unshare', '--uts', 'sh', '-c', `hostname ${name}; exec "$0" "$@"`]

/** Version 1.0.1 as somebody installed it from its archive in `work`, with the demonstration site. */
export async function installation(tree: string, work = temporaryFolder()): Promise<Installed> {
  const versions = await versionsServer()
  await publish(versions, tree, '1.0.1')
  const site = await backedUpSite()
  const database = isPostgres ? site.address : 'sqlite:database.sqlite'
  writeFileSync(join(site.storage, 'config.json'), JSON.stringify({ secret: SECRET, database }))
  writeFileSync(join(site.storage, 'installed'), '1.0.1 2026-01-01\n')
  return installedIn(work, site, versions, [])
}

/** Puts this version of this site on another machine that shares its folder. */
export const otherServer = ({ site, versions }: Installed): Installed =>
  installedIn(temporaryFolder(), site, versions, onMachine('deuxieme'))

function installedIn(work: string, site: BackedUp, versions: Versions, before: readonly string[]): Installed {
  execFileSync('tar', ['xzf', join(versions.folder, 'releves-1.0.1.tar.gz'), '-C', work])
  const home = join(work, 'releves-1.0.1')
  const env = {
    PATH: `${fakeNpm(work)}:${process.env.PATH}`,
    NODE: process.execPath,
    STORAGE_DIR: site.storage,
    UPDATE_SERVER_URL: versions.address,
    UPDATE_PUBLIC_KEY: versions.publicKey,
    HOST: '127.0.0.1',
    PORT: '0',
  }
  const begin = (program: string, args: string[]) => {
    const [first = '', ...rest] = [...before, program, ...args]
    const child = spawn(first, rest, { cwd: home, env, detached: true })
    onTestFinished(() => {
      try {
        process.kill(-(child.pid ?? 0), 'SIGKILL')
      } catch {
        // Gone already.
      }
    })
    return child
  }
  return { home, site, env, versions, begin, run: (args) => collect(begin(join(home, 'bin/releve'), args)) }
}

/** `npm start`, once it is ready: where it answers, and what stops it at once. */
export async function serves({ begin }: Installed): Promise<{ address: string; stop: () => Promise<void> }> {
  const child = begin('sh', ['bin/start'])
  const said: Ended = { code: null, out: '', err: '' }
  child.stdout?.on('data', (bytes) => (said.out += bytes))
  child.stderr?.on('data', (bytes) => (said.err += bytes))
  const address = await addressOf(said)
  const stop = async () => {
    const gone = new Promise((resolve) => child.on('close', resolve))
    process.kill(-(child.pid ?? 0), 'SIGKILL')
    await gone
  }
  return { address, stop }
}

/** The step that an update or a return under way has noted. */
export const stepOf = ({ site }: Installed): string | undefined => updateUnderWay(site.storage)?.etape

/** Version of the code that the next start takes. */
export function versionOf({ home }: Installed): string {
  const link = join(home, 'current')
  const folder = existsSync(link) ? join(home, readlinkSync(link)) : home
  return readFileSync(join(folder, 'VERSION'), 'utf8').trim()
}

/** An update must leave all of this as it was, or bring it: version, tables of its migrations, every row. */
export async function stateOf(installed: Installed) {
  const content = await contentAt(installed.site.address)
  const { kysely_migration: _, kysely_migration_lock: __, ...tables } = content
  const rest = Object.entries(tables).filter(([name]) => !name.startsWith('essai_'))
  const added = Object.keys(tables).length - rest.length
  return { version: versionOf(installed), added, rest: JSON.stringify(rest) }
}

/** An update that has ended leaves none of these anywhere. */
export const leftovers = ({ home, site }: Installed) => [
  ...readdirSync(site.storage).filter((name) => /en-cours|verrou|maintenance|arrivee/.test(name)),
  ...(existsSync(join(home, 'releases'))
    ? readdirSync(join(home, 'releases')).filter((name) => name.startsWith('.'))
    : []),
]
