import type { Db } from '../../../db/schema.ts'
import { dayOf, startOfDay } from '../../../lib/text.ts'
import type { EntryCounts } from '../rules/desk-facts.ts'

/** Nobody types more in a day; the last ones are found by an index that knows no time. */
const MOST = 999

interface Whose {
  sourceId: number
  userId: number
  now: Date
}

/** The records of a source, and those that this person typed in it today, on the clock of Paris. */
export async function entryCounts(db: Db, { sourceId, userId, now }: Whose): Promise<EntryCounts> {
  const { nb_releves } = await db
    .selectFrom('sources')
    .select('nb_releves')
    .where('id', '=', sourceId)
    .executeTakeFirstOrThrow()
  const midnight = startOfDay(dayOf(now.toISOString())) ?? now.toISOString()
  const last = db
    .selectFrom('releves')
    .select(['source_id', 'import_id', 'created_at'])
    .where('created_by', '=', userId)
    .orderBy('id', 'desc')
    .limit(MOST)
  const { today } = await db
    .selectFrom(last.as('last'))
    .select((eb) => eb.fn.countAll<number>().as('today'))
    .where('source_id', '=', sourceId)
    .where('import_id', 'is', null)
    .where('created_at', '>=', midnight)
    .executeTakeFirstOrThrow()
  return { acts: nb_releves, today: Number(today), isMore: Number(today) === MOST }
}
