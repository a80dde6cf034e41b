import type { Db } from '../../db/schema.ts'
import { csvWriter } from '../../lib/csv.ts'
import { listMessages } from './queries.ts'

const BATCH = 2000

async function* batches(db: Db, importId: number) {
  for (let offset = 0; ; offset += BATCH) {
    const rows = await listMessages(db, importId, { offset, limit: BATCH })
    if (rows.length === 0) return
    yield rows.map(({ ligne, message }) => [ligne, message])
  }
}

/** All messages of an import as CSV, in pieces. */
export const messagesCsv = (db: Db, importId: number): AsyncGenerator<string, void> =>
  csvWriter(['ligne', 'message'], batches(db, importId))
