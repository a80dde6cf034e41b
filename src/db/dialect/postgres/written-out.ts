import type { CompiledQuery } from 'kysely'
import { isPlain, quotedText } from '../plain-values.ts'

/** A quoted value has no more of a type than a parameter: the server takes both for what they are compared with. */
const literal = (value: string | number | boolean): string => quotedText(String(value))

/**
 * Writes values that are the same each time into the statement. Of parameters PostgreSQL knows nothing when it makes a plan for all
 * values: it believes that such a plan costs more than one made for those at hand, and makes a new one each time.
 */
export function writtenOut<R>(
  { sql: text, parameters, ...query }: CompiledQuery<R>,
  isBlank: (value: unknown) => boolean,
): CompiledQuery<R> {
  const left: unknown[] = []
  const written = parameters.map((value) =>
    !isBlank(value) && isPlain(value) ? literal(value) : `$${left.push(value)}`,
  )
  const sql = text.replace(/\$(\d+)/g, (place, n: string) => written[Number(n) - 1] ?? place)
  return { ...query, sql, parameters: left }
}
