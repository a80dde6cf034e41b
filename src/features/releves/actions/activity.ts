import { addCounts } from '../../../db/rows.ts'
import type { ReleveData, Trx } from '../../../db/schema.ts'
import { monthOf } from '../../../lib/months.ts'
import { isoOf } from '../../../search/entry.ts'

interface Entered {
  created_at: string
}

/**
 * Counts the records that come to a source or leave it in the months in which they were entered. In the transaction that writes
 * them and after `holdSource`, so that two transactions never wait for each other here.
 */
export async function countMonths(
  trx: Trx,
  sourceId: number,
  before: readonly Entered[],
  after: readonly Entered[],
): Promise<void> {
  const counts = new Map<string, number>()
  const add = (rows: readonly Entered[], n: number) => {
    for (const mois of rows.map((row) => monthOf(row.created_at))) counts.set(mois, (counts.get(mois) ?? 0) + n)
  }
  add(before, -1)
  add(after, 1)
  const changed = [...counts].filter(([, n]) => n !== 0)
  await addCounts(
    trx,
    'source_mois',
    changed.map(([mois, n]) => ({ source_id: sourceId, mois, n })),
  )
}

interface Dated {
  source_id: number
  data: ReleveData
}

/**
 * Counts the records of each source by the year of their day, those without one nowhere. A record that stays in its year writes
 * nothing; lines are written in the order of their keys, so that two transactions never wait crosswise.
 */
export async function countYears(trx: Trx, before: readonly Dated[], after: readonly Dated[]): Promise<void> {
  const counts = new Map<string, { source_id: number; annee: number; n: number }>()
  const add = (rows: readonly Dated[], n: number) => {
    for (const { source_id, data } of rows) {
      const annee = Number(isoOf(data)?.slice(0, 4) ?? 0)
      const key = `${source_id} ${annee}`
      counts.set(key, { source_id, annee, n: (counts.get(key)?.n ?? 0) + n })
    }
  }
  add(before, -1)
  add(after, 1)
  const changed = [...counts.values()].filter(({ annee, n }) => annee > 0 && n !== 0)
  const inOrder = changed.sort((a, b) => a.source_id - b.source_id || a.annee - b.annee)
  await addCounts(trx, 'source_annees', inOrder)
}

export interface Typed {
  user_id: number
  source_id: number
  /** Ids of the records, in their order. */
  ids: readonly number[]
  now: string
}

/** Counts records that a person typed, in the transaction that writes them: an import types nothing. */
export async function countTyped(trx: Trx, { user_id, source_id, ids, now }: Typed): Promise<void> {
  const dernier_id = ids.at(-1)
  if (dernier_id === undefined) return
  const row = { user_id, source_id, mois: monthOf(now), n: ids.length, dernier_id, derniere_at: now }
  await trx
    .insertInto('saisies')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'source_id', 'mois']).doUpdateSet((eb) => ({
        n: eb('saisies.n', '+', row.n),
        dernier_id,
        derniere_at: now,
      })),
    )
    .execute()
}
