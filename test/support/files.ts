// The test files by what they need, for .vitest.config.ts: read from their text, so that nobody keeps a list.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const IMPORTED = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g
/** A file with one of these asks for the engine of the run, or for its database. */
const ENGINE = /\bTEST_ENGINE\b|\binject\(/

const textOf = (name: string): string => readFileSync(join(root, name), 'utf8')

/** Every file of the suite, by its path from the root; those of test/faults apart. */
export const testFiles: string[] = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .map((name) => `test/${name}`)
  .filter((name) => /\.test\.tsx?$/.test(name) && !name.startsWith('test/faults/'))

/** A file that mocks a module. */
export const mocks = (name: string): boolean => /^vi\.mock\(/m.test(textOf(name))

/** A file that mocks code of PostgreSQL, and has nothing to ask of SQLite. */
export const mocksPostgres = (name: string): boolean => /^vi\.mock\(.*\/dialect\/postgres\//m.test(textOf(name))

/** A file that asks more browsers in `npm run faults` than in `npm test`. */
export const choosesBrowsers = (name: string): boolean => /from '\.\/driven\.ts'/.test(textOf(name))

/** A file that asks for more in `npm run faults` than in `npm test`, on an engine or both. */
export const goesFurther = (name: string): boolean => /\/support\/thorough\.ts'/.test(textOf(name))

/** A file that asks for the engine, itself or through what it imports of test/: the others are the same on both. */
export function knowsEngine(name: string, seen = new Set<string>()): boolean {
  if (seen.has(name)) return false
  seen.add(name)
  const text = textOf(name)
  if (ENGINE.test(text)) return true
  return [...text.matchAll(IMPORTED)]
    .map(([, from = '']) => join(dirname(name), from))
    .some((imported) => imported.startsWith('test/') && knowsEngine(imported, seen))
}
