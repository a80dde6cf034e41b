import type { Db } from '../../db/schema.ts'
import type { Cell, Rows } from '../../lib/rows.ts'
import { linesAfter, type RegisterFilter } from './queries.ts'

/** The columns of decisions.md, section 14: what leaves comes back. */
export const CSV_COLUMNS = [
  ...(['lieu', 'acte', 'cote', 'annee_debut', 'annee_fin', 'etat', 'depot', 'url', 'note'] as const),
] as const

const BATCH = 500

async function* batches(db: Db, filter: RegisterFilter): AsyncGenerator<Cell[][], void> {
  for (let after = 0; ; ) {
    const rows = await linesAfter(db, filter, after, BATCH)
    const last = rows.at(-1)
    if (!last) return
    yield rows.map((row) => CSV_COLUMNS.map((name) => row[name]))
    after = last.id
  }
}

/** The lines that pass the filter, in the order in which they were written. */
export const registerRows = (db: Db, filter: RegisterFilter): Rows => ({
  headers: [...CSV_COLUMNS],
  batches: batches(db, filter),
})
