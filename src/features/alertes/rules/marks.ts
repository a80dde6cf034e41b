// Up to where something was seen, among ids that are given one after the other but not always stored in that order.
import type { Mark, Reached } from '../../../db/schema-alertes.ts'

/** Was this id not there yet when it was looked? */
export const isBeyond = ({ id: last, trous }: Reached, id: number): boolean =>
  id > last || trous.some(([from, to]) => from <= id && id <= to)

/** Nothing up to this id can be new. */
export const lowest = ({ id, trous }: Reached): number => Math.min(id, ...trous.map(([from]) => from - 1))

/** Nothing up to these ids is new to somebody who looked this far, and then that far. */
export const lowestOf = (marks: readonly Mark[], of: keyof Mark): number =>
  Math.max(...marks.map((mark) => lowest(mark[of])))

/** New is what none of several looks has met. */
export const isNew = (marks: readonly Mark[], of: keyof Mark, id: number): boolean =>
  marks.every((mark) => isBeyond(mark[of], id))
