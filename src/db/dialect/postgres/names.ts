import { type RawBuilder, sql } from 'kysely'
import type { SearchTerm } from '../dialect.ts'

/** The index is used where a query has this very expression. */
const MOTS = sql`array_to_tsvector(string_to_array(
  trim(replace(replace(' ' || nom_tri || ' ', ' st ', ' saint '), ' ste ', ' sainte ')), ' '))`

export function lieuxNamed(terms: readonly SearchTerm[]): RawBuilder<{ id: number }> {
  const query = terms.map(({ word, isPrefix }) => `'${word}'${isPrefix ? ':*' : ''}`).join(' | ')
  return sql`select id from lieux where ${MOTS} @@ ${query}::tsquery`
}
