import { type Body, shownAll } from '../../../lib/body.ts'

/** Ids of the people ticked. */
export const chosenMembers = (raw: Body): number[] =>
  shownAll(raw, 'choix_membres')
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0)
