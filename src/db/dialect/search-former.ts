// While an index of a newer form is filled beside it, the one of before serves: its days begin in 1500, and whatever has none of
// its own there (no date, or an earlier one) is at day 0. Queries and keys count from the year 1 everywhere else.
import { daySinceYear1, decadeOfDay } from '../../lib/calendar.ts'
import { AppError } from '../../lib/errors.ts'
import type { Db } from '../schema.ts'
import { MARK, type SearchQuery } from './search.ts'

/** A word of the dictionary as long as the index of before serves; written by migration 0061, taken out with its last search. */
export const FORMER_SERVES = `${MARK}zancien`

/** How an index counts its days. */
export interface Form {
  isFormer: boolean
  /** Records up to this decade are all at its first day: those without a date, and those before its first one. */
  firstDecade: number
  /** A day of a query as the table has it, and back. */
  toTable(jour: number): number
  fromTable(jour: number): number
}

const LAST_WITHOUT_DAY = daySinceYear1('1499-12-31')

export const TODAYS: Form = {
  isFormer: false,
  firstDecade: 0,
  toTable: (jour) => jour,
  fromTable: (jour) => jour,
}

export const FORMER: Form = {
  isFormer: true,
  firstDecade: decadeOfDay(LAST_WITHOUT_DAY),
  toTable: (jour) => Math.max(0, jour - LAST_WITHOUT_DAY),
  fromTable: (jour) => (jour === 0 ? 0 : jour + LAST_WITHOUT_DAY),
}

/** The first day that is asked for: whoever asks for days at all does not mean the records that have none. */
export const lowerBound = (form: Form, jour: number): number => (jour === 0 ? 0 : Math.max(1, form.toTable(jour)))

/** Inside a transaction it holds to the end only where the table in service is locked. */
export async function formerServes(db: Db): Promise<boolean> {
  const word = await db.selectFrom('mots').select('terme').where('terme', '=', FORMER_SERVES).executeTakeFirst()
  return word !== undefined
}

const REPLACED = 'L’index de recherche vient d’être remplacé par un nouveau\u00a0: lancez la recherche encore une fois.'

/**
 * Reads the index in service, as it counts its days. Several statements may read it: if the new one takes its place between
 * them, which happens once, all are read again. An export that began before has words of the one that is gone: it is broken off.
 */
export async function reading<T>(
  db: Db,
  { expr, isFormer }: SearchQuery,
  read: (form: Form) => Promise<T>,
): Promise<T> {
  // An index of before never comes back: who knew that it is gone need not ask.
  if (isFormer !== false && (await formerServes(db))) {
    const found = await read(FORMER)
    if (await formerServes(db)) return found
  }
  if (isFormer && expr !== undefined) throw new AppError('conflit', REPLACED)
  return read(TODAYS)
}
