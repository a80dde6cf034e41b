// The decades that a search reads, each with the sources that have records in it.
import { sql } from 'kysely'
import type { Db } from '../../schema.ts'
import type { SearchQuery } from '../search.ts'
import { type Decade, decadeRange, isUnsure, sumOf } from '../search-decades.ts'
import type { Form } from '../search-former.ts'
import { FIRST_DECADE, LAST_DECADE, partition } from './search-tables.ts'

/** Larger sets are not cut down to each decade: that would cost more than it saves. */
const MAX_REDUCED = 2000

/** A decade with the table that its records are in; several may share one. */
export type Part = Decade & { name: string }

/** Records of each table: the first and the last hold those of many decades, and those without a date. */
function recordsByTable(records: ReadonlyMap<number, number>): Map<string, number> {
  const tables = new Map<string, number>()
  for (const [decennie, n] of records) tables.set(partition(decennie), (tables.get(partition(decennie)) ?? 0) + n)
  return tables
}

/** Every partition of the range, whatever is in it. */
function allParts([from, to]: [number, number], records: ReadonlyMap<string, number>): Part[] {
  const list: Part[] = []
  for (let decennie = FIRST_DECADE - 1; decennie <= LAST_DECADE + 1; decennie += 1) {
    // The first and the last stand for all before and after.
    if ((decennie < from && decennie <= LAST_DECADE) || (decennie > to && decennie >= FIRST_DECADE)) continue
    const name = partition(decennie)
    const n = records.get(name) ?? 0
    list.push({ name, decennie, n, sources: undefined, unsure: [], wanted: n })
  }
  return list
}

/** The decades in which these sources have records, each with those that do. */
async function partsOf(
  db: Db,
  { sourceIds: ids = [], within }: SearchQuery,
  [from, to]: [number, number],
  records: ReadonlyMap<string, number>,
) {
  // Each source is looked at once, not in each of its decades.
  const { rows } = await sql<{ decennie: number; sources: number[]; unsure: number[] | null; wanted: number }>`
    with s as materialized (select id, ${isUnsure(within)} as unsure from sources where id = any(${ids}))
    select decennie, array_agg(source_id) as sources, array_agg(source_id) filter (where unsure) as unsure, sum(n) as wanted
    from source_decennies join s on s.id = source_id
    where n > 0 and decennie >= ${from} and decennie <= ${to}
    group by decennie order by decennie`.execute(db)
  const found = new Map<string, Part>()
  for (const { decennie, wanted, ...row } of rows) {
    const name = partition(decennie)
    const known = found.get(name)
    const all = (other: number[] = [], one: number[] | null = []) => [...new Set([...other, ...(one ?? [])])]
    const [sources, unsure] = [all(known?.sources, row.sources), all(known?.unsure, row.unsure)]
    const ofSources = (known?.wanted ?? 0) + wanted
    const n = Math.max(ofSources, records.get(name) ?? 0)
    found.set(name, { name, decennie, n, sources, unsure, wanted: ofSources })
  }
  return [...found.values()]
}

/** Every decade, for a set of sources that is not cut down to each; how many of its records each has is a guess. */
async function wholeParts(
  db: Db,
  { sourceIds, within }: SearchQuery,
  range: [number, number],
  records: ReadonlyMap<string, number>,
): Promise<Part[]> {
  const parts = allParts(range, records)
  if (sourceIds === undefined) return parts
  const { rows } = await sql<{ n: number | null; unsure: number[] | null }>`
    select sum(nb_releves) as n, array_agg(id) filter (where ${isUnsure(within)}) as unsure
    from sources where id = any(${sourceIds})`.execute(db)
  const { n, unsure } = rows[0] ?? { n: 0, unsure: [] }
  const share = Math.min(1, (n ?? 0) / Math.max(1, sumOf(records)))
  return parts.map((part) => ({ ...part, sources: sourceIds, unsure: unsure ?? [], wanted: part.n * share }))
}

/** A query with the form of the index that it is put to. */
export interface Asked {
  query: SearchQuery
  form: Form
}

export async function partsFor(db: Db, { query, form }: Asked, byDecade: ReadonlyMap<number, number>): Promise<Part[]> {
  const { sourceIds, order } = query
  const range = decadeRange(query, form)
  const records = recordsByTable(byDecade)
  const parts =
    sourceIds && sourceIds.length <= MAX_REDUCED
      ? await partsOf(db, query, range, records)
      : await wholeParts(db, query, range, records)
  return order === 'asc' ? parts : parts.toReversed()
}

/** A search that is expected to take longer is asked in two statements, which two processors of the server answer at once. */
const LONG_US = 3000

/** By turns: the decades of one time are alike, those of the beginning are few. */
export function halves<P extends { us?: number | undefined }>(branches: readonly P[]): P[][] {
  const us = branches.reduce((sum, one) => sum + (one.us ?? 0), 0)
  if (branches.length < 2 || us < LONG_US) return [[...branches]]
  return [0, 1].map((turn) => branches.filter((_, i) => i % 2 === turn))
}

/** With so many times the matches that are counted, each half is expected to have its share of them. */
const AMPLE = 1.2

/**
 * Counts up to `cap`: each half up to its share where matches abound, and further where the other one has less than that. `match`:
 * the share of the records that are expected to match.
 */
export async function countHalves<P extends { wanted: number }>(
  parts: readonly P[][],
  { cap, match }: { cap: number; match: number },
  upTo: (limit: number, part: P[]) => Promise<number>,
): Promise<number> {
  const matches = match * parts.flat().reduce((sum, { wanted }) => sum + wanted, 0)
  const share = matches < AMPLE * cap ? cap : Math.ceil(cap / parts.length)
  const counts = await Promise.all(parts.map((part) => upTo(share, part)))
  const n = counts.reduce((sum, count) => sum + count, 0)
  if (n >= cap || share === cap) return Math.min(cap, n)
  // A half that was stopped at its share is counted anew: it has to make up for the other one.
  const stopped = parts.map((part, i) => ({ part, count: counts[i] ?? 0 }))
  const whole = stopped.map(({ part, count }) => (count < share ? count : upTo(cap - (n - count), part)))
  return (await Promise.all(whole)).reduce((sum, count) => sum + count, 0)
}
