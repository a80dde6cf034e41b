import { ACT_KINDS } from '../../../db/schema-persons.ts'
import { asked, askedOption, FilterForm, found, orderedBy, YEARS, yearsInOrder } from '../../../web/filter.ts'
import { optionalId } from '../../../web/form.ts'
import type { HoleFilter } from './queries.ts'
import { HOLE_SORTS, NATURES } from './rules.ts'

export const holeFilter = new FilterForm<HoleFilter>(
  {
    lieu: found(({ id }) => id),
    acte: askedOption(ACT_KINDS),
    nature: askedOption(NATURES),
    section: asked(optionalId),
    ...YEARS,
    tri: orderedBy(HOLE_SORTS),
  },
  yearsInOrder,
)
