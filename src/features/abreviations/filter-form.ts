import { z } from 'zod'
import { asked, askedWords, FilterForm } from '../../web/filter.ts'
import type { AbbreviationFilter } from './queries.ts'

/** `moi` or the id of a section; anything else asks nothing. */
const owner = z.string().transform((text) => (/^(moi|[1-9]\d{0,8})$/.test(text) ? text : null))

export const abbreviationFilter = new FilterForm<AbbreviationFilter>({
  q: askedWords(200),
  pour: asked(owner as unknown as z.ZodType<string | null>),
})
