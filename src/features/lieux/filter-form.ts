import { asked, askedWords, FilterForm, found, orderedBy, WAYS } from '../../web/filter.ts'
import { optionalId } from '../../web/form.ts'
import { LIEU_SORTS, type LieuFilter } from './queries/listing.ts'

export const lieuFilter = new FilterForm<LieuFilter>({
  type: asked(optionalId),
  q: askedWords(200),
  parent: found((id: number) => id),
  tri: orderedBy(LIEU_SORTS),
  ordre: WAYS,
})
