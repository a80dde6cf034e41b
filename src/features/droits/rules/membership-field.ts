import { z } from 'zod'
import { MAX_ID } from '../../../web/form.ts'
import { type Membership, readMembership } from './memberships.ts'

const listed = (value: unknown) => (value === undefined ? [] : Array.isArray(value) ? value : [value])

/** A list of one choice a line, each '' or as `membershipValue` writes it; of two for one id the last counts. */
export const memberships = z.preprocess(listed, z.array(z.string())).transform((list, ctx): Membership[] => {
  const read = list.filter((item) => item !== '').map(readMembership)
  const known = read.filter((one) => one !== undefined && one.id > 0 && one.id <= MAX_ID) as Membership[]
  if (known.length === read.length) return [...new Map(known.map((one) => [one.id, one])).values()]
  ctx.addIssue({ code: 'custom', message: 'Choisissez des valeurs dans la liste.' })
  return z.NEVER
})
