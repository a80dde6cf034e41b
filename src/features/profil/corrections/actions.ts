import type { Db } from '../../../db/schema.ts'

/** Marks the corrections of this person's acts as read, up to the newest that was on the screen. */
export const markCorrectionsRead = (db: Db, userId: number, { last, now }: { last: number; now: string }) =>
  db
    .updateTable('corrections')
    .set({ lue_at: now })
    .where('pour_id', '=', userId)
    .where('lue_at', 'is', null)
    .where('id', '<=', last)
    .execute()
