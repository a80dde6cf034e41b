import { asked, FilterForm } from '../../web/filter.ts'
import { optionalId, optionalYear } from '../../web/form.ts'

/** The coverage of a place is asked for years, and for a type of source whose kind of act is meant. */
interface Asked {
  de: number | null
  a: number | null
  type: number | null
}

export const coverageFilter = new FilterForm<Asked>({
  de: asked(optionalYear),
  a: asked(optionalYear),
  type: asked(optionalId),
})
