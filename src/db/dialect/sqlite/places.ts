import { sql } from 'kysely'
import type { PlaceIndex } from '../dialect.ts'

export const sqlitePlaces: PlaceIndex = {
  named(terms) {
    const match = terms.map(({ word, isPrefix }) => `"${word}"${isPrefix ? ' *' : ''}`).join(' OR ')
    return sql`select rowid as id from lieux_noms where lieux_noms match ${match}`
  },
  quotes: (lieuIds) => sql`select l.value as lieu_id, q.rowid as releve_id from json_each(${JSON.stringify(lieuIds)}) l
    cross join releve_lieux_fts q where q.releve_lieux_fts match 'l' || l.value`,
}
