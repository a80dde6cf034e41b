// The values plugin turns columns by name alone: a name that is JSON in one table is JSON in all of them, and so with booleans.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BOOLEAN_COLUMNS, JSON_COLUMNS } from '../../src/db/turned-columns.ts'

const FOLDER = join(import.meta.dirname, '../../src/db')

/** Columns of a file of table types, as `name: type`. */
const columnsOf = (text: string): { name: string; type: string }[] =>
  [...text.matchAll(/(?<=[\s{;]) *(\w+): ([^;\n}]+(?:\{[^}]*\}[^;\n]*)?)/g)].map(([, name = '', type = '']) => ({
    name,
    type: type.trim(),
  }))

/** Texts and times are read as they are stored; a number is no JSON to the plugin, and stays one. */
const PLAIN = /^(?:Generated<|ColumnType<|NullableDefault<)?(?:'|string|Instant)/

/** Names that are turned although a table reads them plain, and those of JSON that nothing turns. */
function strayColumns(texts: readonly string[], turned: ReadonlySet<string>): string[] {
  const columns = texts.flatMap(columnsOf)
  const plain = columns.filter(({ name, type }) => turned.has(name) && PLAIN.test(type) && !type.includes('string[]'))
  const forgotten = columns.filter(
    ({ name, type }) => /^(?:JSONColumnType|NullableJson|JsonText)\b/.test(type) && !turned.has(name),
  )
  return [...plain, ...forgotten].map(({ name, type }) => `${name}: ${type}`)
}

const texts = readdirSync(FOLDER)
  .filter((file) => /^schema.*\.ts$/.test(file))
  .map((file) => readFileSync(join(FOLDER, file), 'utf8'))

test('a name of a turned column means the same in every table', () => {
  expect(strayColumns(texts, new Set([...JSON_COLUMNS, ...BOOLEAN_COLUMNS]))).toEqual([])
  const names = new Set(texts.flatMap(columnsOf).map(({ name }) => name))
  expect([...JSON_COLUMNS, ...BOOLEAN_COLUMNS].filter((name) => !names.has(name))).toEqual([])
})

test('the rule finds a plain column of that name, and a forgotten one', () => {
  const planted =
    "interface T {\n  a: {\n    choix: 'lieu' | null\n  }\n  b: { choix: NullableJson<number[]>; autre: JSONColumnType<X> }\n}\n"
  expect(strayColumns([planted], new Set(['choix']))).toEqual(["choix: 'lieu' | null", 'autre: JSONColumnType<X>'])
})
