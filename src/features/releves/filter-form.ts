import { FilterForm, orderedBy } from '../../web/filter.ts'
import { type ReleveSort, SORTS } from './queries/records.ts'

/** The records of a source are all listed, in an order that is asked. */
export const listFilter = new FilterForm<{ tri: ReleveSort }>({ tri: orderedBy(SORTS) })
