import { USER_ROLES } from '../../db/schema.ts'
import { askedOption, askedWords, FilterForm, orderedBy, WAYS } from '../../web/filter.ts'
import { USER_SORTS, USER_STATUSES, type UserFilter } from './queries.ts'

export const userFilter = new FilterForm<UserFilter>({
  q: askedWords(100),
  role: askedOption(USER_ROLES),
  status: askedOption(USER_STATUSES),
  tri: orderedBy(USER_SORTS),
  ordre: WAYS,
})
