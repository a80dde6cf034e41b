import { type RawBuilder, sql } from 'kysely'
import type { SearchTerm } from '../dialect.ts'

export function lieuxNamed(terms: readonly SearchTerm[]): RawBuilder<{ id: number }> {
  const match = terms.map(({ word, isPrefix }) => `"${word}"${isPrefix ? ' *' : ''}`).join(' OR ')
  return sql`select rowid as id from lieux_noms where lieux_noms match ${match}`
}
