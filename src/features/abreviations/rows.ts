import type { Db } from '../../db/schema.ts'
import type { Cell, Rows } from '../../lib/rows.ts'
import { linesAfter, type Reader } from './queries.ts'

export const CSV_COLUMNS = ['abreviation', 'texte', 'section'] as const

const BATCH = 500

async function* batches(db: Db, reader: Reader): AsyncGenerator<Cell[][], void> {
  for (let after = 0; ; ) {
    const rows = await linesAfter(db, reader, after, BATCH)
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(({ abreviation, texte, section }) => [abreviation, texte, section])
    after = last.id
  }
}

/** Every line that this person reads; a line of its own names no section. */
export const abbreviationRows = (db: Db, reader: Reader): Rows => ({
  headers: [...CSV_COLUMNS],
  batches: batches(db, reader),
})
