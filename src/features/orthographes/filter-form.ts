import { SPELLING_SIGNS, SPELLING_STATES } from '../../db/schema-orthographes.ts'
import { askedOption, askedWords, FilterForm, found, orderedBy, WAYS } from '../../web/filter.ts'
import { SPELLING_SORTS, type SpellingFilter } from './queries/listing.ts'
import { KINDS } from './rules/line.ts'

export const spellingFilter = new FilterForm<SpellingFilter>({
  q: askedWords(200),
  etat: askedOption(SPELLING_STATES),
  signe: askedOption(SPELLING_SIGNS),
  genre: askedOption(KINDS),
  lieu: found((id: number) => id),
  tri: orderedBy(SPELLING_SORTS),
  ordre: WAYS,
})
