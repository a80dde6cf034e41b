import { type Body, shown } from '../../../lib/body.ts'

/**
 * Where the ruler stood on the view, as a share of its height: `repere` of a form of a record. '' takes it away; undefined where the form
 * has no such field, and leaves it where it is. Whatever is no share is none: an act is never refused for its ruler.
 */
export function readMark(posted: Body): number | null | undefined {
  if (!Object.hasOwn(posted, 'repere')) return undefined
  const typed = shown(posted, 'repere')
  return /^(0(\.\d{1,8})?|1(\.0{1,8})?)$/.test(typed) ? Number(typed) : null
}

/** Five figures are a tenth of a point of the largest view. */
export const markField = (repere: number | null | undefined): string =>
  repere == null ? '' : String(Number(repere.toFixed(5)))
