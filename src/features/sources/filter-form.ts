import { z } from 'zod'
import { SOURCE_STATUSES } from '../../db/schema.ts'
import {
  asked,
  askedBox,
  askedOption,
  askedText,
  FilterForm,
  found,
  orderedBy,
  WAYS,
  YEARS,
  yearsInOrder,
} from '../../web/filter.ts'
import { optionalId, optionalText } from '../../web/form.ts'
import { SOURCE_SORTS, type SourceFilter } from './queries/filter.ts'

const NO_SECTION = 'Choisissez une section de la liste.'

/** An id, or « aucune » for the sources that belong to none. */
const section = z.string().transform((text, ctx): SourceFilter['section'] => {
  if (text === 'aucune') return 'aucune'
  const id = optionalId.safeParse(text)
  if (id.success) return id.data
  ctx.addIssue({ code: 'custom', message: NO_SECTION })
  return z.NEVER
})

export const sourceFilter = new FilterForm<SourceFilter>(
  {
    statut: askedOption(SOURCE_STATUSES, 'Ce statut n’existe pas.'),
    type: asked(optionalId),
    lieu: found(({ id }) => id),
    ...YEARS,
    q: askedText(optionalText(200).transform((text) => text ?? '')),
    section: asked(section),
    assigne: askedBox('moi'),
    lacunes: askedBox('oui'),
    tri: orderedBy(SOURCE_SORTS),
    ordre: WAYS,
  },
  yearsInOrder,
)
