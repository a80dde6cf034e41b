import { z } from 'zod'
import { SOURCE_STATUSES } from '../../db/schema.ts'
import { type Body, choice, optionalText, type Parsed, parseForm, version } from '../../web/form.ts'
import { MAX_MOTIF } from './rules/workflow.ts'

const Change = z.object({
  statut: choice(SOURCE_STATUSES, 'Ce statut n’existe pas.'),
  motif: optionalText(MAX_MOTIF),
  version,
})

/** The move that was asked for. Whether a reason is missing depends on the move: the action says it. */
export const parseChange = (raw: Body): Parsed<z.output<typeof Change>> => parseForm(Change, raw)
