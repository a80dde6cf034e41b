import { z } from 'zod'
import { ACT_KINDS } from '../../../db/schema-persons.ts'
import { asked, askedOption, FilterForm, found, orderedBy, WAYS, YEARS, yearsInOrder } from '../../../web/filter.ts'
import { optionalId } from '../../../web/form.ts'
import type { BoardFilter } from './queries.ts'
import { BOARD_SORTS } from './rules.ts'

const NO_LEVEL = 'Choisissez un niveau de la liste.'

/** The id of a type of place, the place itself (« lieu »), a section (« section »), or null for communes where there are any. */
const level = z.string().transform((text, ctx): BoardFilter['par'] => {
  if (text === 'lieu' || text === 'section') return text
  const id = optionalId.safeParse(text)
  if (id.success) return id.data
  ctx.addIssue({ code: 'custom', message: NO_LEVEL })
  return z.NEVER
})

export const boardFilter = new FilterForm<BoardFilter>(
  {
    par: asked(level),
    lieu: found(({ id }) => id),
    section: asked(optionalId),
    acte: askedOption(ACT_KINDS),
    ...YEARS,
    tri: orderedBy(BOARD_SORTS),
    ordre: WAYS,
  },
  yearsInOrder,
)
