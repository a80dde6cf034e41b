// Weight on the disk of an installation from a release archive: what the archive carries and the packages that bin/install keeps,
// with the bundled Node.js and without. One line each, exit status 1 when one is more than promised.
// Use: node node_modules/tsx/dist/cli.mjs bin/checks/sizes.ts (after `sh bin/install test` and `sh bin/build`)
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { carriedFiles, runningOnly } from '../release-archive.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const MB = 1024 * 1024
const BLOCK = 4096
/** bin/install takes these away where nothing is built. */
const DROPPED = /\.(?:[cm]?ts|map)$/
const NODE = /^node_modules\/node-linux-/

/** A file takes whole blocks: of thousands of small ones that is a quarter of all. */
const bytesOf = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + Math.ceil(statSync(join(ROOT, file)).size / BLOCK) * BLOCK, 0)

/** The files of a package, without those of packages inside it; none where it is for another machine. */
function filesOf(place: string): string[] {
  try {
    return readdirSync(join(ROOT, place), { recursive: true, encoding: 'utf8' })
      .filter((name) => !/(?:^|\/)node_modules(?:\/|$)/.test(name) && !DROPPED.test(name))
      .map((name) => join(place, name))
      .filter((name) => statSync(join(ROOT, name)).isFile())
  } catch {
    return []
  }
}

const lock = runningOnly(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')))
const places = Object.keys(lock.packages).filter((place) => place !== '')
const weigh = (some: readonly string[]): number => bytesOf(some.flatMap(filesOf))

const plain = bytesOf(carriedFiles(ROOT)) + weigh(places.filter((place) => !NODE.test(place)))
const WEIGHTS = [
  { name: 'installation without Node.js', bytes: plain, maxBytes: 60 * MB },
  {
    name: 'installation with its own',
    bytes: plain + weigh(places.filter((place) => NODE.test(place))),
    maxBytes: 200 * MB,
  },
]

for (const { name, bytes, maxBytes } of WEIGHTS) {
  const over = bytes > maxBytes
  if (over) process.exitCode = 1
  console.log(`${over ? 'OVER  ' : 'within'} ${name}: ${Math.round(bytes / MB)} of ${maxBytes / MB} MB`)
}
