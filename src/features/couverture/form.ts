import { ACT_KINDS, type ActKind } from '../../db/schema-persons.ts'
import { asked, askedOption, FilterForm } from '../../web/filter.ts'
import { optionalId, optionalYear } from '../../web/form.ts'

/** The coverage of a place is asked for years, and for a kind of act, or a type of source whose kind is meant. */
interface Asked {
  de: number | null
  a: number | null
  type: number | null
  acte: ActKind | null
}

export const coverageFilter = new FilterForm<Asked>({
  de: asked(optionalYear),
  a: asked(optionalYear),
  type: asked(optionalId),
  acte: askedOption(ACT_KINDS),
})
