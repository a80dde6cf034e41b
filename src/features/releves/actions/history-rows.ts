import { sql } from 'kysely'
import { lecturesJson } from '../../../champs/lectures.ts'
import { dialectOf } from '../../../db/dialect/index.ts'
import type { Schema, Trx } from '../../../db/schema.ts'
import { untold } from '../../../db/untold.ts'
import type { MadeAhead } from './ahead.ts'
import type { Author, Stored } from './write.ts'

type Operation = Schema['releve_versions']['operation']
type Written = Stored & { ahead?: MadeAhead | undefined }

/** The texts by which a table has what a record holds. */
export const textsOf = (releve: Written) => ({
  data: releve.ahead?.data ?? JSON.stringify(releve.data),
  etats: releve.ahead?.etats ?? JSON.stringify(releve.etats),
  lectures: lecturesJson(releve),
})

/** A line of the history: who did what when, and the record as it then was (as it last was, for a suppression). */
export const versionRow = (releve: Written, operation: Operation, { user_id, now }: Author) => ({
  releve_id: releve.id,
  source_id: releve.source_id,
  version: releve.version,
  operation,
  ...textsOf(releve),
  user_id,
  created_at: now,
})

/** More records than these are read from their table for the history: that costs less than to send their texts twice. */
export const FEW = 10

/** New records as the first lines of their history. */
export async function copyToHistory(trx: Trx, held: readonly { id: number }[]): Promise<void> {
  const ids = held.map(({ id }) => id)
  const copy = trx
    .insertInto('releve_versions')
    .columns([...COPIED, 'releve_id', 'operation', 'user_id', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('releves')
        .select([...COPIED, 'id', sql.lit('creation').as('operation'), 'updated_by', 'updated_at'])
        .where(dialectOf(trx).sql.inList(eb.ref('id'), ids))
        .orderBy('id'),
    )
  await trx.executeQuery(untold(copy.compile()))
}

const COPIED = ['source_id', 'version', 'data', 'etats', 'lectures'] as const
