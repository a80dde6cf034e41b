// How often the acts of a person are opened by others. A write a page would have readers wait, so openings are counted here and
// written once a minute; who opened what is stored nowhere.
import type { Db } from '../../db/schema.ts'

/** The site whose acts are read: its counts are kept apart from those of any other one. */
interface Counting {
  db: Db
}

interface Waiting {
  /** By author and month. */
  counts: Map<string, { user_id: number; mois: string; nombre: number }>
  /** A page that is looked at again within the minute counts once. */
  seen: Set<string>
}

/** Counted by this process since the last writing; what it has not written when it ends is lost. */
const waiting = new WeakMap<Counting, Waiting>()

interface Opening {
  releve: { id: number; created_by: number | null }
  readerId: number
  now: Date
}

/** Counts that somebody opened an act, unless it is his or her own. */
export function countOpening(site: Counting, { releve, readerId, now }: Opening): void {
  const user_id = releve.created_by
  if (user_id === null || user_id === readerId) return
  const held = waiting.get(site) ?? { counts: new Map(), seen: new Set() }
  waiting.set(site, held)
  const reading = `${readerId} ${releve.id}`
  if (held.seen.has(reading)) return
  held.seen.add(reading)
  add(held.counts, { user_id, mois: now.toISOString().slice(0, 7), nombre: 1 })
}

function add(counts: Waiting['counts'], one: { user_id: number; mois: string; nombre: number }): void {
  const key = `${one.user_id} ${one.mois}`
  counts.set(key, { ...one, nombre: one.nombre + (counts.get(key)?.nombre ?? 0) })
}

/** Writes what was counted, in one statement; people who are gone have no count. Every minute. */
export async function writeOpenings(site: Counting): Promise<void> {
  const held = waiting.get(site)
  if (!held) return
  waiting.delete(site)
  const rows = [...held.counts.values()]
  try {
    const ids = rows.map(({ user_id }) => user_id)
    const people = site.db.selectFrom('users').select('id').where('supprime_at', 'is', null)
    const here = new Set((await people.where('id', 'in', ids).execute()).map(({ id }) => id))
    // By person: two processes that write at once never wait for each other in a circle.
    const values = rows.filter(({ user_id }) => here.has(user_id)).sort((a, b) => a.user_id - b.user_id)
    if (values.length === 0) return
    await site.db
      .insertInto('ouvertures')
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'mois']).doUpdateSet((eb) => ({
          nombre: eb('ouvertures.nombre', '+', eb.ref('excluded.nombre')),
        })),
      )
      .execute()
  } catch (error) {
    const again = waiting.get(site) ?? { counts: new Map(), seen: new Set() }
    waiting.set(site, again)
    for (const row of rows) add(again.counts, row)
    throw error
  }
}
