// Tests are read by whoever comes next: each tells one story that is seen at once.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
/** « About 40 »: a story may need a few more. */
const MOST_LINES = 45

/** Drills of test/faults that are one story from the first request to the last; the number is the most that each may have. */
const LONGER: Record<string, number> = {
  '%s to %s: read all the time, nothing acknowledged is lost, the import goes on over there': 51,
}

interface Length {
  name: string
  lines: number
}

const indentOf = (line: string): string => /^ */.exec(line)?.[0] ?? ''

/** The bodies of the tests of a file, which Biome has set: blank lines and the tables of `each` do not count. */
function lengthsOf(text: string): Length[] {
  const lines = text.split('\n')
  const found: Length[] = []
  lines.forEach((line, start) => {
    if (!/^ *test\b/.test(line)) return
    const indent = indentOf(line)
    const opens = (one: string) =>
      one.endsWith('=> {') && one.startsWith(indent) && indentOf(one).length <= indent.length + 2
    const begin = lines.findIndex(
      (one, at) => at >= start && (opens(one) || (at > start && /^ *(test|describe)\b/.test(one))),
    )
    if (begin < 0 || !opens(lines[begin] ?? '')) return
    const close = `${indentOf(lines[begin] ?? '')}}`
    const end = lines.findIndex((one, at) => at > begin && one.startsWith(close))
    const head = lines.slice(start, begin + 1).join(' ')
    const name = /\(\s*(['"`])(.*?)\1,/.exec(head.slice(head.lastIndexOf('](') + 1))?.[2] ?? head
    found.push({ name, lines: lines.slice(begin + 1, end).filter((one) => one.trim() !== '').length })
  })
  return found
}

test('a long test is seen, its table and its blank lines are not counted', () => {
  const body = (lines: number) => '  expect(1).toBe(1)\n\n'.repeat(lines)
  const text = `test('short', () => {\n${body(2)}})\n\ntest.each([\n  [1],\n  [2],\n])('long %i', async (n) => {\n${body(50)}})\n`
  expect(lengthsOf(text)).toEqual([
    { name: 'short', lines: 2 },
    { name: 'long %i', lines: 50 },
  ])
})

test(`no test is longer than ${MOST_LINES} lines`, () => {
  const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.test\.tsx?$/.test(name),
  )
  const all = files.flatMap((file) =>
    lengthsOf(readFileSync(join(root, 'test', file), 'utf8')).map((one) => ({ ...one, file })),
  )
  expect(all.length).toBeGreaterThan(1000)
  const long = all.filter(({ name, lines }) => lines > (LONGER[name] ?? MOST_LINES))
  expect(
    long
      .map(({ file, name, lines }) => `${lines} ${file}: ${name}`)
      .sort()
      .reverse(),
  ).toEqual([])
  // A test that became short leaves the list.
  const stale = Object.keys(LONGER).filter((name) => !all.some((one) => one.name === name && one.lines > MOST_LINES))
  expect(stale).toEqual([])
})
