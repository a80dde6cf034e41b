// Dates that tell no day may reach into years after the one in which they begin: `178?`, « an II », « 1780-1785 », « avant 1750 ». The
// index has them at their first day. So that a search from a year on finds them too, their entries are marked with the years after
// that first one, whole decades, centuries and millennia by one mark: from 1783 on, `1780/1785` is found by its mark of 1783.
// Records of one day, month or year, nearly all, have no mark and cost nothing.
import { KINDS, storedValue } from '../champs/index.ts'
import { anyOf, isNever, type SearchExpr } from '../db/dialect/index.ts'
import type { Db, ReleveData } from '../db/schema.ts'
import { type DateValue, yearsOf } from '../lib/dates.ts'
import { reachMark } from './marks.ts'
import { measured } from './measure.ts'
import { leaf } from './slots.ts'
import type { IndexUse } from './use.ts'

/** Years that the index tells apart; an open end reaches all of them. */
const [FIRST_YEAR, LAST_YEAR] = [1, 9999]

/** First and last year after the one in which a date begins, as its register counts them; null for none. */
export function yearsReached(value: DateValue): [number, number] | null {
  const [first, last] = yearsOf(value) ?? []
  if (first === undefined || last === undefined) return null
  const [from, to] = [Math.max(FIRST_YEAR, first + 1), Math.min(LAST_YEAR, last)]
  return from <= to ? [from, to] : null
}

const SIZES = [1000, 100, 10, 1]

const figures = (year: number): string => String(year).padStart(4, '0')

/** « 17 », « 180 », « 1810 » of the years 1700 to 1810: as few as there are. */
export function yearBlocks(from: number, to: number): string[] {
  const blocks: string[] = []
  for (let year = from; year <= to; ) {
    const size = SIZES.find((one) => year % one === 0 && year + one - 1 <= to) ?? 1
    blocks.push(figures(year).slice(0, 4 - Math.log10(size)))
    year += size
  }
  return blocks
}

/** The date of the act of a record. */
export function actDate(data: ReleveData): DateValue | null {
  const date = storedValue(data, 'date_evenement')
  return KINDS.date.isValue(date) ? (date as DateValue) : null
}

/** One day in figures, as nearly all dates are kept: it reaches no further year, and that is seen sooner than read. */
const ONE_DAY = /^\d{4}-\d{2}-\d{2}$/

/** Marks of the entry of a record, the first of which says that there are more; none where its date reaches no further year. */
export function reachMarks(data: ReleveData): string[] {
  const date = actDate(data)
  const years = date === null || ONE_DAY.test(date.valeur) ? null : yearsReached(date)
  return years === null ? [] : ['', ...yearBlocks(...years)].map(reachMark)
}

/** Holds of the records that reach this year from an earlier one; undefined where the archive has none. */
export async function reaching(db: Db, use: IndexUse, year: number): Promise<SearchExpr | undefined> {
  if (!use.hasReach) return undefined
  const blocks = [1, 2, 3, 4].map((length) => figures(year).slice(0, length))
  const expr = await measured(db, anyOf(blocks.map((block) => leaf('tout', [reachMark(block)]))), use)
  return isNever(expr) ? undefined : expr
}
