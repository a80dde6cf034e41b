import { listedChamps } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'

export const MAX_COLUMNS = 20

/** Which columns a person chooses: those of the lists, or those of the table that one types in. */
export type ColumnUse = 'colonnes' | 'tableau'

interface Ask {
  /** Every field of the type. */
  champs: readonly Champ[]
  /** Ids in the order that the person chose; empty for the columns by default. */
  chosen: readonly number[]
  /** Columns by default. */
  max: number
  /** Names of the fields in which a record of the source holds something; null where nobody knows yet. */
  held: ReadonlySet<string> | null
  showsEmpty: boolean
}

export interface ListColumns {
  champs: Champ[]
  /** Columns in which no record of the source holds anything, shown or not. */
  nbEmpty: number
  showsEmpty: boolean
}

/** The fields of these ids, in their order; those that are gone from the type are left out. */
export const champsById = (champs: readonly Champ[], ids: readonly number[]): Champ[] =>
  ids.flatMap((id) => champs.find((champ) => champ.id === id) ?? [])

/** The fields that a person's lists show: the chosen ones, or the first that fit. */
export function wantedChamps({ champs, chosen, max }: Pick<Ask, 'champs' | 'chosen' | 'max'>): Champ[] {
  const own = champsById(champs, chosen)
  return own.length > 0 ? own : listedChamps(champs, max)
}

/** Columns by default that are empty make room for the next fields that are not. */
export function listColumns({ showsEmpty, held, ...ask }: Ask): ListColumns {
  const wanted = wantedChamps(ask)
  const isFilled = ({ nom }: Champ) => held === null || held.has(nom)
  const filled = wanted.filter(isFilled)
  // A source without records, or with values of deleted fields alone, shows the columns that it will have.
  if (filled.length === 0 || filled.length === wanted.length) return { champs: wanted, nbEmpty: 0, showsEmpty: false }
  const isDefault = champsById(ask.champs, ask.chosen).length === 0
  const next = isDefault ? listedChamps(ask.champs, ask.champs.length).filter(isFilled).slice(0, ask.max) : filled
  const shown = showsEmpty ? [...wanted, ...next.filter((champ) => !wanted.includes(champ))] : next
  return { champs: shown, nbEmpty: wanted.length - filled.length, showsEmpty }
}

/** The ticked fields: those that stood in an order keep it, the others come after them. */
export function orderedIds(ticked: readonly number[], order: readonly number[]): number[] {
  const known = order.filter((id, index) => ticked.includes(id) && order.indexOf(id) === index)
  return [...known, ...ticked.filter((id) => !known.includes(id))]
}

/** One step up (-1) or down (1); where there is no further to go all stay in their places. */
export function moved(ids: readonly number[], id: number, step: -1 | 1): number[] {
  const from = ids.indexOf(id)
  const to = from + step
  if (from < 0 || to < 0 || to >= ids.length) return [...ids]
  return ids.map((one, index) => (index === from ? (ids[to] ?? one) : index === to ? id : one))
}
