// How many of the records found a decade has: one that reaches several counts in each of them, as a search for that decade finds it.
import { allOf, dialectOf, type FoundKey, type SearchQuery } from '../../../db/dialect/index.ts'
import { readsBeside } from '../../../db/open.ts'
import type { Db } from '../../../db/schema.ts'
import { decadeOfDay } from '../../../lib/calendar.ts'
import { yearsOf } from '../../../lib/dates.ts'
import { reachMark } from '../../../search/marks.ts'
import { actDate } from '../../../search/reach.ts'
import { leaf } from '../../../search/slots.ts'
import type { Criteria } from '../rules/criteria.ts'
import { MOST_AT_HAND, type Search } from './search.ts'
import type { Spread } from './tally.ts'

type Years = readonly [first: number, last: number]

/** Records that reach years after their first one are rare among those found: about so many, to plan by. */
const FEW = 100

/** Those of the records found; undefined where they are too many. */
async function reachingKeys(db: Db, { expr, ...query }: SearchQuery): Promise<FoundKey[] | undefined> {
  const mark = { ...leaf('tout', [reachMark('')]), n: FEW }
  const asked: SearchQuery = { ...query, expr: allOf(expr ? [expr, mark] : [mark]), order: 'any', after: undefined }
  const keys = await dialectOf(db).search.keys(db, { ...asked, limit: MOST_AT_HAND + 1 })
  return keys.length > MOST_AT_HAND ? undefined : keys
}

/** First and last year of each, as far as they were asked for; infinite where the date is open. */
async function yearsFound(
  db: Db,
  keys: readonly FoundKey[],
  { annee_debut, annee_fin }: Criteria,
): Promise<Map<number, Years>> {
  const ids = keys.map((key) => key.releve_id)
  const rows = await readsBeside(db)
    .selectFrom('releves')
    .select(['id', 'data'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('id'), ids))
    .execute()
  const years = new Map<number, Years>()
  for (const { id, data } of rows) {
    const date = actDate(data)
    const own = date && yearsOf(date)
    if (!own) continue
    const first = Math.max(own[0], annee_debut ?? Number.NEGATIVE_INFINITY)
    const last = Math.min(own[1], annee_fin ?? Number.POSITIVE_INFINITY)
    years.set(id, [first, last])
  }
  return years
}

const decadeOf = (year: number): number => (Number.isFinite(year) ? Math.max(1, Math.floor(year / 10)) : year)

/** A record is listed under the first decade of those asked for that it may be of, or the last one where its beginning is open. */
const homeOf = ([first, last]: Years): number => decadeOf(Number.isFinite(first) ? first : last)

/** Puts records under each decade that they reach, of those that are listed or that one of them is listed under. */
function spread(decades: ReadonlyMap<number, number>, wide: readonly (FoundKey & { years: Years })[]) {
  const counts = new Map(decades)
  const add = (decade: number, n: number) => counts.set(decade, (counts.get(decade) ?? 0) + n)
  for (const { jour } of wide) add(decadeOfDay(jour), -1)
  const homes = new Set(wide.map(({ years }) => homeOf(years)))
  for (const decade of new Set([...counts.keys(), ...homes])) {
    const isListed = decade > 0 && ((counts.get(decade) ?? 0) > 0 || homes.has(decade))
    const reached = wide.filter(({ years: [first, last] }) => decade >= decadeOf(first) && decade <= decadeOf(last))
    if (isListed) add(decade, reached.length)
  }
  return new Map([...counts].filter(([, n]) => n > 0))
}

/** Numbers of records by decade. Too many that reach others stand in the decade alone in which they begin. */
export async function decadesReached(
  db: Db,
  { plan, query }: Pick<Search, 'plan' | 'query'>,
  { decades }: Spread,
  criteria: Criteria,
): Promise<Map<number, number>> {
  const keys = plan.hasReach && decades.size > 0 ? await reachingKeys(db, query) : []
  if (keys === undefined || keys.length === 0) return decades
  const found = await yearsFound(db, keys, criteria)
  const wide = keys.flatMap((key) => {
    const years = found.get(key.releve_id)
    return years ? [{ ...key, years }] : []
  })
  return spread(decades, wide)
}
