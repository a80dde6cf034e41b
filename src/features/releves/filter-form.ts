import { askedBox, FilterForm, orderedBy } from '../../web/filter.ts'
import { type ReleveSort, SORTS } from './queries/records.ts'

/**
 * The records of a source are all listed, in an order that is asked; columns in which none holds anything, and boxes to choose rows, where
 * they are asked for.
 */
export const listFilter = new FilterForm<{ tri: ReleveSort; vides: boolean; choisir: boolean }>({
  tri: orderedBy(SORTS),
  vides: askedBox('montrer'),
  choisir: askedBox('oui'),
})
