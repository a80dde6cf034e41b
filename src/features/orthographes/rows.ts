import type { Db } from '../../db/schema.ts'
import type { Cell, Rows } from '../../lib/rows.ts'
import { markedName } from '../lieux/import/rules/marks.ts'
import { marksOf } from '../lieux/rows.ts'
import { withNames } from './queries/listing.ts'
import { SIGNS } from './rules/line.ts'

export const CSV_COLUMNS = ['nom1', 'signe', 'nom2', 'genre', 'lieu', 'source', 'etat'] as const

const BATCH = 500

async function* batches(db: Db): AsyncGenerator<Cell[][], void> {
  const query = withNames(db)
    .leftJoin('types_lieux', 'types_lieux.id', 'lieux.type_id')
    .select(['lieux.code as lieu_code', 'types_lieux.nom as lieu_type'])
    .orderBy('orthographes.id')
    .limit(BATCH)
  for (let after = 0; ; ) {
    const rows = await query.where('orthographes.id', '>', after).execute()
    const last = rows.at(-1)
    if (!last) return
    const marks = await marksOf(db, [...new Set(rows.flatMap(({ lieu }) => lieu ?? []))])
    yield rows.map(({ nom_a, signe, nom_b, genre, lieu, lieu_type, lieu_code, source, etat }) => {
      const marked = markedName(lieu ?? '', lieu_type, lieu_code)
      return [nom_a, SIGNS[signe].sign, nom_b, genre, marks.has(marked) ? marked : lieu, source, etat]
    })
    after = last.id
  }
}

/** All lines, the oldest first. */
export const spellingRows = (db: Db): Rows => ({ headers: [...CSV_COLUMNS], batches: batches(db) })
