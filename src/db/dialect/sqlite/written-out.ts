import type { CompiledQuery } from 'kysely'
import { isPlain, quotedText } from '../plain-values.ts'

/** Names and texts, which may hold a `?`, and the places of values. */
const PLACES = /'(?:[^']|'')*'|"(?:[^"]|"")*"|(= )?\?/g

const literal = (value: string | number | boolean): string =>
  typeof value === 'string' ? quotedText(value) : String(Number(value))

/**
 * Writes values that are the same each time into the statement, and hides the others from the planner. SQLite looks whether `= ?` in a
 * join, or before an order, is given 0 or 1, and reads and plans the whole statement anew each time that a value is bound, which takes
 * forty times as long as to answer it. A sub-select it does not look into.
 */
export function writtenOut<R>(
  { sql: text, parameters, ...query }: CompiledQuery<R>,
  isBlank: (value: unknown) => boolean,
): CompiledQuery<R> {
  const left: unknown[] = []
  let at = 0
  const sql = text.replace(PLACES, (place, equals = '') => {
    if (!place.endsWith('?')) return place
    const value = parameters[at]
    at += 1
    if (!isBlank(value) && isPlain(value)) return `${equals}${literal(value)}`
    left.push(value)
    return equals === '' ? '?' : '= (select ?)'
  })
  return { ...query, sql, parameters: left }
}
