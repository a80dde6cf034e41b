import { sql } from 'kysely'
import { firstDayOfDecade } from '../../../lib/calendar.ts'
import type { Db } from '../../schema.ts'
import { estimate, isNever, type SearchExpr, type SearchQuery } from '../search.ts'
import {
  type Decade,
  decadeRange,
  groups,
  isUnsure,
  recordsByDecade,
  type Shares,
  sharesOf,
  sumOf,
} from '../search-decades.ts'
import type { Form } from '../search-former.ts'

/** A part of the days, and the sources to look in there. */
export interface Slice {
  fromJour: number
  toJour: number | undefined
  sources: number[] | undefined
  /** The sources are words of the index (else they are looked up in each record that matches). */
  asTokens: boolean
  /** They have words in common too, but for these: both narrow what is looked up. */
  within?: { words: string[][]; unsure: number[] }
}

/** Microseconds, measured (search.md 3.1): a source as one more word of the index, a match looked up in its record. */
const TOKEN_US = 27
const LOOKUP_US = 20
/** Beyond this many sources the set is looked up, whatever the words. */
const MAX_TOKENS = 500
/** More sources that may lack the words of the others are looked up like all of them. */
const MAX_UNSURE = 50
/** Where the words give so many records of other sources, these may fill whole decades that have none of the sources asked for. */
const MOST_WIDE = 2
/** Fewer are not worth being cut down to each decade. */
const MIN_REDUCED = 24
/** Words that so few records hold are looked up without further thought. */
const FEW = 100

/** All records up to `firstDecade` may be at one day, which must not be asked twice. */
const recordsUpTo = (firstDecade: number, records: ReadonlyMap<number, number>): number =>
  [...records].reduce((sum, [decennie, n]) => (decennie <= firstDecade ? sum + n : sum), 0)

/** A query with the form of the index that it is put to. */
export interface Asked {
  query: SearchQuery
  form: Form
}

/** The decades in which these sources have records, in the order of the days or the other way round. */
async function decadesOf(db: Db, ids: number[], { query, form }: Asked, records: ReadonlyMap<number, number>) {
  const [from, to] = decadeRange(query, form)
  const { firstDecade } = form
  const { rows } = await sql<{ decennie: number; sources: string; wanted: number }>`
    select max(decennie, ${sql.lit(firstDecade)}) as decennie, json_group_array(distinct source_id) as sources,
      sum(n) as wanted from source_decennies
    where source_id in (select value from json_each(${JSON.stringify(ids)})) and n > 0
    and decennie >= ${from} and decennie <= ${to} group by 1 order by 1`.execute(db)
  const decades = rows.map(({ decennie, sources, wanted }): Decade => {
    const known = decennie === firstDecade ? recordsUpTo(firstDecade, records) : (records.get(decennie) ?? 0)
    return {
      decennie,
      sources: JSON.parse(sources) as number[],
      unsure: [],
      wanted,
      n: Math.max(wanted, known),
    }
  })
  return query.order === 'desc' ? decades.toReversed() : decades
}

const lastDay = (decennie: number): number => firstDayOfDecade(decennie + 1) - 1

function sliceOf(group: readonly Decade[], { query, form }: Asked, { match }: Shares): Slice {
  const { fromJour, toJour, limit } = query
  const numbers = group.map((decade) => decade.decennie)
  const sources = [...new Set(group.flatMap((decade) => decade.sources ?? []))]
  const n = group.reduce((sum, decade) => sum + decade.n, 0)
  const share = group.reduce((sum, decade) => sum + decade.wanted, 0) / Math.max(1, n)
  // Looked up until the page is full, or to the end.
  const lookedUp = Math.min(n * match, limit / Math.max(share, 1e-9))
  const [earliest, last] = [Math.min(...numbers), lastDay(Math.max(...numbers))]
  return {
    fromJour: Math.max(fromJour ?? 0, earliest === form.firstDecade ? 0 : firstDayOfDecade(earliest)),
    toJour: toJour === undefined ? last : Math.min(toJour, last),
    sources,
    asTokens: sources.length <= MAX_TOKENS && sources.length * TOKEN_US < lookedUp * LOOKUP_US,
  }
}

const isRare = (expr: SearchExpr | undefined, sources: number): boolean =>
  expr !== undefined && estimate(expr) * LOOKUP_US <= Math.max(FEW * LOOKUP_US, sources * TOKEN_US)

/** All days at once by the words that the sources have in common; undefined where there are none, or too many sources lack them. */
async function sliceWithin(
  db: Db,
  { sourceIds = [], fromJour = 0, toJour, within }: SearchQuery,
): Promise<Slice | undefined> {
  if (within === undefined || within.wide > MOST_WIDE) return undefined
  const { rows } = await sql<{ id: number }>`select id from sources
    where id in (select value from json_each(${JSON.stringify(sourceIds)})) and ${isUnsure(within)}`.execute(db)
  if (rows.length > MAX_UNSURE) return undefined
  const unsure = rows.map((row) => row.id)
  return { fromJour, toJour, sources: sourceIds, asTokens: false, within: { words: within.words, unsure } }
}

/** The days in parts, to be asked one after the other until what is wanted is `found`; none where nothing can match. */
export async function* slicesOf(db: Db, asked: Asked, found: () => number): AsyncGenerator<Slice> {
  const { query } = asked
  const { expr, sourceIds, fromJour = 0, toJour } = query
  if (sourceIds?.length === 0 || (expr && isNever(expr))) return
  const whole: Slice = { fromJour, toJour, sources: sourceIds, asTokens: true }
  if (sourceIds === undefined || sourceIds.length < MIN_REDUCED) {
    yield { ...whole, asTokens: !isRare(expr, sourceIds?.length ?? 0) }
    return
  }
  if (isRare(expr, sourceIds.length)) {
    yield { ...whole, asTokens: false }
    return
  }
  const slice = await sliceWithin(db, query)
  if (slice) {
    yield slice
    return
  }
  const records = await recordsByDecade(db)
  const shares = sharesOf(expr, sumOf(records))
  const decades = await decadesOf(db, sourceIds, asked, records)
  const sought = { match: shares.match, limit: query.limit, found }
  for (const group of groups(decades, sought)) yield sliceOf(group, asked, shares)
}
