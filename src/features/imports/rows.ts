import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { Rows } from '../../lib/rows.ts'
import { type Message, messagesOf } from './queries/imports.ts'

const BATCH = 2000

/** A page ends at this message: messages of a line and messages without one never share a phase. */
const behind = ({ phase, ligne, id }: Message) =>
  ligne === null
    ? sql<boolean>`(phase, id) > (${phase}, ${id})`
    : sql<boolean>`(phase, ligne, id) > (${phase}, ${ligne}, ${id})`

/** Each batch begins behind the last one: an offset would read again all that went before, a million refusals deep. */
async function* batches(db: Db, importId: number) {
  let last: Message | undefined
  for (;;) {
    const query = messagesOf(db, importId).limit(BATCH)
    const rows = await (last ? query.where(behind(last)) : query).execute()
    last = rows.at(-1)
    if (!last) return
    yield rows.map(({ ligne, message }) => [ligne, message])
  }
}

/** All messages of an import. */
export const messageRows = (db: Db, importId: number): Rows => ({
  headers: ['ligne', 'message'],
  batches: batches(db, importId),
})
