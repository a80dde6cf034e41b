// Feature folders form one order: whoever reads one needs to know those below it, never those above. Types count as well.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const ROOM = /^src\/features\/([^/]+)\//
const IMPORTED = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g

/** The sources of a folder, sorted. */
const tracked = (folder: string): string[] =>
  execFileSync('git', ['ls-files', folder], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((name) => /\.tsx?$/.test(name))

/** The rooms that each room imports, with a file that does so. */
type Doors = Map<string, Map<string, string>>

function doorsOf(files: readonly [path: string, text: string][]): Doors {
  const doors: Doors = new Map()
  for (const [path, text] of files) {
    const room = ROOM.exec(path)?.[1]
    if (room === undefined) continue
    const known = doors.get(room) ?? new Map<string, string>()
    doors.set(room, known)
    for (const [, from = ''] of text.matchAll(IMPORTED)) {
      const other = ROOM.exec(normalize(join(dirname(path), from)))?.[1]
      if (other !== undefined && other !== room) known.set(other, path)
    }
  }
  return doors
}

/** The first circle that is met, as « room (file that leads on) », or nothing. */
function circleOf(doors: Doors): string[] {
  const done = new Set<string>()
  const walk = (room: string, way: string[]): string[] => {
    if (way.includes(room))
      return way.slice(way.indexOf(room)).map((one, i, all) => {
        const next = all[(i + 1) % all.length] ?? ''
        return `${one} -> ${next} (${doors.get(one)?.get(next)})`
      })
    if (done.has(room)) return []
    for (const next of doors.get(room)?.keys() ?? []) {
      const circle = walk(next, [...way, room])
      if (circle.length > 0) return circle
    }
    done.add(room)
    return []
  }
  for (const room of doors.keys()) {
    const circle = walk(room, [])
    if (circle.length > 0) return circle
  }
  return []
}

test('a circle is seen, through a type too', () => {
  const sources: [string, string] = ['src/features/sources/actions.ts', "import { find } from '../lieux/queries.ts'"]
  const lieux: [string, string] = [
    'src/features/lieux/views/show.tsx',
    "import type { Source } from '../../sources/queries.ts'",
  ]
  expect(circleOf(doorsOf([sources]))).toEqual([])
  expect(circleOf(doorsOf([sources, lieux]))).toEqual([
    'sources -> lieux (src/features/sources/actions.ts)',
    'lieux -> sources (src/features/lieux/views/show.tsx)',
  ])
})

const NAMES = ['routes', 'views', 'form', 'queries', 'actions', 'policy', 'rules']

/** Whether a path below `src/features/` says by one of the seven names what the file does (src/ARCHITECTURE.md). */
function isNamed(path: string): boolean {
  const [, ...parts] = path.replace(/\.\w+$/, '').split('/')
  const base = parts.pop() ?? ''
  return NAMES.some((name) => base === name || base.endsWith(`-${name}`) || parts.includes(name))
}

test('four files of five are named by what they do', () => {
  expect(['lieux/queries.ts', 'lieux/queries/listing.ts', 'users/list-views.tsx'].map(isNamed)).toEqual([
    true,
    true,
    true,
  ])
  expect(['lieux/listing.ts', 'views/listing.ts'].map(isNamed)).toEqual([false, false])
  const paths = tracked('src/features').map((path) => path.replace('src/features/', ''))
  expect(paths.filter(isNamed).length / paths.length).toBeGreaterThan(0.8)
})

test('src/ itself holds what starts and what lists, everything else has a room', () => {
  const loose = tracked('src').filter((path) => !/^src\/[^/]+\//.test(path))
  expect(loose).toEqual(
    [
      'app.tsx',
      'cli.ts',
      'config.ts',
      'entrance.tsx',
      'import-kinds.ts',
      'lot-kinds.ts',
      'main.ts',
      'setup-app.tsx',
      'worker.ts',
    ].map((name) => `src/${name}`),
  )
})

test('ARCHITECTURE tells where each feature is', () => {
  const text = readFileSync(join(root, 'src/ARCHITECTURE.md'), 'utf8')
  const [, table = ''] = /## Find a feature\n(.*?)\n## /s.exec(text) ?? []
  const told = new Set(
    table
      .split('\n')
      .flatMap((line) => [...(line.split('|')[3] ?? '').matchAll(/`([a-z-]+)`/g)].map(([, name]) => name)),
  )
  const folders = new Set(tracked('src/features').map((path) => path.split('/')[2]))
  expect([...folders].filter((name) => !told.has(name))).toEqual([])
  expect([...told].filter((name) => !folders.has(name))).toEqual([])
})

test('no feature folder leads back to itself', () => {
  const files = tracked('src/features').map((name): [string, string] => [name, readFileSync(join(root, name), 'utf8')])
  const doors = doorsOf(files)
  expect(doors.size).toBeGreaterThan(20)
  expect(circleOf(doors)).toEqual([])
})
