import { z } from 'zod'
import { type Body, parseForm, requiredId, text } from '../../web/form.ts'

/** Names of fields, as types of sources have them. */
const champ = text(60)

const Asked = z.object({ source: requiredId, champ, q: text(500), seconde: z.literal('1').optional().catch(undefined) })

/** `/completions?source=&champ=&q=`: what is typed in which field. */
export const parseAsked = (query: Body) => parseForm(Asked, query)

const Named = z.object({ source: requiredId, champ, valeur: text(500) })

/** A value that is to be offered no more, or again. */
export const parseNamed = (body: Body) => parseForm(Named, body)
