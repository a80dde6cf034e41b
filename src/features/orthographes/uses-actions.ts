// How often lines served. A write a search would have readers wait, so they are counted here and written once a minute.
import type { Db } from '../../db/schema.ts'

/** The site that is searched: its counts are kept apart from those of any other one. */
interface Counting {
  db: Db
}

/** Counted by this process since the last writing; what it has not written when it ends is lost. */
const waiting = new WeakMap<Counting, Map<number, number>>()

/** Counts one search for each of these lines. */
export function countUses(site: Counting, lines: readonly number[]): void {
  if (lines.length === 0) return
  const counts = waiting.get(site) ?? new Map<number, number>()
  waiting.set(site, counts)
  for (const id of new Set(lines)) counts.set(id, (counts.get(id) ?? 0) + 1)
}

/** Writes what was counted. Lines that are gone count nothing. Every minute. */
export async function writeUses(site: Counting, now: Date): Promise<void> {
  const counts = waiting.get(site)
  if (!counts) return
  waiting.delete(site)
  try {
    await site.db.transaction().execute(async (trx) => {
      // By id: two processes that write at once never wait for each other in a circle.
      for (const [id, n] of [...counts].sort(([a], [b]) => a - b))
        await trx
          .updateTable('orthographes')
          .set((eb) => ({ usages: eb('usages', '+', n), utilisee_at: now.toISOString() }))
          .where('id', '=', id)
          .execute()
    })
  } catch (error) {
    for (const [id, n] of counts) for (let at = 0; at < n; at += 1) countUses(site, [id])
    throw error
  }
}
