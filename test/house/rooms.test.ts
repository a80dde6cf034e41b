// Feature folders form one order: whoever reads one needs to know those below it, never those above. Types count as well.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const ROOM = /^src\/features\/([^/]+)\//
const IMPORTED = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g

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

test('no feature folder leads back to itself', () => {
  const names = execFileSync('git', ['ls-files', 'src/features'], { cwd: root, encoding: 'utf8' }).split('\n')
  const files = names
    .filter((name) => /\.tsx?$/.test(name))
    .map((name): [string, string] => [name, readFileSync(join(root, name), 'utf8')])
  const doors = doorsOf(files)
  expect(doors.size).toBeGreaterThan(20)
  expect(circleOf(doors)).toEqual([])
})
