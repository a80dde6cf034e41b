import { FilterForm, found } from '../../web/filter.ts'
import type { TakeableFilter } from './queries/takeable.ts'

export const takeableFilter = new FilterForm<TakeableFilter>({ lieu: found(({ id }) => id) })
