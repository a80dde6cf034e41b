import { shownAll } from '../../lib/body.ts'
import { type Body, MAX_RELEVE_ID, shown } from '../../web/form.ts'

/** A table as its address, or the hidden fields of its form, ask for it. */
export interface AskedTable {
  /** As it was written; undefined where the address names none. */
  vue: string | undefined
  page: number | undefined
  showsEmpty: boolean
  /** The record whose row is live, and the one after which a new row stands. */
  ligne: number | undefined
  apres: number | undefined
}

const MAX_PAGE = 100_000

function numberOf(raw: Body, name: string, max: number): number | undefined {
  const number = Number(shown(raw, name))
  return Number.isInteger(number) && number >= 1 && number <= max ? number : undefined
}

export const askedOf = (query: Body): AskedTable => ({
  vue: shownAll(query, 'vue')[0],
  page: numberOf(query, 'page', MAX_PAGE),
  showsEmpty: shown(query, 'vides') === 'montrer',
  ligne: numberOf(query, 'ligne', MAX_RELEVE_ID),
  apres: numberOf(query, 'inserer', MAX_RELEVE_ID),
})

/** Was this form of a record sent by the table? */
export const isFromTable = (posted: Body): boolean => shown(posted, '_tableau') !== ''

/** The table that a posted row came from. */
export const postedTable = (posted: Body): AskedTable => ({
  vue: shown(posted, '_tableau') === 'vue' ? shown(posted, '_vue') : '',
  page: numberOf(posted, '_page', MAX_PAGE),
  showsEmpty: false,
  ligne: undefined,
  apres: numberOf(posted, 'apres', MAX_RELEVE_ID),
})

/** The names of the columns that the script shows, in their order. */
export const postedColumns = (posted: Body): string[] => shown(posted, '_colonnes').split(' ').filter(Boolean)
