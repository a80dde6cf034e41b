import type { KyselyPlugin, PluginTransformResultArgs, QueryResult, RootOperationNode, UnknownRow } from 'kysely'
import { BOOLEAN_COLUMNS, JSON_COLUMNS } from './turned-columns.ts'

function readValue(name: string, value: unknown): unknown {
  if (typeof value === 'number' && BOOLEAN_COLUMNS.has(name)) return value !== 0
  // Nearly no record has states.
  if (value === '{}' && JSON_COLUMNS.has(name)) return {}
  if (typeof value === 'string' && JSON_COLUMNS.has(name)) return JSON.parse(value)
  return value
}

/**
 * One shape of values in TypeScript for both engines: booleans and parsed JSON, chosen by column name.
 * Kysely's own ParseJSONResultsPlugin guesses by content and turns a note « [1] » into an array.
 */
export const valuesPlugin: KyselyPlugin = {
  transformQuery: ({ node }: { node: RootOperationNode }) => node,
  transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    // Every row has the columns of the first one, and most results have none to turn.
    const names = Object.keys(result.rows[0] ?? {}).filter(
      (name) => BOOLEAN_COLUMNS.has(name) || JSON_COLUMNS.has(name),
    )
    if (names.length === 0) return Promise.resolve(result)
    for (const row of result.rows) {
      for (const name of names) row[name] = readValue(name, row[name])
    }
    return Promise.resolve(result)
  },
}
